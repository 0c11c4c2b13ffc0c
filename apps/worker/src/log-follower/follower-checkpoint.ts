import { sql, type Kysely } from 'kysely';

export interface FollowerSchema {
  follower_checkpoint: { follower: string; position: number };
}

/** Somebody else moved the checkpoint: another process leads. */
export class FollowerCheckpointMoved extends Error {
  override readonly name = 'FollowerCheckpointMoved';
}

/** Where a follower of the log stands; 0 at its first start. Creates the table on first use; safe to repeat. */
export async function readFollowerCheckpoint(db: Kysely<FollowerSchema>, follower: string): Promise<number> {
  await sql`create table if not exists follower_checkpoint
    (follower text primary key, position bigint not null)`.execute(db);
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

export async function moveFollowerCheckpoint(
  db: Kysely<FollowerSchema>,
  follower: string,
  from: number,
  to: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('follower_checkpoint')
    .set({ position: to })
    .where('follower', '=', follower)
    .where('position', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new FollowerCheckpointMoved(`The checkpoint of ${follower} was not at ${from}.`);
}
