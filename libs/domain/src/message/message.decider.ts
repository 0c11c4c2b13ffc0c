import { type Command, type Decider, unknownEvent } from '../kernel/decider.js';
import type { MessageEvent, ReferralMailSent, ReferralMailWithheld } from './message.events.js';

/** Records that a mail server accepted the mail with the referral's ID. */
export type RecordReferralMail = Command<'RecordReferralMail', ReferralMailSent['data']>;

/** Records that no mail is sent, as the address was mailed too often. */
export type WithholdReferralMail = Command<'WithholdReferralMail', ReferralMailWithheld['data']>;

export type MessageCommand = RecordReferralMail | WithholdReferralMail;

/** The outcome of the mail about one referral. A mail that was withheld is not sent later. */
export interface MessageState {
  readonly referralMail: 'due' | 'sent' | 'withheld';
}

/** Stream `message-{referralId}`. */
export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = {
  category: 'message',
  initialState: { referralMail: 'due' },
  evolve: (_, event) => {
    switch (event.type) {
      case 'ReferralMailSent':
        return { referralMail: 'sent' };
      case 'ReferralMailWithheld':
        return { referralMail: 'withheld' };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ referralMail }, command) => {
    if (referralMail !== 'due') return [];
    switch (command.type) {
      case 'RecordReferralMail':
        return [{ type: 'ReferralMailSent', data: command.data }];
      case 'WithholdReferralMail':
        return [{ type: 'ReferralMailWithheld', data: command.data }];
    }
  },
};
