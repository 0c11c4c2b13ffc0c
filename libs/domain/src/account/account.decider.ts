import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { AccountCreated, AccountEvent, UpdateDismissed } from './account.events.js';
import { isSameView, type SavedView, type ViewKey, VIEWS_PER_SCREEN, withoutView, withView } from './saved-view.js';

/** Registers a person of the identity provider with the portal. */
export type CreateAccount = Command<'CreateAccount', AccountCreated['data']>;

/** Saves the filters, sort and search of a screen under a name, and replaces the person's view of that name. */
export type SaveView = Command<'SaveView', SavedView>;

/** Removes a saved view. */
export type RemoveView = Command<'RemoveView', ViewKey>;

/** Announces this update to the person no more. */
export type DismissUpdate = Command<'DismissUpdate', UpdateDismissed['data']>;

export type AccountCommand = CreateAccount | SaveView | RemoveView | DismissUpdate;

export interface AccountState {
  /** Views do not need the account: a person may save some before the portal has their profile. */
  readonly status: 'none' | 'created';
  readonly views: readonly SavedView[];
  readonly dismissedUpdate: string | null;
}

/** Stream `account-{userId}`. Every sign-in may ask for the account. It is created once; later requests change nothing. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initialState: { status: 'none', views: [], dismissedUpdate: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountCreated':
        return { ...state, status: 'created' };
      case 'ViewSaved':
        return { ...state, views: withView(state.views, event.data) };
      case 'ViewRemoved':
        return { ...state, views: withoutView(state.views, event.data) };
      case 'UpdateDismissed':
        return { ...state, dismissedUpdate: event.data.updateId };
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'CreateAccount':
        return state.status === 'created' ? [] : [{ type: 'AccountCreated', data: command.data }];
      case 'SaveView':
        return saveView(state.views, command.data);
      case 'RemoveView':
        return removeView(state.views, command.data);
      case 'DismissUpdate':
        return state.dismissedUpdate === command.data.updateId ? [] : [{ type: 'UpdateDismissed', data: command.data }];
      default:
        return unreachable(command);
    }
  },
};

function saveView(views: readonly SavedView[], view: SavedView): readonly AccountEvent[] {
  const before = views.find((kept) => isSameView(kept, view));
  if (before?.name === view.name && before.search === view.search) return [];
  if (!before && views.filter(({ screen }) => screen === view.screen).length >= VIEWS_PER_SCREEN) {
    throw new DomainError(
      'account/too-many-views',
      `You keep ${VIEWS_PER_SCREEN} views of this screen, and more would be hard to tell apart. Remove one first.`,
    );
  }
  return [{ type: 'ViewSaved', data: view }];
}

function removeView(views: readonly SavedView[], key: ViewKey): readonly AccountEvent[] {
  const kept = views.find((view) => isSameView(view, key));
  return kept ? [{ type: 'ViewRemoved', data: { screen: kept.screen, name: kept.name } }] : [];
}
