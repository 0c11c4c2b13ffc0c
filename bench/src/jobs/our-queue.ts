import { createLogger } from '@throughline/platform';
import { z } from 'zod';
import { openQueue } from '../../../apps/worker/src/queue/open-queue.js';
import type { WorkedQueue } from './work-through.js';

const nothing = {
  name: 'nothing',
  data: z.object({ id: z.string() }),
  id: ({ id }: { id: string }) => id,
} as const;

/** The worker's own queue, with its retries, schemas and watch over outages. */
export async function openOurQueue(on: {
  readonly databaseUrl: string;
  readonly redisUrl?: string;
}): Promise<WorkedQueue> {
  let done: (id: string) => void = () => undefined;
  const log = createLogger('bench', { logLevel: 'fatal' });
  const queue = await openQueue({ ...on, redisPrefix: 'bench', log });
  const process = async ({ id }: { id: string }) => done(id);
  await queue.work([{ job: nothing, processor: { process } }]);
  return {
    plan: (ids) => queue.plan(ids.map((id) => ({ job: nothing, data: { id } }))),
    onDone: (listener) => (done = listener),
    close: () => queue.close(),
  };
}
