import { park, type Poisoned } from '../consumer/parked-stream.js';
import type { Recorded } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Batch } from '../consumer/consume.js';
import { feedChanges } from '../change-feed/change-feed.js';
import { advanceModels } from '../consumer/checkpoint.js';
import { foldBatch, type Saved } from './fold-batch.js';
import { loadBatch, saveBatch, type Saving, Unsavable } from './batch-storage.js';
import { type AnyProjection, categoryOf, entityOf, knownEventsOnly, tableOf } from './projection.js';
import { movedHeads } from '../stream-head/stream-head.js';

export interface Applied {
  /** The streams that this batch parked, for the log. */
  readonly parked: readonly (Poisoned & { readonly table: string })[];
  /** Number of changes in the feed. */
  readonly changes: number;
}

type Apply = (batch: Batch, saving: Saving) => Promise<Applied>;

/**
 * Applies a batch. If a row cannot be saved, finds the event by bisection and then the read model, parks the stream there, and applies all
 * other events. Parts that were applied stay applied, because the checkpoint has moved past them.
 */
async function applyAndPark(
  db: Kysely<ReadModelSchema>,
  batch: Batch,
  apply: Apply,
  saving: Saving = 'at once',
): Promise<Applied> {
  try {
    return await apply(batch, saving);
  } catch (error) {
    if (!(error instanceof Unsavable)) throw error;
    const { after, upTo, events } = batch;
    const [first, ...others] = events as readonly [Recorded, ...Recorded[]];
    if (others.length === 0) {
      if (error.table === null) return applyAndPark(db, batch, apply, 'model by model');
      const poisoned = { stream: first.stream, position: first.position, error: error.cause };
      await park(db, error.table, [poisoned]);
      return sumOf(
        { parked: [{ ...poisoned, table: error.table }], changes: 0 },
        await applyAndPark(db, batch, apply, 'model by model'),
      );
    }
    const front = events.slice(0, events.length / 2);
    const middle = front.at(-1)?.position ?? after;
    return sumOf(
      await applyAndPark(db, { after, upTo: middle, events: front }, apply),
      await applyAndPark(db, { after: middle, upTo, events: events.slice(front.length) }, apply),
    );
  }
}

function sumOf(one: Applied, other: Applied): Applied {
  return { parked: [...one.parked, ...other.parked], changes: one.changes + other.changes };
}

type Db = Kysely<ReadModelSchema>;

/**
 * Applies one batch to the active read models, the change feed and the checkpoints, in one transaction (in several,
 * each atomic, when the database refuses a row: see `applyAndPark`). Throws `CheckpointMoved` when another projector was first.
 */
export function applyBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAndPark(db, batch, (part, saving) =>
    db.transaction().execute((tx) => applyWithin(tx, projections, part, { status: 'active', saving })),
  );
}

/** Like `applyBatch`, for versions that are being built: without the change feed, and without waiting for the disk at a commit. */
export function buildBatch(db: Db, projections: readonly AnyProjection[], batch: Batch): Promise<Applied> {
  return applyAndPark(db, batch, (part, saving) =>
    db.transaction().execute(async (tx) => {
      // A crash that loses a commit also loses its checkpoint, and the build continues from the previous one.
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
  return applyWithin(tx, projections.map(withoutFeed), batch, { status: 'building', saving });
}

/**
 * Takes three round trips for any number of read models. The checkpoints come first and alone: their lock may have to be awaited, and the
 * reads after it must see what its last holder wrote.
 */
async function applyWithin(
  tx: Db,
  projections: readonly AnyProjection[],
  { after, upTo, events }: Batch,
  { status, saving }: { readonly status: 'active' | 'building'; readonly saving: Saving },
): Promise<Applied> {
  await advanceModels(tx, { tables: projections.map(tableOf), status, from: after, to: upTo });
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
    const parked = before.parked.get(table) ?? new Map<string, number>();
    return {
      projection: one.projection,
      table,
      ...foldBatch(knownEventsOnly(one.projection), one.events, saved, parked),
    };
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

function withoutFeed({ feed: _, ...projection }: AnyProjection): AnyProjection {
  return projection;
}
