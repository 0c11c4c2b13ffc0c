import type { Decider } from '../kernel/decider.js';
import type { MessageCommand } from './message.commands.js';
import type { MessageEvent } from './message.events.js';

/** What was sent about one referral. */
export interface MessageState {
  readonly referralMailSent: boolean;
}

/** Stream `message-{referralId}`. */
export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = {
  category: 'message',
  initialState: { referralMailSent: false },
  evolve: (_, event) => {
    switch (event.type) {
      case 'ReferralMailSent':
        return { referralMailSent: true };
    }
  },
  decide: ({ referralMailSent }, command) => {
    switch (command.type) {
      case 'RecordReferralMail':
        return referralMailSent ? [] : [{ type: 'ReferralMailSent', data: command.data }];
    }
  },
};
