import type { EventStore } from '@throughline/event-store';
import { type Kysely, sql } from 'kysely';
import { beginEpoch } from '../change-feed/trim-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { buildWithin } from './apply-batch.js';
import { showVersion } from './prepare.js';
import { type AnyProjection, tableOf, viewOf } from './projection.js';
import { readBatches } from './read-batches.js';
import { dropTables } from './model-tables.js';

type Db = Kysely<ReadModelSchema>;

/** So long new readers wait behind a switch for those before them to end. Less than PostgreSQL takes to look for a deadlock (1 s). */
const WAIT_FOR_READERS_MS = 200;

/**
 * The versions that were built take the place of those that people see, in one transaction: the active checkpoints are held
 * still while the last few events between them and `from` are folded in. Every client reads afresh (a new epoch). Answers false,
 * and leaves all as it was, when somebody is reading: to be tried again.
 */
export async function switchVersions(
  db: Db,
  store: EventStore,
  built: readonly AnyProjection[],
  from: number,
): Promise<boolean> {
  const switched = db.transaction().execute(async (tx) => {
    const active = await tx
      .selectFrom('read_model_checkpoint')
      .where('status', '=', 'active')
      .select('position')
      .forUpdate()
      .execute();
    const target = active[0]?.position ?? (await store.head());
    for await (const batch of readBatches(store, { after: from, upTo: target })) await buildWithin(tx, built, batch);
    await takeFromReaders(tx, built);
    for (const projection of built) await take(tx, projection);
    await beginEpoch(tx);
    return true;
  });
  return switched.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  });
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * All that is replaced is locked before any of it goes, and not waited for for long: a reader who has one view open and comes to
 * the next would wait for the switch, and the switch for the reader.
 */
async function takeFromReaders(tx: Db, built: readonly AnyProjection[]): Promise<void> {
  const views = built.flatMap(({ name }) => [viewOf(name), `${viewOf(name)}_tally`]);
  await sql`set local lock_timeout = ${sql.lit(WAIT_FOR_READERS_MS)}`.execute(tx);
  await sql`lock table ${sql.join(views.map((view) => sql.table(view)))} in access exclusive mode`.execute(tx);
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
