import type { EventStore } from '@throughline/event-store';
import { type Kysely, sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type Applied, buildBatch, buildWithin } from './apply-batch.js';
import { projectedPosition } from '../consumer/checkpoint.js';
import { consume, readBatches } from '../consumer/consume.js';
import { type AnyProjection, tableOf, viewOf } from './projection.js';
import { createIndexes, dropTables, showVersion } from './prepare.js';
import { beginEpoch } from '../change-feed/change-feed.js';

type Db = Kysely<ReadModelSchema>;

/**
 * A new version is switched to when it is at most this many positions behind: during the switch the rest is folded while the active
 * versions wait.
 */
const MAX_SWITCH_DISTANCE = 1_000;
/** Events of a batch while read models are live. During a batch, this process projects no live event. */
const MAX_BATCH_EVENTS_WHILE_LIVE = 500;
/** Milliseconds until a switch is retried that found the views in use. */
const SWITCH_RETRY_MS = 500;

export interface BuildProgress {
  readonly tables: readonly string[];
  readonly position: number;
  readonly target: number;
  readonly parked: Applied['parked'];
}

/**
 * Builds the registered versions while the active ones stay visible, and switches when they have caught up. Stops between two batches
 * when `signal` is aborted or the build is cancelled (`CheckpointMoved`), and continues from there when called again.
 */
export async function buildRegistered(
  db: Db,
  store: EventStore,
  projections: readonly AnyProjection[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: (progress: BuildProgress) => void },
): Promise<void> {
  for (;;) {
    const group = await nextGroup(db, projections);
    if (!group) return;
    let { position } = group;
    const pace = (await projectedPosition(db)) === null ? {} : { batchSize: MAX_BATCH_EVENTS_WHILE_LIVE };
    const pass = (upTo: number): Promise<void> =>
      consume({
        store,
        after: position,
        upTo,
        ...pace,
        signal,
        apply: async (batch) => {
          const { parked } = await buildBatch(db, group.projections, batch);
          position = batch.upTo;
          onProgress?.({ tables: group.projections.map(tableOf), position, target: upTo, parked });
        },
      });
    if (group.joinAt !== null) {
      await pass(group.joinAt);
    } else {
      const target = async (): Promise<number> => (await projectedPosition(db)) ?? (await store.head());
      await pass(await target());
      for (const projection of group.projections) await createIndexes(db, projection);
      do await pass(await target());
      while ((await target()) - position > MAX_SWITCH_DISTANCE && !signal.aborted);
      if (!signal.aborted && !(await switchVersions(db, store, group.projections, position))) {
        await pause(SWITCH_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
  }
}

/** The versions that are furthest behind. They are built together, and the next versions join them at `joinAt`. */
async function nextGroup(db: Db, projections: readonly AnyProjection[]) {
  const rows = await db
    .selectFrom('consumer_checkpoint')
    .where('status', '=', 'building')
    .where('consumer', 'in', projections.map(tableOf))
    .select(['consumer', 'position'])
    .orderBy('position')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const behind = new Set(rows.filter((row) => row.position === first.position).map((row) => row.consumer));
  return {
    position: first.position,
    projections: projections.filter((projection) => behind.has(tableOf(projection))),
    joinAt: rows.find((row) => row.position > first.position)?.position ?? null,
  };
}

/** Milliseconds that new readers may have to wait for a switch. Less than PostgreSQL's deadlock time-out (1 s). */
const MAX_LOCK_WAIT_MS = 200;

/**
 * Replaces the visible versions by the built ones, in one transaction: the active checkpoints are locked while the last few events after
 * `from` are folded. A new epoch makes every client read a new snapshot. Resolves with false, and changes nothing, when a reader holds a
 * view: try again later.
 */
export async function switchVersions(
  db: Db,
  store: EventStore,
  built: readonly AnyProjection[],
  from: number,
): Promise<boolean> {
  const switched = db.transaction().execute(async (tx) => {
    const active = await tx
      .selectFrom('consumer_checkpoint')
      .where('status', '=', 'active')
      .select('position')
      .forUpdate()
      .execute();
    const target = active[0]?.position ?? (await store.head());
    for await (const batch of readBatches(store, { after: from, upTo: target })) await buildWithin(tx, built, batch);
    await lockViews(tx, built);
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
 * All replaced views are locked before the first one is dropped, with a short timeout: a reader that has one view open and opens
 * the next would wait for the switch, and the switch for the reader.
 */
async function lockViews(tx: Db, built: readonly AnyProjection[]): Promise<void> {
  const views = built.flatMap(({ name }) => [viewOf(name), `${viewOf(name)}_tally`]);
  await sql`set local lock_timeout = ${sql.lit(MAX_LOCK_WAIT_MS)}`.execute(tx);
  await sql`lock table ${sql.join(views.map((view) => sql.table(view)))} in access exclusive mode`.execute(tx);
}

async function take(tx: Db, projection: AnyProjection): Promise<void> {
  const replaced = await tx
    .deleteFrom('consumer_checkpoint')
    .where('model', '=', projection.name)
    .where('status', 'in', ['active', 'retired'])
    .returning('consumer')
    .execute();
  await tx
    .updateTable('consumer_checkpoint')
    .set({ status: 'active' })
    .where('consumer', '=', tableOf(projection))
    .execute();
  await showVersion(tx, projection);
  for (const { consumer } of replaced) {
    await tx.deleteFrom('parked_stream').where('consumer', '=', consumer).execute();
    await dropTables(tx, consumer);
  }
}
