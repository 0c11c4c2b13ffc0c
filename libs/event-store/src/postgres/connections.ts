import { storageOutageOf } from '@throughline/platform';
import pg from 'pg';

export interface ConnectionOptions {
  readonly max: number;
  /** Longest wait for one response, in ms. */
  readonly timeoutMs: number;
}

/**
 * Every statement of the log finds its few rows by an index, so planning it again costs more than running it. A plan that
 * was made while there were few events must not scan the whole table when there are many.
 */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** Connections that survive a restart of the server: a lost one fails its current call, and is replaced at the next use. */
export function openPool(url: string, { max, timeoutMs }: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(timeoutMs, 2_000),
    idleTimeoutMillis: 0,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'throughline event store',
    options: ONE_PLAN,
  });
  const reportedElsewhere = () => undefined;
  pool.on('error', reportedElsewhere);
  pool.on('connect', (client) => client.on('error', reportedElsewhere));
  return pool;
}

/** SQLSTATEs of a transaction that was rolled back because of another one. */
const ROLLED_BACK_FOR_ANOTHER = /^40/;

/**
 * True if the server did not answer, or cannot answer now: the statement itself may be correct, and a retry may help. Any error that does
 * not come from the server counts as an outage, because an append may have been written by then.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return storageOutageOf(error) !== null || ROLLED_BACK_FOR_ANOTHER.test(error.code ?? '');
}

/** The server has answered and rolled the statement back. A FATAL or PANIC says only that the connection ended. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

export function isDiskFull(error: unknown): boolean {
  return isRolledBack(error) && (error as pg.DatabaseError).code === '53100';
}
