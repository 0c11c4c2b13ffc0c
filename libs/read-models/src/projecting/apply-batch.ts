import type { Recorded } from '@throughline/domain';
import type { Kysely } from 'kysely';
import { appendToFeed, feedChanges, type NewFeedChange } from '../change-feed/append-to-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { advanceCheckpoints } from './checkpoint.js';
import { foldBatch, type Poisoned } from './fold-batch.js';
import { listParked, park } from './parked-stream.js';
import { type AnyProjection, categoryOf, entityOf, tableOf } from './projection.js';
import { loadSaved, saveAdvanced } from './row-store.js';

type Db = Kysely<ReadModelSchema>;

export interface Batch {
  /** Where the checkpoints stand: exclusive. */
  readonly after: number;
  /** Where they stand afterwards; the position of the last event, or of what a filter passed over. */
  readonly upTo: number;
  readonly events: readonly Recorded[];
}

export interface Applied {
  /** What was parked now, to be logged. */
  readonly parked: readonly (Poisoned & { readonly table: string })[];
  /** Changes that people are told of. */
  readonly changes: number;
}

/**
 * One batch into the active read models, the change feed and the checkpoints, in one transaction: all of it or none.
 * Throws `CheckpointMoved` when another projector was there first.
 */
export function applyBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return db.transaction().execute(async (tx) => {
    const { parked, changes } = await applyWithin(tx, projections, batch, 'active');
    await appendToFeed(tx, changes);
    return { parked, changes: changes.length };
  });
}

/** The same for versions that are being built: nobody is told of anything. */
export function buildBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return db.transaction().execute((tx) => buildWithin(tx, projections, batch));
}

export async function buildWithin(tx: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  const { parked } = await applyWithin(tx, projections, batch, 'building');
  return { parked, changes: 0 };
}

async function applyWithin(
  tx: Db,
  projections: readonly AnyProjection[],
  batch: Batch,
  status: 'active' | 'building',
): Promise<{ parked: Applied['parked']; changes: readonly NewFeedChange[] }> {
  await advanceCheckpoints(tx, { projections, status, from: batch.after, to: batch.upTo });
  if (batch.events.length === 0) return { parked: [], changes: [] };
  const parkedBefore = await listParked(tx);
  const parked: Applied['parked'][number][] = [];
  const changes: NewFeedChange[] = [];
  for (const projection of projections) {
    const table = tableOf(projection);
    const events = batch.events.filter(({ stream }) => projection.categories.includes(categoryOf(stream)));
    if (events.length === 0) continue;
    const saved = await loadSaved(tx, projection, [...new Set(events.map(({ stream }) => entityOf(stream)))]);
    const skipped = new Set(parkedBefore.filter(({ consumer }) => consumer === table).map(({ stream }) => stream));
    const { advanced, poisoned } = foldBatch(
      status === 'active' ? projection : silent(projection),
      events,
      saved,
      skipped,
    );
    await saveAdvanced(tx, projection, advanced);
    await park(tx, table, poisoned);
    parked.push(...poisoned.map((one) => ({ ...one, table })));
    changes.push(...advanced.flatMap(feedChanges));
  }
  return { parked, changes };
}

function silent({ feed: _, ...projection }: AnyProjection): AnyProjection {
  return projection;
}
