import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds between two attempts to get the lock, and so the longest time without a holder after one has ended. */
const RETRY_MS = 250;
/** Milliseconds between two heartbeats of the holder. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** A holder without a heartbeat for this many milliseconds is stopped or disconnected, and loses the lock. Together with `RETRY_MS`, below 5 s. */
const HEARTBEAT_TIMEOUT_MS = 4_000;

/**
 * Runs `work` while it holds `key` exclusively among all processes. Waits for the lock until `signal` is aborted, and then resolves
 * with undefined. `lost` is aborted when the connection that holds the lock breaks: another process may hold it from then on,
 * so `work` should stop.
 *
 * The lock ends with its holder's connection. If a holder is connected but silent (SIGSTOP, a cut network), a waiting process terminates its
 * connection and all others of its pool: an open transaction would block the next holder.
 *
 * It polls instead of waiting in the server: a statement that waits for days blocks vacuum.
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
      if (await tryLock(client, key)) {
        const pulse = setInterval(() => void client.query('select 1').catch(onLost), HEARTBEAT_INTERVAL_MS);
        try {
          return await work(lost.signal);
        } finally {
          clearInterval(pulse);
        }
      }
      await endSilentHolder(client, key);
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

async function endSilentHolder(client: PoolClient, key: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(session.pid)
       from pg_locks held
       join pg_stat_activity holder on holder.pid = held.pid
       join pg_stat_activity session on session.application_name = holder.application_name and session.datid = holder.datid
      where held.locktype = 'advisory' and held.granted and held.objsubid = 1 and held.database = holder.datid
        and holder.datname = current_database()
        and (held.classid::bigint << 32 | held.objid::bigint) = hashtextextended($1, 0)
        and holder.state_change < clock_timestamp() - $2 * interval '1 millisecond'`,
    [key, HEARTBEAT_TIMEOUT_MS],
  );
}

/** A connection that does not respond is closed, which also releases the lock. */
async function unlockAndRelease(client: PoolClient, key: string, lost: AbortSignal): Promise<void> {
  try {
    if (!lost.aborted) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
    client.release(lost.aborted);
  } catch {
    client.release(true);
  }
}
