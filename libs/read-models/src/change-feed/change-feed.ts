import { type Kysely, sql } from 'kysely';
import type { Advanced } from '../projecting/fold-batch.js';
import type { FeedEntry } from '../projecting/projection.js';
import { type StatementPart, runTogether } from '../projecting/run-together.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Change, FeedPosition } from '@throughline/contracts';
import {
  REFERRAL_TOPIC,
  referralOnTheWire,
  type StoredReferral,
} from '../referral-detail/referral-detail.projection.js';

type Db = Kysely<ReadModelSchema>;

export interface NewFeedChange extends FeedEntry {
  readonly at: string;
  readonly eventPosition: number;
}

export function feedChanges({ feed, at, position }: Advanced): readonly NewFeedChange[] {
  return feed.map((entry) => ({ ...entry, at, eventPosition: position }));
}

/** Assigns positions to the changes, in the caller's transaction. */
export function appendToFeed(db: Db, changes: readonly NewFeedChange[]): Promise<void> {
  return runTogether(db, toFeed(changes));
}

/**
 * Like `appendToFeed`, as parts of the statement that saves a batch. The one row of `change_feed_state` stays locked until the transaction
 * commits, so positions are committed in their order: a reader that sees a position sees every lower one.
 */
export function toFeed(changes: readonly NewFeedChange[]): readonly StatementPart[] {
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

/** Keeps the newest `keep` changes; a client that was disconnected for longer reads a new snapshot. */
export async function trimFeed(db: Kysely<ReadModelSchema>, keep: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { trimmed_to } = await tx
      .updateTable('change_feed_state')
      .set({ trimmed_to: sql<number>`greatest(trimmed_to, last_position - ${keep})` })
      .returning('trimmed_to')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('change_feed').where('position', '<=', trimmed_to).execute();
  });
}

/** Makes every client read its rows again: after a switch to another version they may differ without a change in the feed. */
export async function beginEpoch(db: Kysely<ReadModelSchema>): Promise<void> {
  await db
    .updateTable('change_feed_state')
    .set({ epoch: sql`gen_random_uuid()` })
    .execute();
}

export interface FeedChange extends Change {
  readonly topic: string;
  /** Who may read the change: `staff`, `company:{id}`, `user:{user id}`; empty if the topic itself is the permission. */
  readonly audience: readonly string[];
  /** The position of the event that caused the change. */
  readonly eventPosition: number;
}

export type FeedReading =
  /** `feed` is the position reached, which is the end of the feed if there are fewer than `limit` changes. */
  | { readonly status: 'read'; readonly feed: FeedPosition; readonly changes: readonly FeedChange[] }
  /** Some changes after `since` have been deleted; `feed` is the end of the feed. */
  | { readonly status: 'other-epoch' | 'too-old'; readonly feed: FeedPosition };

/** The end of the feed. Read in the same snapshot as rows, it shows which changes the rows include. */
export async function feedPosition(db: Db): Promise<FeedPosition> {
  const state = await db
    .selectFrom('change_feed_state')
    .select(['epoch', 'last_position as position'])
    .executeTakeFirstOrThrow();
  return state;
}

/**
 * Changes after `since`, in order, read in one statement and so as of one moment. `topic` and `audience` narrow them (a change matches if
 * it is for any of the audience); without them, this tails the whole feed.
 */
export async function readFeed(
  db: Db,
  options: {
    readonly since: FeedPosition;
    readonly limit?: number;
    readonly topic?: string;
    readonly audience?: readonly string[];
  },
): Promise<FeedReading> {
  const { since, topic, audience, limit = 500 } = options;
  const { rows } = await sql<StateAndChange>`
    select state.epoch, state.last_position, state.trimmed_to, change.*
      from change_feed_state state
      left join lateral (
        select position, topic, key, audience, "row", at, event_position
          from change_feed
         where position > ${since.position}
           ${topic === undefined ? sql`` : sql`and topic = ${topic}`}
           ${audience === undefined ? sql`` : sql`and audience && ${audience}::text[]`}
         order by position
         limit ${limit}) change on true
     order by change.position`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The change feed was never set up: prepareReadModels has not run on this database.');
  const end: FeedPosition = { epoch: state.epoch, position: state.last_position };
  // A position beyond the end is from before a backup was restored.
  if (since.epoch !== state.epoch || since.position > state.last_position) return { status: 'other-epoch', feed: end };
  if (since.position < state.trimmed_to) return { status: 'too-old', feed: end };
  const changes = rows.flatMap((row) => (row.position === null ? [] : [asChange(row)]));
  const reached = changes.length < limit ? end.position : (changes.at(-1)?.position ?? end.position);
  return { status: 'read', feed: { epoch: end.epoch, position: reached }, changes };
}

interface StateAndChange extends StoredChange {
  readonly epoch: string;
  readonly last_position: number;
  readonly trimmed_to: number;
}

/** All fields are null if there is no change. */
interface StoredChange {
  readonly position: number | null;
  readonly topic: string;
  readonly key: string;
  readonly audience: string[];
  readonly row: unknown;
  readonly at: Date;
  readonly event_position: number;
}

function asChange(row: StoredChange): FeedChange {
  return {
    position: row.position ?? 0,
    topic: row.topic,
    key: row.key,
    audience: row.audience,
    row: row.topic.startsWith(REFERRAL_TOPIC) ? referralOnTheWire(row.row as StoredReferral) : row.row,
    at: row.at.toISOString(),
    eventPosition: row.event_position,
  };
}
