import { type Kysely, sql } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';

/** One for each process and kind: a command that waits for the lock holds a connection, and the `work` that has the lock needs more of them. */
const queues = new WeakMap<object, Map<string, LimitFunction>>();

/**
 * Runs `work` once at a time on all nodes, of the API and of the worker: for commands that are decided by facts outside of their stream, which
 * others of their kind change.
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
      // Every release names the lock alike: nodes of two releases run beside each other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`throughline/api/${kind}`}, 0))`.execute(transaction);
      return work();
    }),
  );
}
