import type { Kysely, Transaction } from 'kysely';
import type { ReadModelSchema } from './read-model-schema.js';

/**
 * Several reads as of one moment. Rows and the feed's position are read together, so the changes after that position are
 * exactly those that are not in the rows.
 */
export function inSnapshot<T>(
  db: Kysely<ReadModelSchema>,
  read: (snapshot: Transaction<ReadModelSchema>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
