import type { Change, TaskQueue } from '@throughline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { listTaskQueue } from '../api/list-task-queue.js';
import { readTask } from '../api/read-task.js';
import { applyChanges, type LiveRows, pendingUpdates, startRows } from './live-rows.js';
import { type QueueView, questionOf } from './queue-view.js';
import { useTabCounts } from './use-tab-counts.js';

/** A task as it is now. */
type RowChange = Pick<Change, 'key' | 'row'>;

/** One page of the queue, kept true in place; `showUpdates` reads it afresh. */
export function useTaskQueue(view: QueueView, userId: string) {
  const question = questionOf(view);
  const reading = useQuery({
    queryKey: ['task-queue', question],
    queryFn: ({ signal }) => listTaskQueue(question, signal),
    placeholderData: keepPreviousData,
    // A page that came back from the past would be in an order that is over.
    gcTime: 0,
  });
  const { rows, bring } = useLiveRows(reading.data, view, userId);
  const { counts, countSoon } = useTabCounts(view, reading.data);
  const onChanges = (changes: readonly RowChange[]) => {
    bring(changes);
    countSoon();
  };
  const latest = useRef(onChanges);
  useEffect(() => {
    latest.current = onChanges;
  });
  useLiveTopic(
    { name: 'task-queue' },
    { feed: reading.data?.feed, onChanges, onReadAfresh: () => void reading.refetch() },
  );
  /** Shows a row as it really is, after an action of one's own or its refusal. The live feed may be faster, or be away. */
  const readRow = useCallback(async (taskId: string) => {
    const row = await readTask(taskId).catch(() => null);
    if (row !== null) latest.current([{ key: taskId, row }]);
  }, []);
  return {
    rows: rows.shown,
    rowCount: reading.data?.rowCount ?? 0,
    counts,
    pending: pendingUpdates(rows),
    isLoading: reading.isPending,
    isRefreshing: reading.isFetching,
    error: reading.data === undefined || reading.isPlaceholderData ? reading.error : null,
    showUpdates: () => void reading.refetch(),
    readRow,
  };
}

/** Changes to a snapshot are forgotten when there is another snapshot. */
function useLiveRows(snapshot: TaskQueue | undefined, view: QueueView, userId: string) {
  const [brought, setBrought] = useState<{ readonly to: TaskQueue | undefined; readonly rows: LiveRows } | null>(null);
  const rowsOf = (before: typeof brought) =>
    before !== null && before.to === snapshot ? before.rows : startRows(snapshot?.rows ?? []);
  const bring = (changes: readonly RowChange[]) =>
    setBrought((before) => ({
      to: snapshot,
      rows: applyChanges(rowsOf(before), changes, view, { userId, now: Date.now() }),
    }));
  return { rows: rowsOf(brought), bring };
}
