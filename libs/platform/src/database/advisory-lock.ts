import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** How often a waiting one tries again: the longest time that nobody holds the lock after its holder is gone. */
const RETRY_MS = 250;

/**
 * Runs `work` as the only one, over all processes, that holds `key`; waits for it until `signal` is aborted, and then resolves
 * with undefined. `lost` is aborted when the connection that holds the lock breaks: somebody else may hold it from then on,
 * so `work` should stop.
 *
 * It asks again and again rather than wait in the server: a statement that waits for days keeps vacuum from its work.
 */
export async function withAdvisoryLock<Result>(
  pool: Pool,
  key: string,
  work: (lost: AbortSignal) => Promise<Result>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Result | undefined> {
  while (!signal?.aborted) {
    const client = await pool.connect();
    const lost = new AbortController();
    const onLost = (): void => lost.abort();
    client.once('end', onLost);
    try {
      if (await tryLock(client, key)) return await work(lost.signal);
    } finally {
      client.off('end', onLost);
      await unlockAndRelease(client, key, lost.signal);
    }
    await pause(RETRY_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
  return undefined;
}

async function tryLock(client: PoolClient, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [key],
  );
  return rows[0]?.locked === true;
}

/** A connection that cannot be asked is closed, which unlocks as well. */
async function unlockAndRelease(client: PoolClient, key: string, lost: AbortSignal): Promise<void> {
  try {
    if (!lost.aborted) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
    client.release(lost.aborted);
  } catch {
    client.release(true);
  }
}
