import type { Type } from '@nestjs/common';
import type { Decider, DomainEvent, Recorded } from '@throughline/domain';
import type { ReadModelSchema } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import type { z } from 'zod';

/** The definition of a job for the queue. Its data is ids only; its id follows from them (`idOf`). */
export interface JobDefinition<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** The same work has the same id. An id is not added again while its job waits or has failed. */
  readonly id: (data: Data) => string;
  /** The maximum number of attempts, each after twice the delay; absent: the queue's default. */
  readonly attempts?: number;
  /** `low`: taken when no other job is due, in the order of planning. For heavy work of which thousands may wait. */
  readonly priority?: 'low';
  /**
   * A node runs jobs with the same name here one at a time. The others are delayed, so that they do not occupy slots that other jobs need.
   */
  readonly oneAtATime?: string;
}

/**
 * Runs the jobs of one definition. It re-reads the data that the ids name, does nothing when the work is no longer needed, and ends with a
 * command at an expected revision, so that running twice is harmless. If it throws, it is retried with back-off.
 */
export interface JobProcessor<Data> {
  process(data: Data): Promise<void>;
  /**
   * Called instead of `process` after several workers died while they ran this job: records that the work will not be done, and avoids what
   * may have killed them. Absent: the job is run once more, and fails if that worker dies as well.
   */
  giveUp?(data: Data): Promise<void>;
  /** Starts to load, in the background, what the first job would otherwise have to wait for. Never throws. */
  warmUp?(): void;
}

/** An event that asks for a job. */
export interface Trigger<Data> {
  /** Category of the event's stream. */
  readonly category: string;
  readonly type: string;
  /** Null: this event asks for no job. */
  readonly plan: (event: Recorded) => Data | null;
}

/** The sweeper's query. `after` is the `next` of the last sweep; null at the beginning. */
export interface MissingJobsQuery<Cursor> {
  readonly db: Kysely<ReadModelSchema>;
  readonly now: Date;
  readonly config: { readonly identityApiToken?: string | undefined; readonly operatorCompanyId?: number };
  /** The maximum number of jobs to return. */
  readonly limit: number;
  readonly after: Cursor | null;
}

export interface MissingJobs<Data, Cursor> {
  /** `at`: milliseconds since 1970; absent: immediately. */
  readonly jobs: readonly { readonly data: Data; readonly at?: number }[];
  /** Where the next sweep continues; absent if there are no more. */
  readonly next?: Cursor;
}

/** A job: its definition, the events that plan it, its processor, and the query that finds missing ones. */
export interface Job<Data, Cursor = null> extends JobDefinition<Data> {
  /** An injectable class. */
  readonly processor: Type<JobProcessor<Data>>;
  /** Empty if only `findMissing` adds it to the queue, as for a timer (`timer.ts`). */
  readonly plannedBy: readonly Trigger<Data>[];
  /** Finds in the read models the jobs that are due, now or soon. The result may include jobs that are in the queue already. */
  readonly findMissing: (query: MissingJobsQuery<Cursor>) => Promise<MissingJobs<Data, Cursor>>;
}

/** A trigger on an event of this decider's streams. */
export function when<State, Command, Event extends DomainEvent, Type extends Event['type'], Data>(
  decider: Decider<State, Command, Event>,
  type: Type,
  plan: (event: Recorded<Extract<Event, { readonly type: Type }>>) => Data | null,
): Trigger<Data> {
  return { category: decider.category, type, plan: (event) => plan(event as Parameters<typeof plan>[0]) };
}

/* A list of several jobs has no types for their data. The definition's schema checks the data when a job is taken. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyJobDefinition = JobDefinition<any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyJob = Job<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type AnyJobProcessor = JobProcessor<any>;

/** A definition and its processor. */
export interface RunnableJob {
  readonly job: AnyJobDefinition;
  readonly processor: AnyJobProcessor;
}

/** A job to be put in the queue. */
export interface PlannedJob {
  readonly job: AnyJobDefinition;
  readonly data: object;
  /** Earliest instant, in milliseconds since 1970; absent: immediately. */
  readonly at?: number;
}

/**
 * The job's id in the queue. For a job at an instant, the instant is part of the id: a timer that was moved to an earlier instant does not
 * wait for the job of the later one.
 */
export const idOf = ({ job, data, at }: PlannedJob): string =>
  at === undefined ? job.id(data) : `${job.id(data)}.${at}`;

/** Thrown by a processor that runs too early. The job is delayed further, which does not count as an attempt. */
export class JobDelayed extends Error {
  override readonly name = 'JobDelayed';
  /** @param until instant to run at, milliseconds since 1970. */
  constructor(readonly until: number) {
    super(`Not before ${new Date(until).toISOString()}.`);
  }
}
