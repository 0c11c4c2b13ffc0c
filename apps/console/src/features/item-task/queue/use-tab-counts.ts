import type { TaskQueue } from '@throughline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listTaskQueue } from '../api/list-task-queue.js';
import { type QueueView, questionOf } from './queue-view.js';

const QUERY = 'task-queue-counts';
/** However busy the queue is, it is counted no more often than this. */
const COUNT_EVERY_MS = 1000;

/** What each tab holds under the filters: as the page was read, then counted again when tasks changed. */
export function useTabCounts(view: QueueView, snapshot: TaskQueue | undefined) {
  const client = useQueryClient();
  const question = { ...questionOf({ ...view, tab: 'unassigned', page: 0 }), pageSize: 0 };
  const [changed, setChanged] = useState<TaskQueue | undefined>();
  const isChanged = snapshot !== undefined && changed === snapshot;
  const counting = useQuery({
    queryKey: [QUERY, question],
    queryFn: ({ signal }) => listTaskQueue(question, signal),
    enabled: isChanged,
    gcTime: 0,
  });
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(planned.current), []);
  const countSoon = () => {
    setChanged(snapshot);
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      void client.invalidateQueries({ queryKey: [QUERY] });
    }, COUNT_EVERY_MS);
  };
  return { counts: (isChanged ? counting.data?.tabCounts : undefined) ?? snapshot?.tabCounts, countSoon };
}
