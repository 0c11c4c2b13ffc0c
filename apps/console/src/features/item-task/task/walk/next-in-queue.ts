import type { TaskQueueRow } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/api.js';
import { queryClient } from '../../../../api/query-client.js';
import { QUEUE_PAGE_SIZE, queueQueryOf, queueViewOf, type TaskQueueQuery } from '../../queue/queue-view.js';

/** How long the order of the queue is kept after a task's page was left. */
const KEPT_MS = 30_000;

/** As many tasks as one read may have. */
export const BLOCK_SIZE = 100;

/** A block of a queue, by the query of its address. Blocks are counted from 0. */
const blockQueryOf = (queue: string, block: number): TaskQueueQuery => ({
  ...queueQueryOf(queueViewOf(new URLSearchParams(queue))),
  page: block,
  pageSize: BLOCK_SIZE,
});

/** The block with the tasks of the page that the address of a queue names. */
const blockOfPage = (queue: string): number =>
  Math.floor((queueViewOf(new URLSearchParams(queue)).page * QUEUE_PAGE_SIZE) / BLOCK_SIZE);

type QueueRow = Pick<TaskQueueRow, 'taskId' | 'assignee'> & { readonly onHold?: object | null };

/** The tasks of a queue in the order of the moment at which each block of them was read. */
export interface Walk<Row extends Pick<QueueRow, 'taskId'> = QueueRow> {
  readonly rows: readonly Row[];
  /** The first and the last block of the queue that it has. */
  readonly first: number;
  readonly last: number;
  /** The number of tasks of the queue, with those that have left it since they were read. */
  readonly rowCount: number;
}

const readBlock = (queue: string, block: number, signal?: AbortSignal) =>
  call('GET /tasks', { query: blockQueryOf(queue, block) }, { ...(signal && { signal }) });

/** The walk through a queue, by the query of its address. It begins with the block of the page from which the person came. */
export const walkQuery = (queue: string) =>
  queryOptions({
    queryKey: ['queue-walk', queue],
    queryFn: async ({ signal }): Promise<Walk> => {
      const block = blockOfPage(queue);
      const { rows, rowCount } = await readBlock(queue, block, signal);
      return { rows, first: block, last: block, rowCount };
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });

/** At which end of the walk the queue goes on that was not read yet; null: neither is near. */
export function endOf(
  { rows, first, rowCount }: Walk<Pick<QueueRow, 'taskId'>>,
  at: number,
): 'before' | 'after' | null {
  if (at >= rows.length - 2 && first * BLOCK_SIZE + rows.length < rowCount) return 'after';
  return at < 2 && first > 0 ? 'before' : null;
}

/** Reads the block before or after the walk, once. */
export const readOn = (queue: string, end: 'before' | 'after'): Promise<void> => {
  const walk = queryClient.getQueryData(walkQuery(queue).queryKey);
  if (walk === undefined) return Promise.resolve();
  const block = end === 'before' ? walk.first - 1 : walk.last + 1;
  const reading = queryClient.fetchQuery({
    queryKey: [...walkQuery(queue).queryKey, block],
    queryFn: async ({ signal }) => {
      // Tasks that have left the queue let the others move up, into the block before.
      const blocks = await Promise.all(
        (end === 'before' ? [block] : [block - 1, block]).map((one) => readBlock(queue, one, signal)),
      );
      const rows = blocks.flatMap((one) => one.rows);
      const rowCount = blocks.at(-1)?.rowCount ?? 0;
      queryClient.setQueryData(
        walkQuery(queue).queryKey,
        (before) => before && extended(before, end, { rows, rowCount }),
      );
      return null;
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
  return reading.then(() => undefined);
};

/** The task before or after this one in the walk, which is read on first where it ends. Undefined: there is none. */
export async function neighbourOf(queue: string, taskId: string, by: 1 | -1): Promise<QueueRow | undefined> {
  const neighbour = () => {
    const rows = queryClient.getQueryData(walkQuery(queue).queryKey)?.rows ?? [];
    return rows[rows.findIndex((row) => row.taskId === taskId) + by];
  };
  await readWalk(queue);
  if (neighbour() === undefined) await readOn(queue, by === 1 ? 'after' : 'before').catch(() => undefined);
  return neighbour();
}

/** A walk with the tasks of a further block that it does not have yet. */
export function extended<Row extends Pick<QueueRow, 'taskId'>>(
  walk: Walk<Row>,
  end: 'before' | 'after',
  read: { readonly rows: readonly Row[]; readonly rowCount: number },
): Walk<Row> {
  const known = new Set(walk.rows.map(({ taskId }) => taskId));
  const further = read.rows.filter(({ taskId }) => !known.has(taskId));
  if (end === 'before') return { ...walk, rows: [...further, ...walk.rows], first: walk.first - 1 };
  const rows = [...walk.rows, ...further];
  const last = walk.last + 1;
  const later = Math.max(0, read.rowCount - (last + 1) * BLOCK_SIZE);
  return { ...walk, rows, last, rowCount: walk.first * BLOCK_SIZE + rows.length + later };
}

/** Reads the walk, if it was not read yet. Resolves with undefined if it could not be read. */
export const readWalk = (queue: string): Promise<Walk | undefined> =>
  queryClient.ensureQueryData(walkQuery(queue)).catch(() => undefined);

/** Reads the queue and finds the next task in it. Undefined if there is none, or the queue could not be read. */
export async function nextInQueue(queue: string, taskId: string, userId: string | undefined) {
  const began = await readWalk(queue);
  const at = began?.rows.findIndex((row) => row.taskId === taskId) ?? -1;
  if (began && at !== -1 && endOf(began, at) === 'after') await readOn(queue, 'after').catch(() => undefined);
  const { rows = [], first = 0, last = 0 } = (await readWalk(queue)) ?? {};
  const block = first + Math.floor(Math.max(at, 0) / BLOCK_SIZE);
  const blocks = [...new Set([0, block - 1, block, block + 1])].filter((one) => one >= 0 && one <= last);
  const waiting = await Promise.all(blocks.map((one) => readBlock(queue, one).catch(() => undefined)));
  return nextOf({ taskId, userId, walk: rows, waiting: waiting.flatMap((read) => read?.rows ?? []) });
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
