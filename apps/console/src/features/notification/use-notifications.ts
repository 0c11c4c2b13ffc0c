import type { Notification } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/api.js';
import { queryClient } from '../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../live/use-live-topic.js';

export const NOTIFICATIONS = 'notifications';
/** Notifications that arrive within this time are read and announced together. */
const READ_INTERVAL_MS = 1000;

/** The person's last notifications, live. `onNews` is called with unread ones that were not there before. */
export function useNotifications(onNews: (news: readonly Notification[]) => void) {
  const reading = useQuery({
    queryKey: [NOTIFICATIONS],
    queryFn: ({ signal }) => call('GET /notifications', {}, { signal }),
  });
  const { changes } = useLiveTopic({ name: 'notifications' }, reading);
  // While this page is hidden, the browser's own notifications are shown from what is read here.
  useInvalidateOnChanges(queryClient, NOTIFICATIONS, changes, READ_INTERVAL_MS, { whileHidden: true });
  const notifications = reading.data?.notifications;
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (notifications === undefined) return;
    const news = newsIn(notifications, known.current);
    known.current = new Set(notifications.flatMap(({ ids }) => ids));
    if (news.length > 0) latest.current(news);
  }, [notifications]);
  return reading;
}

/** The unread notifications that were not in `known`; none while `known` is null, which is when the page is opened. */
export const newsIn = (notifications: readonly Notification[], known: ReadonlySet<string> | null) =>
  notifications.filter(({ ids, unread }) => known !== null && unread && ids.some((id) => !known.has(id)));
