import type { Recorded } from '@throughline/domain';
import { hashOf, type StreamHead } from '@throughline/event-store';
import { type Kysely, sql } from 'kysely';
import type { StatementPart } from '../projecting/run-together.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/**
 * Where these events move the heads, by stream. Pure. A head moves only to the event whose hash follows from its own: events that are
 * appended after a tail was cut off, or after a rewrite, never replace the head that was seen. The first batch of a stream without a known
 * head is trusted, so that a rebuild from nothing need not compute every hash. An event without a hash, which only another writer can have
 * written, moves no head.
 */
export function advanceHeads(
  heads: ReadonlyMap<string, StreamHead>,
  events: readonly Recorded[],
): ReadonlyMap<string, StreamHead> {
  const moved = new Map<string, StreamHead>();
  for (const event of events) {
    const before = heads.get(event.stream);
    const { revision, position, metadata } = event;
    const hash: unknown = metadata.hash;
    if (typeof hash !== 'string' || (before && !follows(moved.get(event.stream) ?? before, event))) continue;
    moved.set(event.stream, { revision, position, hash });
  }
  return moved;
}

function follows(head: StreamHead, event: Recorded): boolean {
  return (
    event.revision === head.revision + 1 &&
    event.position > head.position &&
    event.metadata.hash === hashOf(head.hash, event)
  );
}

type Db = Kysely<ReadModelSchema>;

/** The last event seen of each of these streams. Read it before the log, which then cannot be behind it. */
export async function readHeads(db: Db, streams: readonly string[]): Promise<ReadonlyMap<string, StreamHead>> {
  // An array instead of a parameter for each, because a batch of a rebuild has thousands.
  const rows = await db
    .selectFrom('stream_head')
    .where('stream', '=', sql<string>`any(${streams})`)
    .selectAll()
    .execute();
  return new Map(rows.map(({ stream, ...head }) => [stream, head]));
}

/** The last event seen of every stream. Read it before the log. */
export async function allHeads(db: Db): Promise<Map<string, StreamHead>> {
  const rows = await db.selectFrom('stream_head').selectAll().execute();
  return new Map(rows.map(({ stream, ...head }) => [stream, head]));
}

export type MovedHead = StreamHead & { readonly stream: string };

/** The head that was moved last: the last event that this database has seen. Undefined before the first. */
export function lastHead(db: Db): Promise<MovedHead | undefined> {
  return db.selectFrom('stream_head').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
}

/** The heads after a batch, given those before it. */
export function movedHeads(known: ReadonlyMap<string, StreamHead>, events: readonly Recorded[]): readonly MovedHead[] {
  return [...advanceHeads(known, events)].map(([stream, head]) => ({ stream, ...head }));
}

/**
 * Saves the heads of the streams, as a part of the statement that saves a batch. It is not a read model that can be rebuilt: from a log
 * that was cut, a rebuild would store the cut log (docs/decisions/0010). Rows are written in the order of their key, so that a build beside
 * the live batch waits and never deadlocks.
 */
export function toHeads(moved: readonly MovedHead[]): readonly StatementPart[] {
  if (moved.length === 0) return [];
  const written = sql`
    insert into stream_head as kept (stream, revision, hash, position)
    select stream, revision, hash, position from json_to_recordset(${JSON.stringify(moved)}::json)
        as given (stream text, revision integer, hash text, position bigint)
     order by stream
    on conflict (stream) do update
        set revision = excluded.revision, hash = excluded.hash, position = excluded.position
      where excluded.revision > kept.revision`;
  return [{ name: 'heads_moved', sql: written }];
}
