import type { Command } from '../kernel/command.js';
import type { AccountCreated } from './account.events.js';
import type { SavedView, ViewKey } from './saved-view.js';

/** The portal comes to know a person of the identity provider. */
export type CreateAccount = Command<'CreateAccount', AccountCreated['data']>;

/** A person keeps what a screen is narrowed to; the same name again replaces what was kept under it. */
export type SaveView = Command<'SaveView', SavedView>;

/** A person needs a view no more. */
export type RemoveView = Command<'RemoveView', ViewKey>;

export type AccountCommand = CreateAccount | SaveView | RemoveView;
