import { sql, type Kysely } from 'kysely';
import type { ModelStatus, ReadModelSchema } from '../read-model-schema.js';
import { prepareConsumerTables } from './consumer-tables.js';

type Db = Kysely<ReadModelSchema>;

/** Another process has moved the checkpoint, so that process leads. The writes of this one are rolled back. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/**
 * Moves, in the caller's transaction, the checkpoint of every read model that has `status` and is at `from`.
 * @throws CheckpointMoved unless these are exactly the models of `tables`: the caller's list is out of date
 */
export async function advanceModels(
  db: Db,
  move: {
    readonly tables: readonly string[];
    readonly status: 'active' | 'building';
    readonly from: number;
    readonly to: number;
  },
): Promise<void> {
  const moved = await db
    .updateTable('consumer_checkpoint')
    .set({ position: move.to, moved_at: sql`now()` })
    .where('status', '=', move.status)
    .where('position', '=', move.from)
    .returning('consumer')
    .execute();
  const expected = move.tables.toSorted().join();
  const found = moved
    .map((row) => row.consumer)
    .sort()
    .join();
  if (found !== expected) {
    throw new CheckpointMoved(`${move.status} at ${move.from}: found [${found}], expected [${expected}]`);
  }
}

/** The position that every active read model has reached; null while none is active. */
export async function projectedPosition(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('consumer_checkpoint')
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
    .selectFrom('consumer_checkpoint')
    .where('status', '!=', 'reacting')
    .select(['consumer as table', 'status', 'position'])
    .orderBy('consumer')
    .$narrowType<{ status: ModelStatus }>()
    .execute();
}

/** Cancels the build of a version between two batches, and keeps what was built. Resolves with false when it is not being built. */
export function cancelBuild(db: Db, table: string): Promise<boolean> {
  return changeStatus(db, table, 'building', 'cancelled');
}

/** Resumes a cancelled build. Resolves with false when it was not cancelled. */
export function resumeBuild(db: Db, table: string): Promise<boolean> {
  return changeStatus(db, table, 'cancelled', 'building');
}

async function changeStatus(db: Db, table: string, from: ModelStatus, to: ModelStatus): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('consumer_checkpoint')
    .set({ status: to })
    .where('consumer', '=', table)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The checkpoint of a consumer that reacts to events (policies, planner); 0 at its first start. Idempotent, also in several processes at once. */
export async function readCheckpoint(db: Db, consumer: string): Promise<number> {
  await prepareConsumerTables(db);
  await db
    .insertInto('consumer_checkpoint')
    .values({ consumer, status: 'reacting', position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { position } = await db
    .selectFrom('consumer_checkpoint')
    .where('consumer', '=', consumer)
    .select('position')
    .executeTakeFirstOrThrow();
  return position;
}

/**
 * Moves the checkpoint of a consumer that reacts to events. Does not wait for the disk: after a crash that undoes it, the consumer reacts
 * again, which is harmless.
 * @throws CheckpointMoved when it was not at `from`
 */
export async function moveCheckpoint(db: Db, consumer: string, from: number, to: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update consumer_checkpoint set position = ${to}, moved_at = now()
      from (select set_config('synchronous_commit', 'off', true)) unflushed
     where consumer = ${consumer} and position = ${from}`.execute(db);
  if (numAffectedRows !== 1n) throw new CheckpointMoved(`The checkpoint of ${consumer} was not at ${from}.`);
}
