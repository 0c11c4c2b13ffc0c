import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import { listProgress } from '../consumer/checkpoint.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { lastHead, type MovedHead } from './stream-head.js';

/**
 * By what one sees that the read models were built from another log, or from a later state of this one: they skip every event up to their position. Undefined:
 * they are of this log. The words name a stream. A position beyond the log's last event is no sign in itself: EventStoreDB has events of its own, which
 * a read model passes and `head` does not count.
 */
export async function signOfOtherLog(db: Kysely<ReadModelSchema>, store: EventStore): Promise<string | undefined> {
  // Before the head: what a worker projects meanwhile is in the log already.
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
