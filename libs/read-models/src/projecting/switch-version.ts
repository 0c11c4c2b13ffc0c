import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import { beginEpoch } from '../change-feed/trim-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { buildWithin } from './apply-batch.js';
import { showVersion } from './prepare.js';
import { type AnyProjection, tableOf } from './projection.js';
import { readBatches } from './read-batches.js';
import { dropTables } from './row-store.js';

type Db = Kysely<ReadModelSchema>;

/**
 * The versions that were built take the place of those that people see, in one transaction: the active checkpoints are held
 * still while the last few events between them and `from` are folded in. Every client reads afresh (a new epoch).
 */
export async function switchVersions(
  db: Db,
  store: EventStore,
  built: readonly AnyProjection[],
  from: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const active = await tx
      .selectFrom('read_model_checkpoint')
      .where('status', '=', 'active')
      .select('position')
      .forUpdate()
      .execute();
    const target = active[0]?.position ?? (await store.head());
    for await (const batch of readBatches(store, { after: from, upTo: target })) await buildWithin(tx, built, batch);
    for (const projection of built) await take(tx, projection);
    await beginEpoch(tx);
  });
}

async function take(tx: Db, projection: AnyProjection): Promise<void> {
  const replaced = await tx
    .deleteFrom('read_model_checkpoint')
    .where('model', '=', projection.name)
    .where('status', 'in', ['active', 'retired'])
    .returning('table_name')
    .execute();
  await tx
    .updateTable('read_model_checkpoint')
    .set({ status: 'active' })
    .where('table_name', '=', tableOf(projection))
    .execute();
  await showVersion(tx, projection);
  for (const { table_name } of replaced) {
    await tx.deleteFrom('parked_stream').where('consumer', '=', table_name).execute();
    await dropTables(tx, table_name);
  }
}
