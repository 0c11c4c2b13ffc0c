import { createPostgresBackend, Queue, withBackend, Worker } from 'bullmq';
import type { WorkedQueue } from './work-through.js';

type Work = { readonly id: string };
type Process = (job: { readonly data: Work }) => Promise<void>;

/** The interface that the queues of both backends share; BullMQ has no type for it. */
interface Bull {
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

interface BullQueue extends Bull {
  addBulk(
    jobs: { readonly name: string; readonly data: Work; readonly opts: { jobId: string; removeOnComplete: true } }[],
  ): Promise<unknown>;
}

/** BullMQ on PostgreSQL as its users set it up, with our number of concurrent jobs. */
export function openBareQueueOnPostgres(connectionString: string): Promise<WorkedQueue> {
  const connection = { connectionString, migrate: true };
  const bull = withBackend(createPostgresBackend);
  return bare(
    new bull.Queue<Work>('bench', { connection }),
    (process) => new bull.Worker<Work>('bench', process, { connection, concurrency: 4 }),
  );
}

/** BullMQ on Redis, in the same setup. */
export function openBareQueueOnRedis(url: string): Promise<WorkedQueue> {
  const connection = { url, maxRetriesPerRequest: null };
  return bare(
    new Queue<Work>('bench', { connection }),
    (process) => new Worker<Work>('bench', process, { connection, concurrency: 4 }),
  );
}

/** Finished jobs are removed, like ours. */
async function bare(queue: BullQueue, work: (process: Process) => Bull): Promise<WorkedQueue> {
  let done: (id: string) => void = () => undefined;
  await queue.waitUntilReady();
  const worker = work(async ({ data }) => done(data.id));
  // The server ends before its last connections have closed; an earlier failure shows as jobs that are not done.
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  return {
    plan: async (ids) => {
      await queue.addBulk(
        ids.map((id) => ({ name: 'nothing', data: { id }, opts: { jobId: id, removeOnComplete: true as const } })),
      );
    },
    onDone: (listener) => (done = listener),
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}
