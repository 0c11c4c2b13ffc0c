import type { z } from 'zod';

/** What `libs/contracts/src/jobs` states of a job: data is ids only, the job's id follows from them. */
export interface JobDefinition<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  readonly id: (data: Data) => string;
  /** How often it is tried, each time after twice the wait; the queue's own number if not said. */
  readonly attempts?: number;
  /** Heavy work of which there may be thousands: taken when nothing that does not yield is due. */
  readonly yields?: true;
}

/**
 * Handles the jobs of one definition. It re-reads what the ids name, does nothing when the world has moved on, and ends with a
 * command at an expected revision, so that running twice is harmless. Throwing means: try again later, with back-off.
 */
export interface JobProcessor<Data> {
  readonly job: JobDefinition<Data>;
  process(data: Data): Promise<void>;
}

/* Lists of several jobs forget what each carries; the definition's schema checks it again when a job is taken. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyJob = JobDefinition<any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyProcessor = JobProcessor<any>;

/** A job to be put in the queue. */
export interface PlannedJob {
  readonly job: AnyJob;
  readonly data: object;
  /** Not before this instant, milliseconds since the epoch; at once when left out. */
  readonly at?: number;
}

/** A processor that woke before its time throws this to sleep on. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  /** @param until instant to wake at, milliseconds since the epoch. */
  constructor(readonly until: number) {
    super(`Not before ${new Date(until).toISOString()}.`);
  }
}
