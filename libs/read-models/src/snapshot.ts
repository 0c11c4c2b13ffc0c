import type { Kysely, Transaction } from 'kysely';
import type { ReadModelSchema } from './read-model-schema.js';

/**
 * Several reads as of one moment. Rows and the feed's position are read together, so that the changes after that position are exactly those
 * that the rows do not include.
 */
export function inSnapshot<T>(
  db: Kysely<ReadModelSchema>,
  read: (snapshot: Transaction<ReadModelSchema>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
