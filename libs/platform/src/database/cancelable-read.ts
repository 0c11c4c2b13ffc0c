import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** The caller that the answer was for is gone. */
export class ReadCanceled extends Error {
  override readonly name = 'ReadCanceled';
}

/**
 * Reads with typed SQL on one connection. When `gone` is aborted, the statement is canceled on the server as well, which would otherwise
 * finish it for nobody. Throws `ReadCanceled` then.
 */
export async function readCancelably<Schema, Found>(
  pool: pg.Pool,
  gone: AbortSignal,
  read: (db: Kysely<Schema>) => Promise<Found>,
): Promise<Found> {
  const client = await pool.connect();
  let canceling: Promise<void> | undefined;
  const cancel = () => void (canceling = cancelStatementOf(client, pool.options));
  gone.addEventListener('abort', cancel, { once: true });
  const onlyThis = { query: client.query.bind(client), release: () => undefined };
  const ofOne = { connect: () => Promise.resolve(onlyThis), end: () => Promise.resolve() };
  try {
    if (gone.aborted) throw new ReadCanceled();
    return await read(new Kysely<Schema>({ dialect: new PostgresDialect({ pool: ofOne }) }));
  } catch (error) {
    throw gone.aborted ? new ReadCanceled() : error;
  } finally {
    gone.removeEventListener('abort', cancel);
    // The connection is released only after the cancellation: otherwise it could cancel a statement of the next user of this connection.
    await canceling;
    client.release();
  }
}

/** Uses a separate connection, because those of the pool may all be busy with statements that are to be canceled. */
async function cancelStatementOf(client: pg.PoolClient, { connectionString }: pg.PoolConfig): Promise<void> {
  const { processID } = client as pg.PoolClient & { readonly processID: number };
  const canceler = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  canceler.on('error', () => undefined);
  try {
    await canceler.connect();
    await canceler.query('select pg_cancel_backend($1)', [processID]);
  } catch {
    // If the cancellation fails, the statement ends by itself.
  } finally {
    await canceler.end().catch(() => undefined);
  }
}
