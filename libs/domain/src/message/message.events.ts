import type { DomainEvent } from '../kernel/event.js';

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
 * No mail is sent about the referral: its sender was not signed in, and the address that it names had reached the number of mails that
 * such senders may cause within an hour.
 */
export type ReferralMailWithheld = DomainEvent<
  'ReferralMailWithheld',
  {
    readonly referralId: string;
    /** ISO 8601, UTC. */
    readonly withheldAt: string;
  }
>;

export type MessageEvent = ReferralMailSent | ReferralMailWithheld;
