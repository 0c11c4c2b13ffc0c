import { withAdvisoryLock } from '@throughline/platform';
import type { Pool } from 'pg';

const LOCK = 'throughline/import-members';

/**
 * Runs an import while no other one runs on any node or by hand: the log knows an ID by its hash, so two that name a member with different zeros before the
 * ID would not see each other (decision 95). Resolves with undefined if `signal` aborts before it is its turn. `work` stops when its own signal aborts: the
 * connection that keeps others away was lost.
 */
export const inTurn = <Result>(
  pool: Pool,
  work: (lost: AbortSignal) => Promise<Result>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Result | undefined> => withAdvisoryLock(pool, LOCK, work, signal ? { signal } : {});
