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

export const PACE: Pace = { attempts: 8, backOffMs: 1_000, takeOverMs: 10_000, workerDeaths: 5, finishWithinMs: 8_000 };
