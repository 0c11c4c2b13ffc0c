import { createLogger, commandConfig } from '@throughline/platform';
import { openQueue } from './open-queue.js';

type JobsCommand = { readonly action: 'failed' } | { readonly action: 'retry'; readonly id: string };

/** `jobs failed` lists the failed jobs, `jobs retry` retries one. */
export async function jobs(command: JobsCommand): Promise<void> {
  const config = commandConfig();
  const queue = await openQueue({ ...config, log: createLogger('jobs', { ...config, logLevel: 'warn' }) });
  try {
    if (command.action === 'failed') {
      const failed = await queue.failed();
      for (const job of failed) print(`${job.id}  after ${job.attempts} attempts: ${job.reason}`);
      if (failed.length === 0) print('No job has failed.');
    } else {
      const { id } = command;
      print((await queue.retry(id)) ? `${id} is tried again.` : `${id} is no failed job.`);
    }
  } finally {
    await queue.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
