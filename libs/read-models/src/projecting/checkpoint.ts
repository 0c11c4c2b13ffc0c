import { sql, type Kysely } from 'kysely';
import type { ModelStatus, ReadModelSchema } from '../read-model-schema.js';
import { type AnyProjection, tableOf } from './projection.js';

type Db = Kysely<ReadModelSchema>;

/** Somebody else moved the checkpoint: another projector leads. What this one was about to write is rolled back. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/**
 * Moves, in the caller's transaction, every checkpoint that has `status` and stands at `from`. These must be exactly those of
 * `projections`: otherwise the caller's idea of what is active is old, and `CheckpointMoved` says so.
 */
export async function advanceCheckpoints(
  db: Db,
  move: {
    readonly projections: readonly AnyProjection[];
    readonly status: 'active' | 'building';
    readonly from: number;
    readonly to: number;
  },
): Promise<void> {
  const moved = await db
    .updateTable('read_model_checkpoint')
    .set({ position: move.to, moved_at: sql`now()` })
    .where('status', '=', move.status)
    .where('position', '=', move.from)
    .returning('table_name')
    .execute();
  const expected = move.projections.map(tableOf).sort().join();
  const found = moved
    .map((row) => row.table_name)
    .sort()
    .join();
  if (found !== expected) {
    throw new CheckpointMoved(`${move.status} at ${move.from}: found [${found}], expected [${expected}]`);
  }
}

/** The position that every active read model has reached; null while none is active. */
export async function projectedPosition(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('read_model_checkpoint')
    .where('status', '=', 'active')
    .select((eb) => eb.fn.min('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? null;
}

export interface ModelProgress {
  readonly table: string;
  readonly status: ModelStatus;
  readonly position: number;
}

export async function listProgress(db: Db): Promise<readonly ModelProgress[]> {
  return db
    .selectFrom('read_model_checkpoint')
    .select(['table_name as table', 'status', 'position'])
    .orderBy('table_name')
    .execute();
}

/** Stops the building of a version between two batches; what was built stays. False: it is not being built. */
export function cancelBuild(db: Db, table: string): Promise<boolean> {
  return changeStatus(db, table, 'building', 'cancelled');
}

/** Lets a cancelled building go on from where it was. False: it was not cancelled. */
export function resumeBuild(db: Db, table: string): Promise<boolean> {
  return changeStatus(db, table, 'cancelled', 'building');
}

async function changeStatus(db: Db, table: string, from: ModelStatus, to: ModelStatus): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('read_model_checkpoint')
    .set({ status: to })
    .where('table_name', '=', table)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
