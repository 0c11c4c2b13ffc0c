import { createLogger, fail, workerConfig } from '@throughline/platform';
import { openQueue } from './open-queue.js';

/*
 * `npm run jobs -- failed` lists the jobs that keep failing, `npm run jobs -- retry <id>` tries one again. It needs DATABASE_URL (or
 * REDIS_URL) of the running product.
 */
await run(process.argv.slice(2)).catch(fail);

async function run([action, id]: readonly string[]): Promise<void> {
  const config = workerConfig();
  const queue = await openQueue({ ...config, log: createLogger('jobs', { ...config, logLevel: 'warn' }) });
  try {
    if (action === 'failed') {
      const failed = await queue.failed();
      for (const job of failed) print(`${job.id}  after ${job.attempts} attempts: ${job.reason}`);
      if (failed.length === 0) print('No job has failed.');
    } else if (action === 'retry' && id !== undefined) {
      print((await queue.retry(id)) ? `${id} is tried again.` : `${id} is no failed job.`);
    } else {
      throw new Error('Say: npm run jobs -- failed | retry <id>');
    }
  } finally {
    await queue.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
