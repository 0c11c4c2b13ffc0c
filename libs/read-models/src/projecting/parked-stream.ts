import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Poisoned } from './fold-batch.js';

type Db = Kysely<ReadModelSchema>;

/** A stream that a projection (or a policy) could not take further; everything else went on. */
export interface ParkedStream {
  /** Table of the projection version, or name of the policy. */
  readonly consumer: string;
  readonly stream: string;
  /** The event that it stopped at. */
  readonly position: number;
  readonly error: string;
}

export async function park(db: Db, consumer: string, poisoned: readonly Poisoned[]): Promise<void> {
  if (poisoned.length === 0) return;
  await db
    .insertInto('parked_stream')
    .values(
      poisoned.map(({ stream, position, error }) => ({
        consumer,
        stream,
        position,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['consumer', 'stream']).doUpdateSet({ error: sql`excluded.error`, parked_at: sql`now()` }),
    )
    .execute();
}

export async function unpark(db: Db, consumer: string, stream: string): Promise<void> {
  await db.deleteFrom('parked_stream').where('consumer', '=', consumer).where('stream', '=', stream).execute();
}

export async function listParked(db: Db): Promise<readonly ParkedStream[]> {
  return db
    .selectFrom('parked_stream')
    .select(['consumer', 'stream', 'position', 'error'])
    .orderBy('position')
    .execute();
}
