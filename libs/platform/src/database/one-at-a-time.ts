import { type Kysely, sql } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';

/**
 * One queue for each process and kind: a command that waits for the lock holds a connection, and the `work` that has the lock needs more of
 * them.
 */
const queues = new WeakMap<object, Map<string, LimitFunction>>();

/**
 * Runs `work` on one node at a time, of the API and of the worker: for commands whose decision depends on facts outside their stream that
 * other commands of the kind change.
 */
export function oneAtATime<Tables, Result>(
  db: Kysely<Tables>,
  kind: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const ofProcess = queues.get(db) ?? new Map<string, LimitFunction>();
  const queue = ofProcess.get(kind) ?? pLimit(1);
  queues.set(db, ofProcess.set(kind, queue));
  return queue(() =>
    db.transaction().execute(async (transaction) => {
      // Never change the name of the lock: nodes of two releases run at the same time.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`throughline/api/${kind}`}, 0))`.execute(transaction);
      return work();
    }),
  );
}
