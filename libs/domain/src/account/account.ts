import { unknownEvent } from '../kernel/decider.js';
import { type ChosenSettings, withChoices } from './notification-settings.js';
import type { AccountCreated, AccountEvent, ProviderAct } from './account.events.js';
import { type DismissedFile, dismissedKey } from './dismissed-file.js';
import type { Language } from '../kernel/language.js';

/**
 * A person as the portal knows them. Absent fields mean: no second phone, no site administrator, no claimed company, active, nothing
 * requested of the identity provider.
 */
export interface Account extends Pick<
  AccountCreated['data'],
  'userId' | 'lastName' | 'firstName' | 'email' | 'primaryPhone' | 'companyId' | 'admin' | 'groups'
> {
  readonly secondaryPhone?: string | null;
  readonly siteAdmin?: boolean;
  /** The claimed company, until an admin has confirmed it. */
  readonly claimedCompanyId?: number | null;
  readonly deactivated?: boolean;
  /** How often the account was deactivated or reactivated: tells one deactivation from another. */
  readonly switches?: number;
  /** The newest update that the person has dismissed. */
  readonly dismissedUpdate?: string;
  /** The `dismissedKey` of each refused file that the person has dismissed, oldest first. */
  readonly dismissedFiles?: readonly string[];
  /** The e-mail notification settings that the person has chosen; those that they never chose are absent. */
  readonly notificationSettings?: ChosenSettings;
  /** The language in which the person is mailed; absent: English. */
  readonly language?: Language;
  /** The number of the last request to the identity provider. */
  readonly lastAct?: number;
  /** Requests that the provider has not answered yet, oldest first. */
  readonly pendingActs?: readonly PendingAct[];
}

export interface PendingAct {
  readonly actNumber: number;
  readonly act: ProviderAct;
}

/** Files: beyond this number the oldest ones are forgotten. Refused files are rare, so these have long been out of use. */
const MAX_DISMISSED = 200;

function withDismissed(account: Account, file: DismissedFile, isDismissed: boolean): Account {
  const others = (account.dismissedFiles ?? []).filter((key) => key !== dismissedKey(file));
  return {
    ...account,
    dismissedFiles: [...others, ...(isDismissed ? [dismissedKey(file)] : [])].slice(-MAX_DISMISSED),
  };
}

/** Applies one event. Undefined until the account is created. */
export function evolveAccount(account: Account | undefined, event: AccountEvent): Account | undefined {
  switch (event.type) {
    case 'AccountCreated':
      return account ?? created(event.data);
    case 'ViewSaved':
    case 'ViewRemoved':
      return account;
    case 'UpdateDismissed':
      return account && { ...account, dismissedUpdate: event.data.updateId };
    case 'RefusedFileDismissed':
      return account && withDismissed(account, event.data, true);
    case 'RefusedFileRestored':
      return account && withDismissed(account, event.data, false);
    case 'NotificationSettingsChosen': {
      const { choices, chosenAt } = event.data;
      const notificationSettings = withChoices(account?.notificationSettings ?? {}, choices, chosenAt);
      return account && { ...account, notificationSettings };
    }
    case 'LanguageChosen': {
      const { language, actNumber } = event.data;
      return account && asking({ ...account, language }, { actNumber, act: 'update-language' });
    }
    case 'ProfileChanged': {
      const { reason: _, actNumber, ...profile } = event.data;
      return account && asking({ ...account, ...profile }, { actNumber, act: 'update-profile' });
    }
    case 'GroupsChanged':
      return account && { ...account, groups: event.data.groups };
    case 'RoleChanged':
      return account && { ...account, admin: event.data.admin, siteAdmin: event.data.siteAdmin };
    case 'CompanyAssigned': {
      const { companyId, groups } = event.data;
      return account && { ...account, companyId, groups, claimedCompanyId: null, siteAdmin: false };
    }
    case 'AccountDeactivated':
      return account && asking(switched(account, true), { actNumber: event.data.actNumber, act: 'deactivate' });
    case 'AccountReactivated':
      return account && asking(switched(account, false), { actNumber: event.data.actNumber, act: 'reactivate' });
    case 'SignInActOrdered':
      return account && asking(account, event.data);
    case 'ProviderActSettled':
      return account && answered(account, event.data.actNumber);
    default:
      return unknownEvent(event);
  }
}

export const isActive = ({ deactivated }: Pick<Account, 'deactivated'>): boolean => deactivated !== true;

export const switchesOf = ({ switches = 0 }: Pick<Account, 'switches'>): number => switches;

/** The number of the next request to the identity provider. */
export const nextAct = ({ lastAct = 0 }: Pick<Account, 'lastAct'>): number => lastAct + 1;

function created({ requestedBy: _, reason: __, ...account }: AccountCreated['data']): Account {
  return account;
}

const switched = (account: Account, deactivated: boolean): Account => ({
  ...account,
  deactivated,
  switches: switchesOf(account) + 1,
});

const asking = (account: Account, { actNumber, act }: PendingAct): Account => ({
  ...account,
  lastAct: actNumber,
  pendingActs: [...(account.pendingActs ?? []), { actNumber, act }],
});

const answered = (account: Account, actNumber: number): Account => ({
  ...account,
  pendingActs: (account.pendingActs ?? []).filter((pending) => pending.actNumber !== actNumber),
});
