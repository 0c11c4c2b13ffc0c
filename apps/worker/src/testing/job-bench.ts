import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type Logger } from '@throughline/platform';
import { z } from 'zod';
import type { JobQueue } from '../queue/job-queue.js';
import { openQueue, type Pace, type QueueOptions } from '../queue/open-queue.js';

/** An engine of the job queue that a spec may stop. */
export interface JobEngine {
  readonly options: Pick<QueueOptions, 'databaseUrl' | 'redisUrl' | 'redisPrefix'>;
  /** What must never be in a log. */
  readonly password: string;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PACE: Pace = { attempts: 3, backOffMs: 150, takeOverMs: 800 };
const SILENT = createLogger('job bench', { logLevel: 'silent' });

const job = (name: string) => ({
  name,
  data: z.object({ id: z.string() }),
  id: ({ id }: { readonly id: string }) => `job.${id}`,
});
const ORDINARY = job('hang'); // the same name as `hanging-worker.ts` takes

/** A queue, and what ran on it. */
export class JobBench {
  readonly runs: { readonly id: string; readonly at: number }[] = [];
  readonly pace = PACE;
  private closed: Promise<void> | undefined;

  private constructor(readonly queue: JobQueue) {}

  static async open({ options }: JobEngine, log: Logger = SILENT): Promise<JobBench> {
    return new JobBench(await openQueue({ ...options, log, pace: PACE }));
  }

  /** `nth` counts the runs of that id, from 1. */
  work(process: (id: string, nth: number) => Promise<void>): Promise<void> {
    const processor = {
      job: ORDINARY,
      process: ({ id }: { readonly id: string }) => {
        this.runs.push({ id, at: Date.now() });
        return process(id, this.runs.filter((run) => run.id === id).length);
      },
    };
    return this.queue.work(new Map([[ORDINARY.name, processor]]));
  }

  plan(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: ORDINARY, data: { id } })));
  }

  planYielding(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: { ...ORDINARY, yields: true }, data: { id } })));
  }

  planAt(at: number, id: string): Promise<void> {
    return this.queue.plan([{ job: ORDINARY, data: { id }, at }]);
  }

  /** Asks until the answer is yes. @throws after 30 s */
  async until(asked: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 30_000; !(await asked()); await pause(20)) {
      if (Date.now() > deadline) throw new Error('It did not come to pass within 30 s.');
    }
  }

  /** Nothing waits, sleeps or is in hand. */
  untilIdle(): Promise<void> {
    return this.until(async () => (await this.queue.health(Date.now())).waiting === 0);
  }

  close(): Promise<void> {
    return (this.closed ??= this.queue.close());
  }
}

/** Resolves when a worker in a process of its own took the job and was killed over it. */
export async function killedWhileItHolds({ options }: JobEngine, id: string): Promise<void> {
  const program = resolve('dist/apps/worker/src/testing/hanging-worker.js');
  const worker = spawn(process.execPath, [program, JSON.stringify({ ...options, pace: PACE })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(worker, 'exit');
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line === id) worker.kill('SIGKILL');
  }
  await gone;
  if (worker.signalCode !== 'SIGKILL') throw new Error(`The worker ended before it took ${id}.`);
}
