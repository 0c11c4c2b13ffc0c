import { createLogger, commandConfig } from '@throughline/platform';
import { openQueue } from './open-queue.js';

type JobsCommand = { readonly action: 'failed' } | { readonly action: 'retry'; readonly id: string };

/** `jobs failed` lists the failed jobs, `jobs retry` retries one. Throws for a job that has not failed. */
export async function jobs(command: JobsCommand, { env }: { readonly env?: NodeJS.ProcessEnv } = {}): Promise<void> {
  const config = commandConfig(env);
  const queue = await openQueue({ ...config, log: createLogger('jobs', { ...config, logLevel: 'warn' }) });
  try {
    if (command.action === 'failed') {
      const failed = await queue.failed();
      for (const job of failed) print(`${job.id}  after ${job.attempts} attempts: ${job.reason}`);
      if (failed.length === 0) print('No job has failed.');
    } else {
      const { id } = command;
      if (!(await queue.retry(id))) throw new Error(`${id} is no failed job.`);
      print(`${id} is tried again.`);
    }
  } finally {
    await queue.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
