import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { refold } from './fold-batch.js';
import { loadBatch } from './load-batch.js';
import { park, unpark } from './parked-stream.js';
import { type AnyProjection, entityOf, tableOf } from './projection.js';
import { saveRefolded } from './save-batch.js';

/**
 * Takes a parked stream up again, after the projection was mended: its entity is folded afresh from the log, up to where the
 * read model stands. Answers false, and leaves it parked with the new error, when it fails again.
 */
export async function retryParked(
  db: Kysely<ReadModelSchema>,
  store: EventStore,
  projection: AnyProjection,
  stream: string,
): Promise<boolean> {
  const table = tableOf(projection);
  const entity = entityOf(stream);
  return db.transaction().execute(async (tx) => {
    const { position, status } = await tx
      .selectFrom('read_model_checkpoint')
      .where('table_name', '=', table)
      .select(['position', 'status'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { saved, parked } = await loadBatch(tx, { models: [{ projection, entities: [entity] }], streams: [] });
    const others = new Set(parked.get(table));
    others.delete(stream);
    const { advanced, poisoned } = refold(
      projection,
      await eventsOf(store, projection, entity, position),
      saved.get(table)?.get(entity),
      others,
    );
    if (poisoned.length > 0) {
      await park(tx, table, poisoned);
      return false;
    }
    await saveRefolded(tx, { projection, advanced }, { tellingLive: status === 'active' });
    await unpark(tx, table, stream);
    return true;
  });
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
