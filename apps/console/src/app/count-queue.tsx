import type { User } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { useLiveTopic } from '../live/use-live-topic.js';
import { queueWaitingAtom } from './place-links.js';

const QUERY_KEY = ['queue-waiting'];
/** Limits how often a busy queue is counted. */
const COUNT_INTERVAL_MS = 5000;

/** Counts the queue and follows it live. Renders nothing. Loaded when a person who may see the queue is signed in. */
export function CountQueue({ user }: { readonly user: User }) {
  const setWaiting = useSetAtom(queueWaitingAtom);
  const counting = useQuery(
    {
      queryKey: QUERY_KEY,
      // Without rows: reading rows would be recorded as reading members' data.
      queryFn: ({ signal }) => call('GET /tasks', { query: { pageSize: 0 } }, { signal }),
    },
    queryClient,
  );
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const countSoon = useCallback(() => {
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    }, COUNT_INTERVAL_MS);
  }, []);
  useEffect(() => () => clearTimeout(planned.current), []);
  const { data } = counting;
  const { changes } = useLiveTopic({ name: 'task-queue' }, counting);
  useEffect(() => {
    if (changes.length > 0) countSoon();
  }, [changes, countSoon]);
  const waiting = data && (mayWorkTasks(user) ? data.tabCounts.mine : data.tabCounts.overdue);
  useEffect(() => {
    setWaiting(waiting);
    return () => setWaiting(undefined);
  }, [waiting, setWaiting]);
  return null;
}
