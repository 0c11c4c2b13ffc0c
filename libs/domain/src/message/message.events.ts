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
    /** What a mail server's log knows the mail by; says nothing of anybody. */
    readonly messageId: string;
    /** ISO 8601, UTC. */
    readonly sentAt: string;
  }
>;

export type MessageEvent = ReferralMailSent;
