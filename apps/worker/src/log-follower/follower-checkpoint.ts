import { sql, type Kysely } from 'kysely';

export interface FollowerSchema {
  follower_checkpoint: { follower: string; position: number };
}

/** Somebody else moved the checkpoint: another process leads. */
export class FollowerCheckpointMoved extends Error {
  override readonly name = 'FollowerCheckpointMoved';
}

/**
 * Where a follower of the log stands; 0 at its first start. Creates the table on first use; safe to repeat, and while others do the
 * same: even `if not exists` fails for one of two that create it at the same moment.
 */
export async function readFollowerCheckpoint(db: Kysely<FollowerSchema>, follower: string): Promise<number> {
  await createTable(db);
  await db
    .insertInto('follower_checkpoint')
    .values({ follower, position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { position } = await db
    .selectFrom('follower_checkpoint')
    .where('follower', '=', follower)
    .select('position')
    .executeTakeFirstOrThrow();
  return position;
}

async function createTable(db: Kysely<FollowerSchema>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('throughline/worker/follower-checkpoint'))`.execute(tx);
    const { rows } = await sql<{ there: boolean }>`
      select to_regclass('follower_checkpoint') is not null as there`.execute(tx);
    if (rows[0]?.there) return;
    await sql`create table follower_checkpoint (follower text primary key, position bigint not null)`.execute(tx);
  });
}

/** Need not wait for the disk: after a crash that takes it back, the follower acts again, which is harmless. */
export async function moveFollowerCheckpoint(
  db: Kysely<FollowerSchema>,
  follower: string,
  from: number,
  to: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update follower_checkpoint set position = ${to}
      from (select set_config('synchronous_commit', 'off', true)) unflushed
     where follower = ${follower} and position = ${from}`.execute(db);
  if (numAffectedRows !== 1n) throw new FollowerCheckpointMoved(`The checkpoint of ${follower} was not at ${from}.`);
}
