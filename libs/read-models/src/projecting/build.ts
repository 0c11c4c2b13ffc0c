import type { EventStore } from '@throughline/event-store';
import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadModelSchema } from '../read-model-schema.js';
import { buildBatch } from './apply-batch.js';
import type { Applied } from './batch.js';
import { projectedPosition } from './checkpoint.js';
import { type AnyProjection, tableOf } from './projection.js';
import { readBatches } from './read-batches.js';
import { createIndexes } from './model-tables.js';
import { switchVersions } from './switch-version.js';

type Db = Kysely<ReadModelSchema>;

/** Closer than this many positions to what people see, a switch holds nobody up. */
const SMALL_REST = 1_000;
/** Events of a batch beside live read models: folded in one go, so that what people do waits in the same process for no longer. */
const BATCH_BESIDE_LIVE = 500;
/** So long readers are left alone before a switch that met some is tried again, in milliseconds. */
const SWITCH_AGAIN_MS = 500;

export interface BuildProgress {
  readonly tables: readonly string[];
  readonly position: number;
  readonly target: number;
  readonly parked: Applied['parked'];
}

/**
 * Builds what is registered for building, beside what people see, and switches when it has caught up. Stops between two batches
 * when `signal` is aborted or somebody cancels it (`CheckpointMoved`), and goes on from there when called again.
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
    const pace = (await projectedPosition(db)) === null ? {} : { batchSize: BATCH_BESIDE_LIVE };
    const pass = async (upTo: number): Promise<void> => {
      for await (const batch of readBatches(store, { after: position, upTo, ...pace })) {
        if (signal.aborted) return;
        const { parked } = await buildBatch(db, group.projections, batch);
        position = batch.upTo;
        onProgress?.({ tables: group.projections.map(tableOf), position, target: upTo, parked });
      }
    };
    if (group.joinAt !== null) {
      await pass(group.joinAt);
    } else {
      const target = async (): Promise<number> => (await projectedPosition(db)) ?? (await store.head());
      await pass(await target());
      for (const projection of group.projections) await createIndexes(db, projection);
      do await pass(await target());
      while ((await target()) - position > SMALL_REST && !signal.aborted);
      if (!signal.aborted && !(await switchVersions(db, store, group.projections, position))) {
        await pause(SWITCH_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
  }
}

/** Those that are furthest behind; they go together, and are joined by the next ones at `joinAt`. */
async function nextGroup(db: Db, projections: readonly AnyProjection[]) {
  const rows = await db
    .selectFrom('read_model_checkpoint')
    .where('status', '=', 'building')
    .where('table_name', 'in', projections.map(tableOf))
    .select(['table_name', 'position'])
    .orderBy('position')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const behind = new Set(rows.filter((row) => row.position === first.position).map((row) => row.table_name));
  return {
    position: first.position,
    projections: projections.filter((projection) => behind.has(tableOf(projection))),
    joinAt: rows.find((row) => row.position > first.position)?.position ?? null,
  };
}
