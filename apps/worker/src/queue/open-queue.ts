import type { Job, JobsOptions } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { storageOutageOf } from '@throughline/platform';
import type { Logger } from 'pino';
import { ClockWatch, type Clocks } from './clock-watch.js';
import { idOf } from './job.js';
import { OneAtATime } from './one-at-a-time.js';
import { type FailedJob, type JobQueue, QueueUnavailable, MAX_FAILED } from './job-queue.js';
import { Outage } from './outage.js';
import { PACE, type Pace, sleepingOn } from './pace.js';
import { CALL_TIMEOUT_MS, postgresEngine, redisEngine } from './queue-engine.js';

/**
 * More jobs than this are added in bulk. On PostgreSQL BullMQ creates two temporary tables for each bulk, 7 ms of the server's time,
 * and a person's command plans only a few jobs.
 */
const BULK_ABOVE = 8;

/** BullMQ takes jobs without a priority first. All jobs of low priority share one number, so that they keep their order. */
const LOW_PRIORITY = 1;

/** The states of a job that no worker has taken. */
const PENDING = ['waiting', 'delayed', 'prioritized'] as const;

/** After an error of the engine, BullMQ's worker tries again after this many milliseconds. */
const ENGINE_RETRY_MS = 2_000;

/**
 * The time limit for closing the connections, in milliseconds. Together with `finishWithinMs` it stays below the time that a process has to
 * stop (`onShutdown`).
 */
const DISCONNECT_WITHIN_MS = 1_000;

export interface QueueOptions {
  readonly databaseUrl: string;
  /** If set, jobs go through Redis. */
  readonly redisUrl?: string | undefined;
  readonly redisPrefix: string;
  readonly log: Logger;
  readonly pace?: Pace;
  readonly clocks?: Clocks;
}

/**
 * Opens the queue on PostgreSQL, or on Redis when `redisUrl` is set. Creates its tables on first use.
 * @throws QueueUnavailable when the engine does not answer
 */
export async function openQueue({
  databaseUrl,
  redisUrl,
  redisPrefix,
  log,
  pace = PACE,
  clocks,
}: QueueOptions): Promise<JobQueue> {
  const engine = redisUrl === undefined ? postgresEngine(databaseUrl) : redisEngine(redisUrl, redisPrefix);
  const { queue, variable } = engine;
  const outage = new Outage({ variable, log, ask: () => queue.getJobCounts('failed') });
  const onError = (error: Error): void => {
    if (isAway(error)) outage.report(error);
    else log.warn({ err: error }, 'job queue');
  };
  let worker: ReturnType<typeof engine.worker> | undefined;
  let closing = false;
  // The engine runs delayed jobs at an instant, which moves further away if the clock is set back. A job that runs too early is delayed
  // again.
  const clock = new ClockWatch((setBackMs) => {
    log.warn({ setBackMs }, 'the clock was set back, delayed jobs are run now');
    Promise.all([queue.promoteJobs(), engine.shortenWaits(pace.takeOverMs)]).catch(onError);
  }, clocks);

  /** Rejects with `QueueUnavailable` when the engine does not answer in time, or cannot be reached. */
  async function answer<Answer>(question: Promise<Answer>): Promise<Answer> {
    const timer = new AbortController();
    const late = pause(CALL_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new QueueUnavailable(variable);
    });
    return Promise.race([question, late])
      .catch((error: unknown) => {
        if (!(error instanceof QueueUnavailable) && !isAway(error)) throw error;
        outage.report(error);
        throw error instanceof QueueUnavailable ? error : new QueueUnavailable(variable, error);
      })
      .finally(() => timer.abort());
  }

  /**
   * Waits for running jobs first. BullMQ's `close` waits without a limit and cannot be forced once it waits: its timers would keep the
   * process alive, and its renewed locks would keep the jobs from other workers.
   */
  async function close(): Promise<void> {
    closing = true;
    clock.stop();
    outage.close();
    const finished = await endsWithin(pace.finishWithinMs, worker?.pause());
    await endsWithin(DISCONNECT_WITHIN_MS, Promise.all([worker?.close(!finished), queue.close()]));
    engine.disconnect();
  }

  /** Resolves with false after the timeout. An error is reported and counts as an end. */
  async function endsWithin(ms: number, work: Promise<unknown> | undefined): Promise<boolean> {
    const timer = new AbortController();
    const late = pause(ms, false, { signal: timer.signal });
    const ended = Promise.resolve(work).catch(onError);
    return Promise.race([ended.then(() => true), late]).finally(() => timer.abort());
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
    // Finished jobs are removed at once, so that their id may be planned again; failed ones are kept to be listed and retried.
    removeOnComplete: true,
  };
  return {
    async plan(jobs) {
      const added = jobs.map((planned) => ({
        name: planned.job.name,
        data: planned.data,
        opts: {
          ...options,
          ...(planned.job.attempts && { attempts: planned.job.attempts }),
          ...(planned.job.priority === 'low' && { priority: LOW_PRIORITY }),
          jobId: idOf(planned),
          delay: planned.at === undefined ? 0 : Math.max(0, planned.at - Date.now()),
        },
      }));
      if (added.length > BULK_ABOVE) await answer(queue.addBulk(added));
      else await answer(Promise.all(added.map(({ name, data, opts }) => queue.add(name, data, opts))));
    },
    async work(jobs) {
      const turns = new OneAtATime();
      const byName = new Map(jobs.map((one) => [one.job.name, one]));
      const run = async ({ id, name, data, stalledCounter: deaths }: Job<unknown>) => {
        const runnable = byName.get(name);
        if (runnable === undefined) throw new Error(`No processor for ${name}.`);
        const { job, processor } = runnable;
        if (deaths < pace.workerDeaths || !processor.giveUp) {
          const process = () => processor.process(job.data.parse(data));
          return job.oneAtATime === undefined ? process() : turns.run(job.oneAtATime, process);
        }
        log.error({ job: id, deaths }, 'job given up: workers died while they ran it');
        await processor.giveUp(job.data.parse(data));
      };
      const process = sleepingOn(pace, run);
      // The clock may have been set back while no worker was running to notice it.
      await answer(engine.shortenWaits(pace.takeOverMs));
      if (closing) return;
      clock.start();
      worker = engine.worker(process, {
        concurrency: 4,
        lockDuration: pace.takeOverMs,
        stalledInterval: pace.takeOverMs / 2,
        maxStalledCount: pace.workerDeaths,
        runRetryDelay: ENGINE_RETRY_MS,
      });
      worker.on('error', onError);
      worker.on('failed', (job, error) =>
        log.error({ err: error, job: job?.id, attempt: job?.attemptsMade }, 'job failed'),
      );
      await answer(worker.waitUntilReady());
    },
    async health(now) {
      if (outage.lasts) throw new QueueUnavailable(variable); // health checks come often and must not wait
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
      const jobs = await answer(queue.getFailed(0, MAX_FAILED - 1));
      return jobs.map(({ id = '', name, data, failedReason, attemptsMade, finishedOn }) => ({
        id,
        name,
        data: data as FailedJob['data'],
        reason: failedReason,
        attempts: attemptsMade,
        failedAt: new Date(finishedOn ?? 0),
      }));
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

/** The engine cannot be reached, or refuses access. With a full disk it still answers. */
const isAway = (error: unknown): boolean => storageOutageOf(error) === 'away';

/** The delay of a job that ran before counts from that run; that of a new job from when it was planned. */
const dueAt = ({ processedOn, timestamp, delay, opts }: Job<unknown>): number =>
  processedOn === undefined ? timestamp + (opts.delay ?? 0) : processedOn + delay;
