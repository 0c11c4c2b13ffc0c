import type { DomainEvent } from '../kernel/event.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: notification-{userId}-{YYYY-MM}, a new one each month, because people read notifications for years.
 */

/** A person has read these notifications, which makes them read on all of the person's screens. */
export type NotificationsRead = DomainEvent<
  'NotificationsRead',
  {
    readonly userId: string;
    /** `{stream}-{revision}` of the events that the notifications are about. */
    readonly notificationIds: readonly string[];
    /** ISO 8601, UTC. */
    readonly readAt: string;
  }
>;

export type NotificationEvent = NotificationsRead;

export const NOTIFICATION_WORDS: SomeEventWords<NotificationEvent> = {
  NotificationsRead: null,
};
