import { createPostgresBackend, DelayedError, type Job, type JobsOptions, Queue, withBackend, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type AnyProcessor, NotYet, type PlannedJob } from './job-definition.js';

const QUEUE_NAME = 'throughline';

/** A job of a worker that died is taken up by another after the lock, and at most one look, have passed. */
const WORKER_OPTIONS = { concurrency: 4, lockDuration: 10_000, stalledInterval: 5_000 };

/** Finished jobs leave at once, so that their id may be planned again; failed ones stay to be seen and retried. */
const JOB_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: true,
};

export interface QueueOptions {
  readonly databaseUrl: string;
  /** Jobs go through Redis when it is set. */
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
}

export interface QueueHealth {
  readonly failed: number;
  readonly waiting: number;
  /** Age of the job that has waited longest past its time, in milliseconds; 0 when none waits. */
  readonly oldestDueMs: number;
}

/** Wake-ups for the worker: at least once, delayed, retried with back-off, deduplicated by id while they wait. */
export interface JobQueue {
  /** A job whose id waits already, or has failed, is not added again. */
  plan(jobs: readonly PlannedJob[]): Promise<void>;
  work(processors: ReadonlyMap<string, AnyProcessor>): Promise<void>;
  health(now: number): Promise<QueueHealth>;
  failed(): Promise<readonly { id: string; reason: string; attempts: number }[]>;
  retry(id: string): Promise<boolean>;
  /** Takes every job out, as a lost queue would; the sweeper plans again what should exist. */
  flush(): Promise<void>;
  /** Jobs in hand are finished first. */
  close(): Promise<void>;
}

/** Opens the queue on PostgreSQL, or on Redis when `redisUrl` is set. Creates its tables on first use. */
export async function openQueue({ databaseUrl, redisUrl, log }: QueueOptions): Promise<JobQueue> {
  const engine = redisUrl === undefined ? postgresEngine(databaseUrl) : redisEngine(redisUrl);
  const { queue } = engine;
  queue.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await queue.waitUntilReady();
  let worker: ReturnType<typeof engine.worker> | undefined;

  return {
    async plan(jobs) {
      if (jobs.length === 0) return;
      await queue.addBulk(
        jobs.map(({ job, data, at }) => ({
          name: job.name,
          data,
          opts: { ...JOB_OPTIONS, jobId: job.id(data), delay: at === undefined ? 0 : Math.max(0, at - Date.now()) },
        })),
      );
    },
    async work(processors) {
      worker = engine.worker(async (name, data) => {
        const processor = processors.get(name);
        if (processor === undefined) throw new Error(`No processor for ${name}.`);
        await processor.process(processor.job.data.parse(data));
      });
      worker.on('error', (error) => log.warn({ err: error }, 'job worker'));
      worker.on('failed', (job, error) =>
        log.error({ err: error, job: job?.id, attempt: job?.attemptsMade }, 'job failed'),
      );
      await worker.waitUntilReady();
    },
    async health(now) {
      const [counts, oldest] = await Promise.all([
        queue.getJobCounts('failed', 'waiting', 'delayed', 'active'),
        queue.getJobs(['waiting', 'delayed'], 0, 0, true),
      ]);
      const due = Math.min(...oldest.map((job) => job.timestamp + (job.delay ?? 0)));
      return {
        failed: counts['failed'] ?? 0,
        waiting: (counts['waiting'] ?? 0) + (counts['delayed'] ?? 0) + (counts['active'] ?? 0),
        oldestDueMs: Math.max(0, now - due),
      };
    },
    async failed() {
      const jobs = await queue.getFailed(0, 99);
      return jobs.map((job) => ({ id: job.id ?? '', reason: job.failedReason, attempts: job.attemptsMade }));
    },
    async retry(id) {
      const job = await queue.getJob(id);
      if (job === undefined || !(await job.isFailed())) return false;
      await job.retry('failed');
      return true;
    },
    async flush() {
      await queue.obliterate({ force: true });
    },
    async close() {
      await worker?.close();
      await queue.close();
      await engine.close();
    },
  };
}

type Handle = (name: string, data: unknown) => Promise<void>;

function postgresEngine(connectionString: string) {
  const connection = { connectionString, migrate: true };
  const bull = withBackend(createPostgresBackend);
  return {
    queue: new bull.Queue<unknown>(QUEUE_NAME, { connection }),
    worker: (handle: Handle) =>
      new bull.Worker<unknown>(QUEUE_NAME, sleepingOn(handle), { connection, ...WORKER_OPTIONS }),
    close: () => Promise.resolve(),
  };
}

function redisEngine(url: string) {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  connection.on('error', () => undefined); // bullmq reports it on the queue and the worker
  return {
    queue: new Queue<unknown>(QUEUE_NAME, { connection }),
    worker: (handle: Handle) => new Worker<unknown>(QUEUE_NAME, sleepingOn(handle), { connection, ...WORKER_OPTIONS }),
    close: async () => {
      await connection.quit();
    },
  };
}

/** Turns a `NotYet` into a job that is delayed further, which costs it no attempt. */
function sleepingOn(handle: Handle) {
  return async (job: Job<unknown>, token?: string): Promise<void> => {
    try {
      await handle(job.name, job.data);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      await job.moveToDelayed(error.until, token);
      throw new DelayedError();
    }
  };
}
