import { type Command, type Decider, DomainError } from '../kernel/decider.js';
import type { Language } from '../kernel/language.js';
import { type Account, evolveAccount, nextAct } from './account.js';
import { type DismissedFile, dismissedKey } from './dismissed-file.js';
import type { AccountCreated, AccountEvent, NotificationSettingsChosen, UpdateDismissed } from './account.events.js';
import { MAIL_KINDS, type MailTopic, type NotificationSettings, settingsOf } from './notification-settings.js';
import { type ManageAccount, manageAccount } from './manage-account.js';
import { managedValuesOf } from './managed-values.js';
import {
  isSameView,
  type SavedView,
  type SeenView,
  type ViewKey,
  VIEWS_PER_SCREEN,
  withoutView,
  withView,
} from './saved-view.js';

/** Registers a person of the identity provider with the portal. */
export type CreateAccount = Command<'CreateAccount', AccountCreated['data']>;

/**
 * Saves the filters, sort and search of a screen under a name, in place of the person's view of that name. Rejected if that view is not as
 * they saw it: they may have changed it in another window.
 */
export type SaveView = Command<
  'SaveView',
  SavedView & {
    readonly seen?: SeenView | undefined;
    /** The name until now of the view that gets another name. */
    readonly renames?: string | undefined;
  }
>;

/** Removes a saved view. Rejected if it is not as the person saw it. */
export type RemoveView = Command<'RemoveView', ViewKey & { readonly seen?: { readonly search: string } | undefined }>;

/** No longer announces this update to the person. */
export type DismissUpdate = Command<'DismissUpdate', UpdateDismissed['data']>;

/** Shows a refused file no longer to the person, or shows it again. */
export type DismissFile = Command<'DismissFile', DismissedFile & { readonly isDismissed: boolean }>;

/** Chooses the person's e-mail notification settings. */
export type ChooseNotificationSettings = Command<
  'ChooseNotificationSettings',
  { readonly choices: Partial<NotificationSettings>; readonly chosenAt: string }
>;

/** Chooses the language in which the person is mailed. */
export type ChooseLanguage = Command<'ChooseLanguage', { readonly language: Language }>;

/** Unsubscribes the person from mail of a topic, by the link in such a mail. */
export type Unsubscribe = Command<'Unsubscribe', { readonly topic: MailTopic; readonly chosenAt: string }>;

export type AccountCommand =
  | CreateAccount
  | SaveView
  | RemoveView
  | DismissUpdate
  | DismissFile
  | ChooseNotificationSettings
  | ChooseLanguage
  | Unsubscribe
  | ManageAccount;

export interface AccountState {
  /** Null until the account is created. A person may save views before the portal has their profile. */
  readonly account: Account | null;
  readonly views: readonly SavedView[];
  readonly dismissedUpdate: string | null;
}

