import type { Generated, GeneratedAlways } from 'kysely';

/**
 * `active` versions are what people see and advance together, all at one position. A `building` one catches up beside them;
 * `cancelled`: its building was stopped by hand and may be resumed; `retired`: this release does not know it, and it is shown
 * as it was until its successor is built.
 */
export type ModelStatus = 'active' | 'building' | 'cancelled' | 'retired';

/** `reacting`: no read model, a consumer that acts on what happens (policies, planner). */
export type ConsumerStatus = ModelStatus | 'reacting';

/** What queries may read. The read models are views on their active version (see `switch-version.ts`). */
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
    /** Table of a read model's version, or name of a consumer that reacts. */
    consumer: string;
    /** Null for a consumer that reacts. */
    model: string | null;
    status: ConsumerStatus;
    position: number;
    moved_at: Generated<Date>;
  };
  stream_head: { stream: string; revision: number; hash: string; position: number };
  parked_stream: {
    consumer: string;
    stream: string;
    position: number;
    error: string;
    parked_at: Generated<Date>;
    /** Type of the event when the release that met it did not know it; else null. */
    unknown_type: string | null;
  };
}
