import { createPostgresBackend, withBackend } from 'bullmq';
import type { WorkedQueue } from './work-through.js';

/** BullMQ as its users set it up, with our number of jobs in hand; finished jobs leave, as ours do. */
export async function openBareQueue(connectionString: string): Promise<WorkedQueue> {
  const connection = { connectionString, migrate: true };
  const bull = withBackend(createPostgresBackend);
  let done: (id: string) => void = () => undefined;
  const queue = new bull.Queue<{ id: string }>('bench', { connection });
  await queue.waitUntilReady();
  const worker = new bull.Worker<{ id: string }>('bench', async ({ data }) => done(data.id), {
    connection,
    concurrency: 4,
  });
  // The server ends before its last connections have closed; what goes wrong earlier shows as jobs that are not done.
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  return {
    plan: async (ids) => {
      await queue.addBulk(
        ids.map((id) => ({ name: 'nothing', data: { id }, opts: { jobId: id, removeOnComplete: true } })),
      );
    },
    onDone: (listener) => (done = listener),
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}
