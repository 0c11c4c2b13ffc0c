import { createLogger } from '@throughline/platform';
import { z } from 'zod';
import { openQueue, type QueueOptions } from '../queue/open-queue.js';

/* A worker in a separate process, for a spec to kill: takes jobs `hang`, prints their ids, and never finishes one.
   It prints `idle` as soon as it takes jobs. SIGTERM closes its queue. */
const options = JSON.parse(process.argv[2] ?? '{}') as Omit<QueueOptions, 'log'>;
const queue = await openQueue({ ...options, log: createLogger('hanging worker', { logLevel: 'silent' }) });
// Installed before it takes a job, because a spec sends the signal as soon as it reads the job's id.
process.once('SIGTERM', () => void queue.close());
const job = { name: 'hang', data: z.object({ id: z.string() }), id: ({ id }: { id: string }) => id };
await queue.work([
  {
    job,
    processor: {
      process: ({ id }: { id: string }) => {
        process.stdout.write(`${id}\n`);
        return new Promise<void>(() => undefined);
      },
    },
  },
]);
process.stdout.write('idle\n');
