import type { User } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../live/use-live-topic.js';
import { queueWaitingAtom } from './place-links.js';

const QUERY = 'queue-waiting';
/** Limits how often a busy queue is counted. */
const COUNT_INTERVAL_MS = 5000;

/** Counts the queue and follows it live. Renders nothing. Loaded when a person who may see the queue is signed in. */
export function CountQueue({ user }: { readonly user: User }) {
  const setWaiting = useSetAtom(queueWaitingAtom);
  const counting = useQuery(
    {
      queryKey: [QUERY],
      // Without rows: reading rows would be recorded as reading members' data.
      queryFn: ({ signal }) => call('GET /tasks', { query: { pageSize: 0 } }, { signal }),
    },
    queryClient,
  );
  const { data } = counting;
  const { changes } = useLiveTopic({ name: 'task-queue' }, counting);
  useInvalidateOnChanges(queryClient, QUERY, changes, COUNT_INTERVAL_MS);
  const waiting = data && (mayWorkTasks(user) ? data.tabCounts.mine : data.tabCounts.overdue);
  // An atom: the header stands outside the pages that load the query library, and renders before it.
  useEffect(() => {
    setWaiting(waiting);
    return () => setWaiting(undefined);
  }, [waiting, setWaiting]);
  return null;
}
