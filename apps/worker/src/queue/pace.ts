import { DelayedError, type Job } from 'bullmq';
import { UnknownEvent } from '@throughline/domain';
import { StoreUnavailable } from '@throughline/event-store';
import { storageOutageOf } from '@throughline/platform';
import { JobDelayed } from './job.js';
import type { ProcessJob } from './queue-engine.js';

/** How jobs are retried and taken over. Times in milliseconds. */
export interface Pace {
  readonly attempts: number;
  /** Before the second attempt; doubled for each one after it. */
  readonly backOffMs: number;
  /** The job of a worker that died is run by another one after this time, or up to half of it later. */
  readonly takeOverMs: number;
  /** A job whose workers died this many times is likely to be the cause: it is given up (`JobProcessor.giveUp`), or fails at the next death. */
  readonly workerDeaths: number;
  /** When the queue is closed, running jobs may take this long to finish. */
  readonly finishWithinMs: number;
}

export const PACE: Pace = { attempts: 8, backOffMs: 1_000, takeOverMs: 10_000, workerDeaths: 5, finishWithinMs: 5_000 };

/** During an outage of the storage a job is retried after this many initial back-offs, without a limit to the attempts. */
const STORAGE_RETRY_BACK_OFFS = 5;

/**
 * Delays a job further, without counting an attempt, after `JobDelayed`, an outage of the storage, or an event of a type that this release
 * does not know.
 */
export function sleepingOn({ backOffMs }: Pace, handle: (job: Job<unknown>) => Promise<void>): ProcessJob {
  return async (job, token) => {
    try {
      await handle(job);
    } catch (error) {
      const until = delayedUntil(error, STORAGE_RETRY_BACK_OFFS * backOffMs);
      if (until === null) throw error;
      await job.moveToDelayed(until, token);
      throw new DelayedError();
    }
  };
}

function delayedUntil(error: unknown, storageRetryMs: number): number | null {
  if (error instanceof JobDelayed) return error.until;
  // For an event of a later release: a worker of that release will run the job.
  const isOutage =
    error instanceof StoreUnavailable || error instanceof UnknownEvent || storageOutageOf(error) !== null;
  return isOutage ? Date.now() + storageRetryMs : null;
}
