import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import { listProgress } from '../consumer/checkpoint.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { lastHead, type MovedHead } from './stream-head.js';

/**
 * A sign, in words, that the read models were built from another log, or from a later state of this one, in which case they would skip
 * every event up to their position. Undefined: they belong to this log. The words name a stream. A position beyond the log's last event is
 * not a sign by itself: EventStoreDB has events of its own, which a read model passes and `head` does not count.
 */
export async function signOfOtherLog(db: Kysely<ReadModelSchema>, store: EventStore): Promise<string | undefined> {
  // Read before the head of the log: then the log contains everything that a worker projects meanwhile.
  const [models, last] = [await listProgress(db), await lastHead(db)];
  if (last === undefined || (await holds(store, last))) return undefined;
  const head = await store.head();
  const farthest = models.toSorted((one, other) => other.position - one.position)[0];
  return farthest && farthest.position > head
    ? `${farthest.table} is at position ${farthest.position}, and the log ends at ${head}`
    : `the log lacks event ${last.revision} of ${last.stream}, which was projected from position ${last.position}`;
}

async function holds(store: EventStore, { stream, revision, position, hash }: MovedHead): Promise<boolean> {
  for await (const event of store.readStream(stream, { from: revision, to: revision }))
    return event.position === position && event.metadata.hash === hash;
  return false;
}
