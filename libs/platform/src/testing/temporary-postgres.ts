import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded/embedded-postgres.js';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testServerUrl } from '../config/config.js';

export interface TemporaryPostgres extends EmbeddedPostgres {
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A separate server, for specs that stop, kill or restart it. */
export async function startTemporaryPostgres(
  options: Pick<EmbeddedPostgresOptions, 'settings'> = {},
): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(dataDir, 0o711); // root's server runs as another user, who needs access
  const server = await startEmbeddedPostgres({ ...options, dataDir });
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
export async function testDatabase(): Promise<string> {
  await using client = await toServer();
  return await client.createCopy('template1');
}

/**
 * The same for a database that begins as `prepare` leaves one. `prepare` runs once for all spec files that name the same `kind`, and must leave no
 * connection open; the others get copies.
 */
export async function testDatabaseLike(kind: string, prepare: (url: string) => Promise<void>): Promise<string> {
  await using client = await toServer();
  // The lock belongs to the session, so it is released with the connection at the latest.
  await client.query('select pg_advisory_lock(hashtext($1))', [kind]);
  const template = `like_${kind}`;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) {
    const url = await client.createCopy('template1');
    await prepare(url);
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`);
  }
  return await client.createCopy(template);
}

async function toServer() {
  const client = new pg.Client(testServerUrl());
  await client.connect();
  return {
    query: (text: string, values?: readonly string[]) => client.query(text, values && [...values]),
    /** Copies files, which takes a fraction of what copying page by page through the log of the server takes. */
    async createCopy(template: string): Promise<string> {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return Object.assign(new URL(testServerUrl()), { pathname: `/${name}` }).href;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
