import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testServerUrl } from '../config/config.js';
import { ensureDatabase } from '../database/database.js';

export interface TemporaryPostgres extends EmbeddedPostgres {
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A separate server, for specs that stop, kill or restart it. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(dataDir, 0o711); // root's server runs as another user, who needs access
  const server = await startEmbeddedPostgres({ dataDir });
  const remove = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.defineProperties({ remove } as TemporaryPostgres, Object.getOwnPropertyDescriptors(server));
}

/**
 * The URL of a new, empty database on the server that the engine specs share, for the calling spec file (or test). It is removed
 * with that server after the last spec.
 */
export function testDatabase(): Promise<string> {
  return ensureDatabase(testServerUrl(), `test_${randomBytes(6).toString('hex')}`);
}

/**
 * The same for a database that begins as `prepare` leaves one. `prepare` runs once for all spec files that name the same `kind`, and must leave no
 * connection open; the others get copies.
 */
export async function testDatabaseLike(kind: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const client = new pg.Client(testServerUrl());
  await client.connect();
  try {
    // Of the session, so it ends with the connection at the latest.
    await client.query('select pg_advisory_lock(hashtext($1))', [kind]);
    const template = client.escapeIdentifier(`like_${kind}`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [`like_${kind}`]);
    if (rowCount === 0) {
      const url = await testDatabase();
      await prepare(url);
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`);
    }
    const name = `test_${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${name} template ${template}`);
    return Object.assign(new URL(testServerUrl()), { pathname: `/${name}` }).href;
  } finally {
    await client.end();
  }
}
