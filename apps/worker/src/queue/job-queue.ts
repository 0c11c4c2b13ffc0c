import type { PlannedJob, RunnableJob } from './job.js';

/** Token of the job queue; opened and closed by `queue.module.ts`. */
export const JOB_QUEUE = Symbol('job queue');

export interface QueueHealth {
  readonly failed: number;
  /** Jobs that are due, delayed or running. */
  readonly waiting: number;
  /** Age of the job that has waited longest past its time, in milliseconds; 0 when none waits. */
  readonly oldestDueMs: number;
}

export interface FailedJob {
  readonly id: string;
  readonly name: string;
  /** The ids that the job is about. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly failedAt: Date;
  readonly reason: string;
  readonly attempts: number;
}

/** Every worker reads this many every few seconds (`FailedJobs`). */
export const MAX_FAILED = 1_000;

/**
 * Wake-ups for the worker: at least once, delayed, retried with back-off, deduplicated by id while they wait. The promises of every engine
 * are in `job-queue.contract-suite.ts`.
 */
export interface JobQueue {
  /**
   * A job whose id waits already, or has failed, is not added again.
   * @throws QueueUnavailable when the engine does not answer; some or all of the jobs may have been added, so plan them again
   */
  plan(jobs: readonly PlannedJob[]): Promise<void>;
  /** Takes jobs until `close`, also after an outage of the engine. */
  work(jobs: readonly RunnableJob[]): Promise<void>;
  /** @throws QueueUnavailable at once during a known outage of the engine, else when it does not answer within 5 s */
  health(now: number): Promise<QueueHealth>;
  /** Jobs that used up their attempts: the `MAX_FAILED` that failed last, newest first. */
  failed(): Promise<readonly FailedJob[]>;
  /** Retries a failed job with all its attempts. Resolves with false when there is no such failed job. */
  retry(id: string): Promise<boolean>;
  /** Removes every job. The sweeper plans missing jobs again. */
  flush(): Promise<void>;
  /** Waits for running jobs, but at most 8 s: after that, another worker runs them. */
  close(): Promise<void>;
}

/** The engine of the jobs does not answer. The queue logs the outage once, so code that catches this need not log it. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
  constructor(variable: string, cause?: unknown) {
    super(`${variable}: the job queue does not answer.`, { cause });
  }
}
