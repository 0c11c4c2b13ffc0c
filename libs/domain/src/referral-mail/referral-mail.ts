import { type Command, type Decider, unknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import type { EventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: message-{referralId}.
 */

/** The referrer was mailed the referral's ID and a link to it. */
export type ReferralMailSent = DomainEvent<
  'ReferralMailSent',
  {
    readonly referralId: string;
    /** The Message-ID, for finding the mail in a mail server's log. Holds no personal data. */
    readonly messageId: string;
    /** ISO 8601, UTC. */
    readonly sentAt: string;
  }
>;

/**
 * No mail is sent about the referral: its sender was not signed in, and the address that it names had already received the maximum of mails
 * that such senders may cause within an hour.
 */
export type ReferralMailWithheld = DomainEvent<
  'ReferralMailWithheld',
  {
    readonly referralId: string;
    /** ISO 8601, UTC. */
    readonly withheldAt: string;
  }
>;

export type ReferralMailEvent = ReferralMailSent | ReferralMailWithheld;

export const REFERRAL_MAIL_WORDS: EventWords<ReferralMailEvent> = {
  ReferralMailSent: () => 'The referral ID was mailed to the referrer',
  ReferralMailWithheld: () => 'No email was sent: several went to the referrer’s address within the hour',
};

/** Records that a mail server accepted the mail with the referral's ID. */
export type RecordReferralMail = Command<'RecordReferralMail', ReferralMailSent['data']>;

/** Records that no mail is sent, because the address was mailed too often. */
export type WithholdReferralMail = Command<'WithholdReferralMail', ReferralMailWithheld['data']>;

export type ReferralMailCommand = RecordReferralMail | WithholdReferralMail;

/** The outcome of the mail about one referral. A mail that was withheld is not sent later. */
export interface ReferralMailState {
  readonly referralMail: 'due' | 'sent' | 'withheld';
}

/** Stream `message-{referralId}`. */
export const referralMailDecider: Decider<ReferralMailState, ReferralMailCommand, ReferralMailEvent> = {
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
