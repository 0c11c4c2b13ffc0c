import type { Command } from '../kernel/command.js';
import type { AccountCreated } from './account.events.js';

/** The portal comes to know a person of the identity provider. */
export type CreateAccount = Command<'CreateAccount', AccountCreated['data']>;

export type AccountCommand = CreateAccount;
