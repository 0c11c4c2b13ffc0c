import type { TaskQueue } from '@throughline/contracts';
import { maySeeQueue, mayWorkTasks } from '@throughline/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { api } from '../api/api.js';
import { useLiveTopic } from '../live/use-live-topic.js';
import { userAtom } from '../session/session.js';

const QUERY_KEY = ['queue-waiting'];
/** However busy the queue is, it is counted no more often than this. */
const COUNT_EVERY_MS = 5000;

/** How many tasks wait for this person: their own ones; for who only watches, the overdue ones. Undefined: not known, or no queue for them. */
export function useQueueWaiting(): number | undefined {
  const user = useAtomValue(userAtom);
  const enabled = user !== null && maySeeQueue(user);
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    enabled,
    // No rows: the counts are of the work, not of people whose data would be read.
    queryFn: ({ signal }) => api.get<TaskQueue>('/tasks', { query: { pageSize: 0 }, signal }),
  });
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const countSoon = () => {
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    }, COUNT_EVERY_MS);
  };
  useEffect(() => () => clearTimeout(planned.current), []);
  useLiveTopic(enabled ? { name: 'task-queue' } : null, {
    feed: data?.feed,
    onChanges: countSoon,
    onReadAfresh: countSoon,
  });
  if (!data || !user || !enabled) return undefined;
  return mayWorkTasks(user) ? data.tabCounts.mine : data.tabCounts.overdue;
}
