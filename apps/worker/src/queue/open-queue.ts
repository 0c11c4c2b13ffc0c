import { DelayedError, type Job, type JobsOptions } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { NotYet } from './job-definition.js';
import { type JobQueue, QueueAway } from './job-queue.js';
import { Outage, saysAway } from './outage.js';
import { ANSWERS_WITHIN_MS, postgresEngine, type ProcessJob, redisEngine } from './queue-engine.js';

/** How often, and how soon, a job is tried again. Times in milliseconds. */
export interface Pace {
  readonly attempts: number;
  /** Before the second attempt; doubled for each one after it. */
  readonly backOffMs: number;
  /** A job of a worker that died is taken up by another after this long, and at most half as long again. */
  readonly takeOverMs: number;
}

const PACE: Pace = { attempts: 8, backOffMs: 1_000, takeOverMs: 10_000 };

/** A job may outlive this many workers: then it is more likely to be what kills them, and is shown as failed. */
const DEATHS = 5;

/**
 * So many jobs are planned one by one. On PostgreSQL BullMQ makes two temporary tables for a bulk, 7 ms of the server's time: what
 * people's work leads to is a few jobs at a time.
 */
const FEW = 8;

/** BullMQ takes a job without a priority first. One number for all that yield: among themselves they keep their order. */
const AFTER_THE_OTHERS = 1;

/** Planned and not taken: at once, in time, or when nothing else is due. */
const PENDING = ['waiting', 'delayed', 'prioritized'] as const;

/** How long the jobs in hand may take to finish at the end: less than a process has (`onShutdown`), in milliseconds. */
const FINISH_WITHIN_MS = 8_000;

export interface QueueOptions {
  readonly databaseUrl: string;
  /** Jobs go through Redis when it is set. */
  readonly redisUrl?: string | undefined;
  readonly redisPrefix: string;
  readonly log: Logger;
  readonly pace?: Pace;
}

/**
 * Opens the queue on PostgreSQL, or on Redis when `redisUrl` is set. Creates its tables on first use.
 * @throws QueueAway when the engine does not answer
 */
export async function openQueue({
  databaseUrl,
  redisUrl,
  redisPrefix,
  log,
  pace = PACE,
}: QueueOptions): Promise<JobQueue> {
  const engine = redisUrl === undefined ? postgresEngine(databaseUrl) : redisEngine(redisUrl, redisPrefix);
  const { queue, variable } = engine;
  const outage = new Outage({ variable, log, ask: () => queue.getJobCounts('failed') });
  const onError = (error: Error): void => {
    if (saysAway(error)) outage.report(error);
    else log.warn({ err: error }, 'job queue');
  };
  let worker: ReturnType<typeof engine.worker> | undefined;

  /** What the engine answers, in time. */
  async function answer<Answer>(question: Promise<Answer>): Promise<Answer> {
    const timer = new AbortController();
    const late = pause(ANSWERS_WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
      throw new QueueAway(variable);
    });
    return Promise.race([question, late])
      .catch((error: unknown) => {
        if (!(error instanceof QueueAway) && !saysAway(error)) throw error;
        outage.report(error);
        throw error instanceof QueueAway ? error : new QueueAway(variable, error);
      })
      .finally(() => timer.abort());
  }

  async function close(): Promise<void> {
    outage.close();
    const finished = Promise.all([worker?.close(), queue.close()]);
    const timer = new AbortController();
    await Promise.race([finished, pause(FINISH_WITHIN_MS, undefined, { signal: timer.signal })]).catch(onError);
    timer.abort();
    engine.disconnect();
  }

  queue.on('error', onError);
  await answer(queue.waitUntilReady()).catch(async (error: unknown) => {
    outage.close();
    engine.disconnect();
    throw error;
  });

  const options: JobsOptions = {
    attempts: pace.attempts,
    backoff: { type: 'exponential', delay: pace.backOffMs },
    // Finished jobs leave at once, so that their id may be planned again; failed ones stay to be seen and retried.
    removeOnComplete: true,
  };
  return {
    async plan(jobs) {
      const added = jobs.map(({ job, data, at }) => ({
        name: job.name,
        data,
        opts: {
          ...options,
          ...(job.attempts && { attempts: job.attempts }),
          ...(job.yields && { priority: AFTER_THE_OTHERS }),
          jobId: job.id(data),
          delay: at === undefined ? 0 : Math.max(0, at - Date.now()),
        },
      }));
      if (added.length > FEW) await answer(queue.addBulk(added));
      else await answer(Promise.all(added.map(({ name, data, opts }) => queue.add(name, data, opts))));
    },
    async work(processors) {
      const process = sleepingOn(async ({ name, data }) => {
        const processor = processors.get(name);
        if (processor === undefined) throw new Error(`No processor for ${name}.`);
        await processor.process(processor.job.data.parse(data));
      });
      worker = engine.worker(process, {
        concurrency: 4,
        lockDuration: pace.takeOverMs,
        stalledInterval: pace.takeOverMs / 2,
        maxStalledCount: DEATHS,
      });
      worker.on('error', onError);
      worker.on('failed', (job, error) =>
        log.error({ err: error, job: job?.id, attempt: job?.attemptsMade }, 'job failed'),
      );
      await answer(worker.waitUntilReady());
    },
    async health(now) {
      if (outage.lasts) throw new QueueAway(variable); // whoever watches asks often, and is not kept waiting
      const [counts, oldest] = await answer(
        Promise.all([queue.getJobCounts('failed', ...PENDING, 'active'), queue.getJobs([...PENDING], 0, 0, true)]),
      );
      const { failed = 0, ...others } = counts;
      return {
        failed,
        waiting: Object.values(others).reduce((sum, count) => sum + count, 0),
        oldestDueMs: Math.max(0, now - Math.min(...oldest.map(dueAt))),
      };
    },
    async failed() {
      const jobs = await answer(queue.getFailed(0, 99));
      return jobs.map((job) => ({ id: job.id ?? '', reason: job.failedReason, attempts: job.attemptsMade }));
    },
    async retry(id) {
      const job = await answer(queue.getJob(id));
      if (job === undefined || !(await answer(job.isFailed()))) return false;
      await answer(job.retry('failed', { resetAttemptsMade: true }));
      return true;
    },
    async flush() {
      await answer(queue.obliterate({ force: true }));
    },
    close,
  };
}

/** The delay of a job that ran before counts from then (from its end: a run is short); that of a new one from when it was planned. */
const dueAt = ({ processedOn, timestamp, delay, opts }: Job<unknown>): number =>
  processedOn === undefined ? timestamp + (opts.delay ?? 0) : processedOn + delay;

/** Turns a `NotYet` into a job that is delayed further, which costs it no attempt. */
function sleepingOn(handle: (job: Job<unknown>) => Promise<void>): ProcessJob {
  return async (job, token) => {
    try {
      await handle(job);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      await job.moveToDelayed(error.until, token);
      throw new DelayedError();
    }
  };
}
