import { type Command, type Decider, UnknownEvent } from '../kernel/decider.js';
import type { NotificationEvent, NotificationsRead } from './notification.events.js';

export type ReadNotifications = Command<'ReadNotifications', NotificationsRead['data']>;

/** The id of the stream that a reading is recorded in. */
export const readingId = ({ userId, readAt }: Pick<NotificationsRead['data'], 'userId' | 'readAt'>): string =>
  `${userId}-${monthOf(readAt)}`;

/** YYYY-MM, UTC. */
export const monthOf = (at: string): string => at.slice(0, 'YYYY-MM'.length);

/** Stream `notification-{readingId}`: the ids of the notifications that a person has read in a month. */
export const notificationDecider: Decider<readonly string[], ReadNotifications, NotificationEvent> = {
  category: 'notification',
  initialState: [],
  evolve: (read, event) => {
    switch (event.type) {
      case 'NotificationsRead':
        return [...read, ...event.data.notificationIds];
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: (read, { data }) => {
    const already = new Set(read);
    const notificationIds = [...new Set(data.notificationIds)].filter((id) => !already.has(id));
    return notificationIds.length === 0 ? [] : [{ type: 'NotificationsRead', data: { ...data, notificationIds } }];
  },
};
