import type { FeedPosition, TaskQueue } from '@throughline/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { blockingError } from '../../../api/api-error.js';
import { call, readPosition } from '../../../api/api.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { useNow } from '../../../ui/use-clock.js';
import {
  dueToOwnActs,
  latestOfEach,
  liveTasks,
  ownActs,
  pendingUpdates,
  type RowChange,
  type RowReading,
} from './rows/live-rows.js';
import { useNewsOfOthers } from '../../../ui/tables/show-updates.js';
import { untilLeft } from '../../../ui/page/at-rest.js';
import { queueQueryOf, type QueueView } from './queue-view.js';

/** One page of the queue, updated in place. `showUpdates` reads it again. */
export function useTaskQueue(view: QueueView, userId: string) {
  const question = queueQueryOf(view);
  const reading = useQuery({
    queryKey: ['task-queue', question],
    queryFn: ({ signal }) => call('GET /tasks', { query: question }, { signal }),
    placeholderData: keepPreviousData,
    // A page from the cache would have an outdated order.
    gcTime: 0,
  });
  const { data, isPlaceholderData, error } = reading;
  const { changes, refusal } = useLiveTopic({ name: 'task-queue' }, reading);
  const [readings, setReadings] = useState<readonly RowReading[]>([]);
  const now = useNow();
  const { data: isShownAt } = useQuery({
    queryKey: ['shown-times'],
    queryFn: async () => (await import('./filters/shown-times.js')).isShownAt,
    enabled: view.search !== '',
    staleTime: Infinity,
  });
  const latest = useMemo(() => (data ? latestOfEach(data.feed, changes, readings) : []), [data, changes, readings]);
  const rows = useMemo(
    () => liveTasks(data?.rows ?? [], latest, view, { userId, now, isShownAt }),
    [data, latest, view, userId, now, isShownAt],
  );
  /** The tasks that the person has sent an act on, until they were read after it: their changes may come before the answer. */
  const [acting, setActing] = useState<readonly string[]>([]);
  const own = useMemo(() => new Set([...ownActs(changes, readings), ...acting]), [changes, readings, acting]);
  const counts = useQueueCounts(view, data, latest);
  /** How many rows are being read after an act. */
  const [reads, setReads] = useState(0);
  /** Reads a row after an action or a refusal. The live feed may bring the change earlier, or may be disconnected. */
  const readRow = useCallback(async (taskId: string): Promise<void> => {
    setReads((before) => before + 1);
    const task = await call('GET /tasks/{taskId}', { params: { taskId } }).catch(() => null);
    setReads((before) => before - 1);
    setActing((before) => before.filter((acted) => acted !== taskId));
    if (task === null) return;
    const { feed, ...row } = task;
    setReadings((before) => [
      ...before.filter(({ key }) => key !== taskId),
      { key: taskId, row, feed, log: readPosition() },
    ]);
  }, []);
  useEffect(
    () =>
      untilLeft(async () => {
        const { followOtherTabs } = await import('../task/acts/acts-of-other-tabs.js');
        return followOtherTabs((taskId) => void readRow(taskId));
      }),
    [readRow],
  );
  const pending = useNewsOfOthers(pendingUpdates(rows, own), reading.isFetching || reads > 0);
  return {
    rows: rows.shown,
    /** As it is now, which the tab says as well: the rows stay as they were read. */
    rowCount: counts?.tabCounts[view.tab] ?? 0,
    counts,
    /** The counts at the read of the queue. */
    readCounts: data,
    /** The latest change of each task since the read. */
    changes: latest,
    readings,
    /** How many changes of others are not shown. */
    pending,
    ownActs: dueToOwnActs(rows, own),
    isLoading: reading.isPending,
    isRefreshing: reading.isFetching,
    /** Whether the rows are those that were shown before, because the new ones have not come. */
    isEarlier: isPlaceholderData,
    error: blockingError({ data: isPlaceholderData ? undefined : data, error }),
    reading,
    refusal,
    showUpdates: () => void reading.refetch(),
    readRow,
    /** Called with the tasks of an act on several, when it is sent. After it, each is read by `readRow`. */
    onSend: setActing,
  };
}

const QUERY = 'task-queue-counts';
/** Limits how often a busy queue is counted. */
const COUNT_INTERVAL_MS = 1000;

/** The counts of tabs, departments and categories under the filters, counted again as tasks change. Undefined until the first answer. */
function useQueueCounts(
  view: QueueView,
  snapshot: TaskQueue | undefined,
  changes: readonly RowChange[],
): Pick<TaskQueue, 'tabCounts' | 'departmentCounts' | 'categoryCounts'> | undefined {
  const client = useQueryClient();
  const question = { ...queueQueryOf({ ...view, page: 0 }), pageSize: 0 };
  const { data: counted } = useQuery({
    queryKey: [QUERY, question],
    queryFn: ({ signal }) => call('GET /tasks', { query: question }, { signal }),
    enabled: changes.length > 0,
    gcTime: 0,
  });
  useInvalidateOnChanges(client, QUERY, changes, COUNT_INTERVAL_MS);
  if (snapshot === undefined || counted === undefined) return snapshot;
  return isNewer(counted.feed, snapshot.feed) ? counted : snapshot;
}

const isNewer = (one: FeedPosition, other: FeedPosition): boolean =>
  one.epoch === other.epoch && one.position > other.position;
