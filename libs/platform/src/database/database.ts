import { Kysely, PostgresDialect } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { chooseHomeSchema } from './home-schema.js';
import { preparingStatements } from './prepared-statements.js';

export interface Database<Schema> {
  readonly pool: pg.Pool;
  /** Typed SQL. Statements are prepared (see `preparingStatements`). */
  readonly db: Kysely<Schema>;
  /** Typed SQL for statements whose text or best plan depends on the parameters, such as searches: parsed and planned each time. */
  readonly adHoc: Kysely<Schema>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** The server ends a statement after this share of `answerMs`. */
const STATEMENT_SHARE = 0.9;

export interface DatabaseOptions {
  readonly max?: number;
  /** The server ends a connection that is checked out of the pool and idle for this many milliseconds. */
  readonly idleSessionMs?: number;
  /** A statement fails when it has waited for a lock for this many milliseconds. */
  readonly lockMs?: number;
  /**
   * A query whose answer takes longer than this many milliseconds fails. A little earlier the server ends its statement, and the connection stays
   * usable; one to a frozen server, which would wait for ever, is closed.
   */
  readonly answerMs?: number;
}

/**
 * A pool of connections (10 by default) and typed SQL over it. It connects at the first query. A server
 * that becomes unavailable fails the running queries only; the next ones connect again.
 * A `bigint` is returned as a number; one that is not a safe integer fails its query.
 */
export function openDatabase<Schema>(
  url: string,
  { max = 10, idleSessionMs, lockMs, answerMs }: DatabaseOptions = {},
): Database<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Unique to the pool: a process that takes over the lock of one that does not respond ends all of its sessions by this name.
    application_name: `throughline ${randomUUID()}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(idleSessionMs === undefined ? {} : { options: `-c idle_session_timeout=${idleSessionMs}` }),
    ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
    ...(answerMs === undefined ? {} : { statement_timeout: answerMs * STATEMENT_SHARE, query_timeout: answerMs }),
    keepAlive: true,
    types: { getTypeParser },
    // The pool waits for the returned promise, which its type does not say.
    onConnect: (client) => chooseHomeSchema(client, CONNECT_TIMEOUT_MS) as unknown as void,
  });
  const lost = (): undefined => undefined; // without a listener a lost connection ends the process; its query rejects anyway
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    if (answerMs !== undefined) endAtTimeout(client);
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingStatements(pool) }) });
  const adHoc = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, adHoc, close: () => pool.end() };
}

/** The server is frozen or unreachable: the next query on this connection would wait for the answer to the one that timed out. */
function endAtTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const answer = query(...given);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout')
          void (client as pg.PoolClient & pg.Client).end();
      });
    }
    return answer;
  }) as typeof client.query;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return safeInteger;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers.`);
  return value;
}

/** Creates a database on the server if it does not exist. Resolves with its URL. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error; // it exists
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
