import { type Command, type Decider, UnknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Streams: notificationMail-{referralId}, notificationDigest-{userId}-{YYYY-MM-DD}.
 */

/** A mail server accepted a mail that tells a person of these notifications, which are of one referral. */
export type NotificationsMailed = DomainEvent<
  'NotificationsMailed',
  {
    readonly referralId: string;
    /** The `mailIdOf` each notification. */
    readonly mailIds: readonly string[];
    readonly messageId: string;
    /** ISO 8601, UTC. */
    readonly sentAt: string;
  }
>;

/**
 * A mail server accepted the digest of a person and a day. Its notifications are afterwards recorded in the stream of each referral as
 * well.
 */
export type NotificationDigestSent = DomainEvent<
  'NotificationDigestSent',
  {
    readonly userId: string;
    /** YYYY-MM-DD, America/Chicago. */
    readonly day: string;
    readonly mailed: readonly { readonly referralId: string; readonly mailId: string }[];
    readonly messageId: string;
    readonly sentAt: string;
  }
>;

export type NotificationMailEvent = NotificationsMailed;
export type NotificationDigestEvent = NotificationDigestSent;

export const NOTIFICATION_MAIL_WORDS: SomeEventWords<NotificationMailEvent> = { NotificationsMailed: null };
export const NOTIFICATION_DIGEST_WORDS: SomeEventWords<NotificationDigestEvent> = { NotificationDigestSent: null };

export type RecordNotificationsMailed = Command<'RecordNotificationsMailed', NotificationsMailed['data']>;
export type RecordNotificationDigest = Command<'RecordNotificationDigest', NotificationDigestSent['data']>;

/** The id of what one person is mailed about one notification. `notificationId`: `{stream}-{revision}` of its event. */
export const mailIdOf = (notificationId: string, userId: string): string => `${notificationId}.${userId}`;

/** The id of the stream of a digest. */
export const digestIdOf = ({ userId, day }: { readonly userId: string; readonly day: string }): string =>
  `${userId}-${day}`;

/** The notifications of one referral that were mailed. Each is recorded once. */
export const notificationMailDecider: Decider<readonly string[], RecordNotificationsMailed, NotificationMailEvent> = {
  category: 'notificationMail',
  initialState: [],
  evolve: (mailed, event) => {
    switch (event.type) {
      case 'NotificationsMailed':
        return [...mailed, ...event.data.mailIds];
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: (mailed, { data }) => {
    const mailIds = data.mailIds.filter((id) => !mailed.includes(id));
    return mailIds.length === 0 ? [] : [{ type: 'NotificationsMailed', data: { ...data, mailIds } }];
  },
};

/** The digest of one person and day: null until it was sent, and sent once. */
export const notificationDigestDecider: Decider<
  NotificationDigestSent['data'] | null,
  RecordNotificationDigest,
  NotificationDigestEvent
> = {
  category: 'notificationDigest',
  initialState: null,
  evolve: (_, event) => {
    switch (event.type) {
      case 'NotificationDigestSent':
        return event.data;
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: (sent, { data }) => (sent === null ? [{ type: 'NotificationDigestSent', data }] : []),
};
