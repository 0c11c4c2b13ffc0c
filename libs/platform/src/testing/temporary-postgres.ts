import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { randomBytes } from 'node:crypto';
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
