import { type Kysely, sql } from 'kysely';
import type { Advanced } from '../projecting/fold-batch.js';
import type { FeedEntry } from '../projecting/projection.js';
import { type Part, runTogether } from '../projecting/run-together.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

export interface NewFeedChange extends FeedEntry {
  readonly at: string;
  readonly eventPosition: number;
}

export function feedChanges({ feed, at, position }: Advanced): readonly NewFeedChange[] {
  return feed.map((entry) => ({ ...entry, at, eventPosition: position }));
}

/** Gives the changes their positions, in the caller's transaction. */
export function appendToFeed(db: Db, changes: readonly NewFeedChange[]): Promise<void> {
  return runTogether(db, toFeed(changes));
}

/**
 * The same as parts of the statement that saves a batch. The one row of `change_feed_state` stays locked until the transaction
 * commits, so positions are committed in their order and a reader never sees one and misses a lower.
 */
export function toFeed(changes: readonly NewFeedChange[]): readonly Part[] {
  if (changes.length === 0) return [];
  return [
    {
      name: 'feed_moved',
      sql: sql`
        update change_feed_state set last_position = last_position + ${changes.length}
        returning last_position - ${changes.length} as before`,
    },
    {
      name: 'feed_told',
      sql: sql`
        insert into change_feed (position, topic, key, audience, "row", at, event_position)
        select before + n, topic, key, audience, "row", given.at, event_position
          from feed_moved cross join rows from (json_to_recordset(${JSON.stringify(changes.map(asColumns))}::json)
            as (topic text, key text, audience text[], "row" json, at timestamptz, event_position bigint))
          with ordinality as given (topic, key, audience, "row", at, event_position, n)`,
    },
  ];
}

function asColumns({ topic, key, audience, row, at, eventPosition }: NewFeedChange) {
  return { topic, key, audience, row, at, event_position: eventPosition };
}
