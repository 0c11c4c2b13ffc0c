import { type Kysely, sql } from 'kysely';
import { feedChanges } from '../change-feed/append-to-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Applied, Batch, Saving } from './batch.js';
import { advanceCheckpoints } from './checkpoint.js';
import { foldBatch, type Saved } from './fold-batch.js';
import { loadBatch } from './load-batch.js';
import { park } from './parked-stream.js';
import { type AnyProjection, categoryOf, entityOf, tableOf } from './projection.js';
import { saveBatch } from './save-batch.js';
import { movedHeads } from '../stream-head/stream-head.js';
import { applyAround } from './unsavable.js';

type Db = Kysely<ReadModelSchema>;

/**
 * One batch into the active read models, the change feed and the checkpoints, in one transaction: all of it or none (in several,
 * each whole, when the database refuses a row: see `applyAround`). Throws `CheckpointMoved` when another projector was there first.
 */
export function applyBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAround(db, batch, (part, saving) =>
    db.transaction().execute((tx) => applyWithin(tx, projections, part, { status: 'active', saving })),
  );
}

/** The same for versions that are being built: nobody is told of anything, and no commit waits for the disk. */
export function buildBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAround(db, batch, (part, saving) =>
    db.transaction().execute(async (tx) => {
      // What a crash takes back, it takes back with its checkpoint: the build goes on from there.
      await sql`set local synchronous_commit = off`.execute(tx);
      return buildWithin(tx, projections, part, saving);
    }),
  );
}

export function buildWithin(
  tx: Db,
  projections: readonly AnyProjection[],
  batch: Batch,
  saving: Saving = 'at once',
): Promise<Applied> {
  return applyWithin(tx, projections.map(silent), batch, { status: 'building', saving });
}

/**
 * Three round trips, whatever the number of read models. The checkpoints come first and alone: their lock may have to be waited for,
 * and what is read after it must be as the one who held it left it.
 */
async function applyWithin(
  tx: Db,
  projections: readonly AnyProjection[],
  { after, upTo, events }: Batch,
  { status, saving }: { readonly status: 'active' | 'building'; readonly saving: Saving },
): Promise<Applied> {
  await advanceCheckpoints(tx, { projections, status, from: after, to: upTo });
  if (events.length === 0) return { parked: [], changes: 0 };
  const concerned = projections
    .map((projection) => ({ projection, events: eventsOf(projection, events) }))
    .filter((one) => one.events.length > 0);
  const before = await loadBatch(tx, {
    models: concerned.map((one) => ({ projection: one.projection, entities: unique(one.events, entityOf) })),
    streams: unique(events, String),
  });
  const folded = concerned.map((one) => {
    const table = tableOf(one.projection);
    const saved = before.saved.get(table) ?? new Map<string, Saved>();
    const parked = before.parked.get(table) ?? new Set<string>();
    return { projection: one.projection, table, ...foldBatch(one.projection, one.events, saved, parked) };
  });
  const changes = folded.flatMap(({ advanced }) => advanced.flatMap(feedChanges));
  await saveBatch(tx, { models: folded, heads: movedHeads(before.heads, events), changes }, saving);
  for (const { table, poisoned } of folded) await park(tx, table, poisoned);
  return {
    parked: folded.flatMap(({ table, poisoned }) => poisoned.map((one) => ({ ...one, table }))),
    changes: changes.length,
  };
}

const eventsOf = ({ categories }: AnyProjection, events: Batch['events']): Batch['events'] =>
  events.filter(({ stream }) => categories.includes(categoryOf(stream)));

const unique = (events: Batch['events'], of: (stream: string) => string): readonly string[] => [
  ...new Set(events.map(({ stream }) => of(stream))),
];

function silent({ feed: _, ...projection }: AnyProjection): AnyProjection {
  return projection;
}
