import { type Kysely, sql } from 'kysely';
import { appendToFeed, feedChanges, type NewFeedChange } from '../change-feed/append-to-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Applied, Batch } from './batch.js';
import { advanceCheckpoints } from './checkpoint.js';
import { foldBatch } from './fold-batch.js';
import { listParked, park } from './parked-stream.js';
import { type AnyProjection, categoryOf, entityOf, tableOf } from './projection.js';
import { loadSaved, saveAdvanced } from './row-store.js';
import { rememberHeads } from '../stream-head/stream-head.js';
import { applyAround, isAboutData, Unsavable } from './unsavable.js';

type Db = Kysely<ReadModelSchema>;

/**
 * One batch into the active read models, the change feed and the checkpoints, in one transaction: all of it or none (in several,
 * each whole, when the database refuses a row: see `applyAround`). Throws `CheckpointMoved` when another projector was there first.
 */
export function applyBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAround(db, batch, (part) =>
    db.transaction().execute(async (tx) => {
      const { parked, changes } = await applyWithin(tx, projections, part, 'active');
      await appendToFeed(tx, changes);
      return { parked, changes: changes.length };
    }),
  );
}

/** The same for versions that are being built: nobody is told of anything, and no commit waits for the disk. */
export function buildBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAround(db, batch, (part) =>
    db.transaction().execute(async (tx) => {
      // What a crash takes back, it takes back with its checkpoint: the build goes on from there.
      await sql`set local synchronous_commit = off`.execute(tx);
      return buildWithin(tx, projections, part);
    }),
  );
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
    await saveAdvanced(tx, projection, advanced).catch((error: unknown) => {
      throw isAboutData(error) ? new Unsavable(table, error) : error;
    });
    await park(tx, table, poisoned);
    parked.push(...poisoned.map((one) => ({ ...one, table })));
    changes.push(...advanced.flatMap(feedChanges));
  }
  await rememberHeads(tx, batch.events);
  return { parked, changes };
}

function silent({ feed: _, ...projection }: AnyProjection): AnyProjection {
  return projection;
}
