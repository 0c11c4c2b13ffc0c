import type { User } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../live/use-live-topic.js';
import { useUnreadNotes } from '../live/use-unread-notes.js';
import { openMessagesAtom, queueWaitingAtom, unreadNotesAtom } from './place-links.js';

const NO_REFERRALS: readonly string[] = [];
const QUEUE = 'queue-waiting';
const MESSAGES = 'messages-waiting';
/** Limits how often a busy queue is counted because of what others do. */
const COUNT_INTERVAL_MS = 5000;

/** Counts the person's unread notes for the navigation, live. Renders nothing. Loaded when somebody is signed in. */
export function CountUnread() {
  useShown(unreadNotesAtom, useUnreadNotes(NO_REFERRALS).total);
  return null;
}

/** Counts the work that waits for the provider's staff, live. Renders nothing. Loaded when a person who may see the queue is signed in. */
export function CountWaiting({ user }: { readonly user: User }) {
  useShown(queueWaitingAtom, useWaitingTasks(user));
  useShown(openMessagesAtom, useOpenMessages());
  return null;
}

/** Written to an atom, because the header is outside the pages that load the query library, and renders before it. */
function useShown(place: typeof queueWaitingAtom, count: number | undefined): void {
  const show = useSetAtom(place);
  useEffect(() => {
    show(count);
    return () => show(undefined);
  }, [count, show]);
}

/** The number of the person's own tasks; for a person who only watches, of those that are overdue. */
function useWaitingTasks(user: User): number | undefined {
  const counting = useQuery(
    {
      queryKey: [QUEUE],
      // Requests no rows, because reading rows would be recorded as reading members' data.
      queryFn: ({ signal }) => call('GET /tasks', { query: { pageSize: 0 } }, { signal }),
    },
    queryClient,
  );
  const { data } = counting;
  const { changes } = useLiveTopic({ name: 'task-queue' }, counting);
  useInvalidateOnChanges(queryClient, QUEUE, changes, COUNT_INTERVAL_MS, { afterOwnActs: true });
  return data && (mayWorkTasks(user) ? data.tabCounts.mine : data.tabCounts.overdue);
}

function useOpenMessages(): number | undefined {
  const counting = useQuery(
    {
      queryKey: [MESSAGES],
      queryFn: ({ signal }) => call('GET /messages', { query: { pageSize: 0 } }, { signal }),
    },
    queryClient,
  );
  const { changes } = useLiveTopic({ name: 'inquiries' }, counting);
  useInvalidateOnChanges(queryClient, MESSAGES, changes, COUNT_INTERVAL_MS, { afterOwnActs: true });
  return counting.data?.rowCount;
}
