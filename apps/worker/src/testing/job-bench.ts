import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { createLogger, type Logger } from '@throughline/platform';
import { until } from '@throughline/platform/testing';
import { z } from 'zod';
import type { Clocks } from '../queue/clock-watch.js';
import type { JobQueue } from '../queue/job-queue.js';
import { openQueue, type QueueOptions } from '../queue/open-queue.js';
import type { Pace } from '../queue/pace.js';

/** An engine of the job queue that a spec may stop. */
export interface JobEngine {
  readonly options: Pick<QueueOptions, 'databaseUrl' | 'redisUrl' | 'redisPrefix'>;
  /** Texts that must never be in a log. */
  readonly password: string;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PACE: Pace = { attempts: 3, backOffMs: 150, takeOverMs: 800, workerDeaths: 3, finishWithinMs: 8_000 };
const SILENT = createLogger('job bench', { logLevel: 'silent' });

const job = (name: string) => ({
  name,
  data: z.object({ id: z.string() }),
  id: ({ id }: { readonly id: string }) => `job.${id}`,
});
const EXCLUSIVE = { ...job('exclusive'), priority: 'low' as const, oneAtATime: 'printing' };
const ORDINARY = job('hang'); // the same name as `hanging-worker.ts` takes

/** A queue, and the jobs that ran on it. */
export class JobBench {
  readonly runs: { readonly id: string; readonly at: number }[] = [];
  readonly pace = PACE;
  private closed: Promise<void> | undefined;

  private constructor(readonly queue: JobQueue) {}

  static async open({ options }: JobEngine, log: Logger = SILENT, clocks?: Clocks): Promise<JobBench> {
    return new JobBench(await openQueue({ ...options, log, pace: PACE, ...(clocks && { clocks }) }));
  }

  /** `nth` counts the runs of that id, from 1. Without `giveUp` a job is run again, however its workers ended. */
  work(process: (id: string, nth: number) => Promise<void>, giveUp?: (id: string) => Promise<void>): Promise<void> {
    const processor = {
      ...(giveUp && { giveUp: ({ id }: { readonly id: string }) => giveUp(id) }),
      process: ({ id }: { readonly id: string }) => {
        this.runs.push({ id, at: Date.now() });
        return process(id, this.runs.filter((run) => run.id === id).length);
      },
    };
    return this.queue.work([ORDINARY, EXCLUSIVE].map((one) => ({ job: one, processor })));
  }

  plan(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: ORDINARY, data: { id } })));
  }

  planWithOneAttempt(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: { ...ORDINARY, attempts: 1 }, data: { id } })));
  }

  planLow(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: { ...ORDINARY, priority: 'low' }, data: { id } })));
  }

  planOneAtATime(...ids: readonly string[]): Promise<void> {
    return this.queue.plan(ids.map((id) => ({ job: EXCLUSIVE, data: { id } })));
  }

  planAt(at: number, id: string): Promise<void> {
    return this.queue.plan([{ job: ORDINARY, data: { id }, at }]);
  }

  until(condition: () => Promise<boolean>): Promise<void> {
    return until('the queue has come so far', condition);
  }

  /** No job waits, is delayed or runs. */
  untilIdle(): Promise<void> {
    return this.until(async () => (await this.queue.health(Date.now())).waiting === 0);
  }

  close(): Promise<void> {
    return (this.closed ??= this.queue.close());
  }
}

/** What a part of the contract needs: the running engine, and a queue on it that is opened for each test. */
export interface JobQueueUnderTest {
  readonly engine: JobEngine;
  readonly bench: JobBench;
}

/** Resolves when a worker in a separate process has taken the job and was killed. Its clock is ahead by `aheadMs`. */
export async function killWorkerHolding(engine: JobEngine, id: string, aheadMs = 0): Promise<void> {
  const { signalCode } = await endWorkerHolding(engine, id, 'SIGKILL', aheadMs);
  if (signalCode !== 'SIGKILL') throw new Error(`The worker ended before it took ${id}.`);
}

/** A worker must end within this many milliseconds after the signal. */
const ENDS_WITHIN_MS = 10_000;

/** Sends `signal` to a worker in a separate process that holds the job and never finishes it. Resolves with how it ended. */
export function endWorkerHolding(engine: JobEngine, id: string, signal: NodeJS.Signals, aheadMs = 0) {
  return endWorkerAt(id, engine, signal, aheadMs);
}

/** Sends SIGTERM to a worker in a separate process that waits for jobs, once `prepare` is done. Resolves with how it ended. */
export function endIdleWorker(engine: JobEngine, prepare: () => void) {
  return endWorkerAt('idle', engine, 'SIGTERM', 0, prepare);
}

/** `line`: what the worker prints when it is time for the signal. */
async function endWorkerAt(
  line: string,
  { options }: JobEngine,
  signal: NodeJS.Signals,
  aheadMs: number,
  prepare?: () => void,
) {
  const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${aheadMs};`;
  const program = resolve('dist/apps/worker/src/testing/hanging-worker.js');
  const pace: Pace = { ...PACE, finishWithinMs: 200 };
  const args = ['--import', clock, program, JSON.stringify({ ...options, pace })];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(worker, 'exit');
  let deadline: NodeJS.Timeout | undefined;
  for await (const printed of createInterface({ input: worker.stdout })) {
    if (printed !== line) continue;
    prepare?.();
    worker.kill(signal);
    deadline = setTimeout(() => worker.kill('SIGKILL'), ENDS_WITHIN_MS);
  }
  await gone;
  clearTimeout(deadline);
  const { exitCode, signalCode } = worker;
  return { exitCode, signalCode };
}