/** Stream `account-{userId}`. Every sign-in may request the account. It is created once; later requests change nothing. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initialState: { account: null, views: [], dismissedUpdate: null },
  evolve: ({ account, views, dismissedUpdate }, event) => ({
    account: evolveAccount(account ?? undefined, event) ?? null,
    views: evolveViews(views, event),
    dismissedUpdate: event.type === 'UpdateDismissed' ? event.data.updateId : dismissedUpdate,
  }),
  decide: ({ account, views, dismissedUpdate }, command) => {
    switch (command.type) {
      case 'CreateAccount':
        return account === null ? [{ type: 'AccountCreated', data: command.data }] : [];
      case 'SaveView':
        return saveView(views, command.data);
      case 'RemoveView':
        return removeView(views, command.data);
      case 'DismissUpdate':
        return dismissedUpdate === command.data.updateId ? [] : [{ type: 'UpdateDismissed', data: command.data }];
      case 'DismissFile': {
        const { isDismissed, ...file } = command.data;
        if ((account?.dismissedFiles ?? []).includes(dismissedKey(file)) === isDismissed) return [];
        return [{ type: isDismissed ? 'RefusedFileDismissed' : 'RefusedFileRestored', data: file }];
      }
      default:
        if (account === null) throw new DomainError('account/unknown', 'There is no such account.');
        return decideOnExisting(account, command);
    }
  },
  valuesOf: ({ account, views }, command) => {
    if (command.type === 'SaveView' || command.type === 'RemoveView') {
      return { view: views.find((kept) => isSameView(kept, command.data)) ?? null };
    }
    return account === null ? {} : managedValuesOf(account);
  },
};

function decideOnExisting(
  account: Account,
  command: ChooseNotificationSettings | ChooseLanguage | Unsubscribe | ManageAccount,
): readonly AccountEvent[] {
  switch (command.type) {
    case 'ChooseNotificationSettings':
      return chooseSettings(account, command.data);
    case 'ChooseLanguage': {
      const { language } = command.data;
      if (language === account.language) return [];
      return [{ type: 'LanguageChosen', data: { language, actNumber: nextAct(account) } }];
    }
    case 'Unsubscribe': {
      const { topic, chosenAt } = command.data;
      const before = settingsOf(account.notificationSettings ?? {});
      const kinds = topic === 'digest' ? MAIL_KINDS.filter((kind) => before[kind] === 'digest') : [topic];
      const choices = Object.fromEntries(kinds.map((kind) => [kind, 'none']));
      return chooseSettings(account, { choices, chosenAt, byLink: true });
    }
    default:
      return manageAccount(account, command);
  }
}

function chooseSettings(
  { notificationSettings = {} }: Account,
  { choices, ...how }: NotificationSettingsChosen['data'],
): readonly AccountEvent[] {
  const before = settingsOf(notificationSettings);
  const changed = MAIL_KINDS.filter((kind) => choices[kind] !== undefined && choices[kind] !== before[kind]);
  if (changed.length === 0) return [];
  const chosen = Object.fromEntries(changed.map((kind) => [kind, choices[kind]]));
  return [{ type: 'NotificationSettingsChosen', data: { choices: chosen, ...how } }];
}

/** The person's saved views after the event. */
export function evolveViews(views: readonly SavedView[], event: AccountEvent): readonly SavedView[] {
  if (event.type === 'ViewSaved') return withView(views, event.data);
  return event.type === 'ViewRemoved' ? withoutView(views, event.data) : views;
}

/** Rejects with `account/view-changed` and `account/too-many-views`. */
function saveView(views: readonly SavedView[], { seen, renames, ...view }: SaveView['data']): readonly AccountEvent[] {
  const before = views.find((kept) => isSameView(kept, view));
  const renamed = views.find((kept) => isSameView(kept, { screen: view.screen, name: renames ?? view.name }));
  if (before?.name === view.name && before.search === view.search && (renamed === before || !renamed)) return [];
  if (renames !== undefined) {
    if (renamed?.search !== view.search)
      throw new DomainError('account/view-changed', 'You have changed or removed this view meanwhile.');
    if (renamed !== before) requireSeenView(before, seen);
    const removed = { type: 'ViewRemoved', data: { screen: renamed.screen, name: renamed.name } } as const;
    return [...(renamed === before ? [] : [removed]), { type: 'ViewSaved', data: view }];
  }
  requireSeenView(before, seen);
  if (!before && views.filter(({ screen }) => screen === view.screen).length >= VIEWS_PER_SCREEN) {
    throw new DomainError(
      'account/too-many-views',
      `You keep ${VIEWS_PER_SCREEN} views of this screen, and more would be hard to tell apart. Remove one first.`,
    );
  }
  return [{ type: 'ViewSaved', data: view }];
}

function requireSeenView(before: SavedView | undefined, seen: SeenView | undefined): void {
  if (!seen || !before || before.search === seen.search) return;
  throw new DomainError('account/view-changed', 'You have saved another view of this name meanwhile.');
}

function removeView(views: readonly SavedView[], { seen, ...key }: RemoveView['data']): readonly AccountEvent[] {
  const kept = views.find((view) => isSameView(view, key));
  requireSeenView(kept, seen);
  return kept ? [{ type: 'ViewRemoved', data: { screen: kept.screen, name: kept.name } }] : [];
}
