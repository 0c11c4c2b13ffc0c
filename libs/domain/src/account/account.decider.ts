import type { Decider } from '../kernel/decider.js';
import type { AccountCommand } from './account.commands.js';
import type { AccountEvent } from './account.events.js';

export type AccountState = { readonly status: 'none' } | { readonly status: 'created' };

/** Stream `account-{userId}`. Every sign-in may ask for the account: it is created once, whatever the later ones say. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initialState: { status: 'none' },
  evolve: (_, event) => {
    switch (event.type) {
      case 'AccountCreated':
        return { status: 'created' };
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'CreateAccount':
        return state.status === 'created' ? [] : [{ type: 'AccountCreated', data: command.data }];
    }
  },
};
