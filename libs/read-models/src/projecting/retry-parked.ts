import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { refold } from './fold-batch.js';
import { loadBatch, saveRefolded, Unsavable } from './batch-storage.js';
import { listParkedByEarlierRelease, park, parkedAt, unpark } from '../consumer/parked-stream.js';
import { type AnyProjection, entityOf, knownEventsOnly, tableOf } from './projection.js';

type Db = Kysely<ReadModelSchema>;

/**
 * Retries a parked stream after the projection was fixed: its entity is folded again from the log, up to the position of the read model.
 * Resolves with false if it fails again, or the database refuses one of its rows; the stream then stays parked with the new error.
 */
export async function retryParked(
  db: Db,
  store: EventStore,
  projection: AnyProjection,
  stream: string,
): Promise<boolean> {
  const table = tableOf(projection);
  try {
    return await foldAgain(db, store, projection, stream);
  } catch (error) {
    if (!(error instanceof Unsavable)) throw error;
    const position = (await parkedAt(db, [table], [stream])).get(table)?.get(stream);
    if (position !== undefined) await park(db, table, [{ stream, position, error: error.cause }]);
    return false;
  }
}

async function foldAgain(db: Db, store: EventStore, projection: AnyProjection, stream: string): Promise<boolean> {
  const table = tableOf(projection);
  const entity = entityOf(stream);
  return db.transaction().execute(async (tx) => {
    const { position, status } = await tx
      .selectFrom('consumer_checkpoint')
      .where('consumer', '=', table)
      .select(['position', 'status'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { saved, parked } = await loadBatch(tx, { models: [{ projection, entities: [entity] }], streams: [] });
    const others = new Map(parked.get(table));
    others.delete(stream);
    const { advanced, poisoned } = refold(
      knownEventsOnly(projection),
      await eventsOf(store, projection, entity, position),
      saved.get(table)?.get(entity),
      others,
    );
    if (poisoned.length > 0) {
      await park(tx, table, poisoned);
      return false;
    }
    await saveRefolded(tx, { projection, advanced }, { withFeed: status === 'active' });
    await unpark(tx, table, stream);
    return true;
  });
}

/**
 * Retries the streams that an earlier release parked at an event of a type that this release knows. Resolves with those that are no longer
 * parked.
 */
export async function retryParkedByEarlierRelease(
  db: Db,
  store: EventStore,
  projections: readonly AnyProjection[],
): Promise<readonly { readonly table: string; readonly stream: string }[]> {
  const taken: { table: string; stream: string }[] = [];
  for (const { consumer, stream } of await listParkedByEarlierRelease(db)) {
    const projection = projections.find((one) => tableOf(one) === consumer);
    if (projection && (await retryParked(db, store, projection, stream))) taken.push({ table: consumer, stream });
  }
  return taken;
}

async function eventsOf(store: EventStore, { categories }: AnyProjection, entity: string, upTo: number) {
  const events: Recorded[] = [];
  for (const category of categories) {
    for await (const event of store.readStream(`${category}-${entity}`)) {
      if (event.position <= upTo) events.push(event);
    }
  }
  return events.sort((one, other) => one.position - other.position);
}
