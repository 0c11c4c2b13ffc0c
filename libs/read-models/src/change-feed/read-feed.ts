import type { Change, FeedPosition } from '@throughline/contracts';
import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

export interface FeedChange extends Change {
  readonly topic: string;
  /** Who may be told: `staff`, `company:{id}`, `user:{user id}`; empty where the topic itself is the permission. */
  readonly audience: readonly string[];
  /** Position in the event log of the change behind it. */
  readonly eventPosition: number;
}

export type FeedReading =
  /** `feed` is how far was read: of the whole feed when fewer than `limit` changes came. */
  | { readonly status: 'read'; readonly feed: FeedPosition; readonly changes: readonly FeedChange[] }
  /** What came after `since` is no longer all there; `feed` is the feed's end. */
  | { readonly status: 'other-epoch' | 'too-old'; readonly feed: FeedPosition };

/** Where the feed ends. Read in the same snapshot as rows, it says which changes are in them. */
export async function feedPosition(db: Db): Promise<FeedPosition> {
  const state = await db
    .selectFrom('change_feed_state')
    .select(['epoch', 'last_position as position'])
    .executeTakeFirstOrThrow();
  return state;
}

/**
 * Changes after `since`, in order, as one statement and so as of one moment. `topic` and `audience` narrow it (a change is read
 * when it is for any of the audience); leave them out to tail the whole feed.
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
  // A position beyond the end is from a feed that a restored backup has wound back.
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

/** All null when there is no change. */
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
    row: row.row,
    at: row.at.toISOString(),
    eventPosition: row.event_position,
  };
}
