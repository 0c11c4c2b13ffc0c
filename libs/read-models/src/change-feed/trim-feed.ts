import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** Keeps the newest `keep` changes; a client that was away for longer reads afresh. */
export async function trimFeed(db: Kysely<ReadModelSchema>, keep: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { trimmed_to } = await tx
      .updateTable('change_feed_state')
      .set({ trimmed_to: sql<number>`greatest(trimmed_to, last_position - ${keep})` })
      .returning('trimmed_to')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('change_feed').where('position', '<=', trimmed_to).execute();
  });
}

/** Every client reads afresh: after a switch to another version, rows may differ without a change having been told. */
export async function beginEpoch(db: Kysely<ReadModelSchema>): Promise<void> {
  await db
    .updateTable('change_feed_state')
    .set({ epoch: sql`gen_random_uuid()` })
    .execute();
}
