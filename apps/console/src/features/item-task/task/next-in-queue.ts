import type { TaskQueueRow } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { queryClient } from '../../../api/query-client.js';
import { firstTasksOf } from '../queue/queue-view.js';

/** How long the order of the queue is kept after a task's page was left. */
const KEPT_MS = 30_000;

type QueueRow = Pick<TaskQueueRow, 'taskId' | 'assignee'> & { readonly onHold?: object | null };

/** The tasks of a queue, by the query of its address, in the order of the moment at which the walk through it began. */
export const walkQuery = (queue: string) =>
  queryOptions({
    queryKey: ['queue-walk', queue],
    queryFn: ({ signal }) => call('GET /tasks', { query: firstTasksOf(queue) }, { signal }),
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });

/** Reads the queue and finds the next task in it. Undefined if there is none, or the queue could not be read. */
export async function nextInQueue(queue: string, taskId: string, userId: string | undefined) {
  const ofWalk = walkQuery(queue);
  // The walk may still be loading: the page shows it last.
  const [walk, waiting] = await Promise.all([
    queryClient.getQueryState(ofWalk.queryKey) && queryClient.ensureQueryData(ofWalk).catch(() => undefined),
    call('GET /tasks', { query: firstTasksOf(queue) }).catch(() => undefined),
  ]);
  return nextOf({ taskId, userId, walk: walk?.rows ?? [], waiting: waiting?.rows ?? [] });
}

interface Place {
  /** The task that the person comes from. */
  readonly taskId: string;
  readonly userId: string | undefined;
  readonly walk: readonly Pick<QueueRow, 'taskId'>[];
  /** The tasks that are in the queue now. */
  readonly waiting: readonly QueueRow[];
}

/**
 * The first task after this one in the order of the walk that is in the queue now and that the person may work on; after the last one, the
 * first of the queue.
 */
export function nextOf({ taskId, userId, walk, waiting }: Place): QueueRow | undefined {
  const open = waiting.filter(
    ({ taskId: id, assignee, onHold }) => id !== taskId && !onHold && (assignee?.userId ?? userId) === userId,
  );
  const at = walk.findIndex((row) => row.taskId === taskId);
  const later = at === -1 ? [] : walk.slice(at + 1);
  return later.flatMap((row) => open.find((one) => one.taskId === row.taskId) ?? [])[0] ?? open[0];
}

/** Gives the place of a completed task in the walk to the one in which its items are again. */
export function replaceInWalk(queue: string, taskId: string, reopened: string): void {
  queryClient.setQueryData(
    walkQuery(queue).queryKey,
    (walk) =>
      walk && { ...walk, rows: walk.rows.map((row) => (row.taskId === taskId ? { ...row, taskId: reopened } : row)) },
  );
}
