import { isKnownEvent, type Recorded, UnknownEvent } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

/** A stream with an event that a consumer failed to process. */
export interface Poisoned {
  readonly stream: string;
  readonly position: number;
  /** After an `UnknownEvent`, a node that knows the type retries the stream automatically. */
  readonly error: unknown;
}

/** A stream in which an event failed. The consumer skips the later events of the stream; all other streams continue. */
export interface ParkedStream {
  /** Table of a read model's version, name of a policy or job (`policy/…`, `job/…`), or `policies` or `planner`. */
  readonly consumer: string;
  readonly stream: string;
  /** Position of the event that failed. */
  readonly position: number;
  readonly error: string;
}

export async function park(db: Db, consumer: string, poisoned: readonly Poisoned[]): Promise<void> {
  if (poisoned.length === 0) return;
  await db
    .insertInto('parked_stream')
    .values(
      poisoned.map(({ stream, position, error }) => ({
        consumer,
        stream,
        position,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        unknown_type: error instanceof UnknownEvent ? error.type : null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['consumer', 'stream']).doUpdateSet({
        position: sql`excluded.position`,
        error: sql`excluded.error`,
        parked_at: sql`now()`,
        unknown_type: sql`excluded.unknown_type`,
      }),
    )
    .execute();
}

/** The positions at which streams are parked, by consumer and stream. Waits while one of them is being unparked (`retryStream`). */
export async function parkedAt(
  db: Db,
  consumers: readonly string[],
  streams: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<Pick<ParkedStream, 'consumer' | 'stream' | 'position'>>`
    select consumer, stream, position from parked_stream
     where consumer = any(${consumers}) and stream = any(${streams}) for share`.execute(db);
  const parked = new Map<string, Map<string, number>>();
  for (const { consumer, stream, position } of rows) {
    parked.set(consumer, (parked.get(consumer) ?? new Map<string, number>()).set(stream, position));
  }
  return parked;
}

export async function unpark(db: Db, consumer: string, stream: string): Promise<void> {
  await db.deleteFrom('parked_stream').where('consumer', '=', consumer).where('stream', '=', stream).execute();
}

export async function listParked(db: Db): Promise<readonly ParkedStream[]> {
  return db
    .selectFrom('parked_stream')
    .select(['consumer', 'stream', 'position', 'error'])
    .orderBy('position')
    .execute();
}

/** Streams that an earlier release parked at an event that it did not know, but this release does. */
export async function listParkedByEarlierRelease(db: Db): Promise<readonly Omit<ParkedStream, 'error'>[]> {
  const rows = await db
    .selectFrom('parked_stream')
    .where('unknown_type', 'is not', null)
    .select(['consumer', 'stream', 'position', 'unknown_type'])
    .orderBy('position')
    .execute();
  return rows.filter(({ unknown_type }) => isKnownEvent({ type: unknown_type! }));
}

interface RetryStream {
  readonly consumer: string;
  readonly stream: string;
  /** Processes the events. Resolves with false when one failed and the stream was parked there. */
  readonly take: (events: readonly Recorded[]) => Promise<boolean>;
}

/**
 * Lets a consumer that reacts to events retry a parked stream: the event that failed and all later ones, in order. Resolves with false when
 * the stream is not parked, or fails again and stays parked at that event.
 */
export async function retryStream(
  db: Db,
  store: EventStore,
  { consumer, stream, take }: RetryStream,
): Promise<boolean> {
  const parkedFrom = (await parkedAt(db, [consumer], [stream])).get(consumer)?.get(stream);
  if (parkedFrom === undefined) return false;
  let done = parkedFrom - 1;
  let rest = await readFrom(store, stream, parkedFrom);
  do {
    if (rest.length > 0 && !(await take(rest))) return false;
    done = rest.at(-1)?.position ?? done;
    rest = await unparkAtEnd(db, store, { consumer, stream, done });
  } while (rest.length > 0);
  return true;
}

/**
 * Unparks the stream if no event follows the one at `done`; otherwise resolves with the events that follow. A consumer that reads an event of the
 * stream in the meantime waits for the lock, so each event is either seen here or processed by the consumer.
 */
function unparkAtEnd(
  db: Db,
  store: EventStore,
  { consumer, stream, done }: { readonly consumer: string; readonly stream: string; readonly done: number },
): Promise<readonly Recorded[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select from parked_stream where consumer = ${consumer} and stream = ${stream} for update`.execute(tx);
    const more = await readFrom(store, stream, done + 1);
    if (more.length === 0) await unpark(tx, consumer, stream);
    return more;
  });
}

async function readFrom(store: EventStore, stream: string, position: number): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readStream(stream)) if (event.position >= position) events.push(event);
  return events;
}
