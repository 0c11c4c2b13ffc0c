import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * `active` versions are visible and advance together, all at one position. A `building` version catches up beside them. `cancelled`: its
 * build was stopped by hand and may be resumed. `retired`: this release does not know it, and it is shown unchanged until its successor is
 * built.
 */
export type ModelStatus = 'active' | 'building' | 'cancelled' | 'retired';

/** `reacting`: not a read model, but a consumer that reacts to events (policies, planner). */
export type ConsumerStatus = ModelStatus | 'reacting';

/** The tables that queries may read. The read models are views on their active version (see `build.ts`). */
export interface ReadModelSchema {
  change_feed: {
    position: number;
    topic: string;
    key: string;
    audience: string[];
    row: unknown;
    at: Date;
    event_position: number;
  };
  change_feed_state: {
    only: GeneratedAlways<boolean>;
    epoch: Generated<string>;
    last_position: Generated<number>;
    trimmed_to: Generated<number>;
  };
  consumer_checkpoint: {
    /** Table of a read model's version, or name of a consumer that reacts to events. */
    consumer: string;
    /** Null for a consumer that reacts to events. */
    model: string | null;
    status: ConsumerStatus;
    position: number;
    moved_at: Generated<Date>;
  };
  stream_head: { stream: string; revision: number; hash: string; position: number };
  /** The failed jobs of the queue, as the worker last saw them. */
  failed_job: {
    job_id: string;
    name: string;
    data: JSONColumnType<Record<string, unknown>>;
    reason: string;
    attempts: number;
    failed_at: Date;
  };
  parked_stream: {
    consumer: string;
    stream: string;
    position: number;
    error: string;
    parked_at: Generated<Date>;
    /** Type of the event if the release that parked the stream did not know it; else null. */
    unknown_type: string | null;
  };
}
