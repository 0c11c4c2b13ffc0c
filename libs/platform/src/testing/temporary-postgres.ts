import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { randomBytes } from 'node:crypto';
import { testServerUrl } from '../config/config.js';
import { ensureDatabase } from '../database/database.js';

export interface TemporaryPostgres extends EmbeddedPostgres {
  /** Stops it and takes its data away. */
  remove(): Promise<void>;
}

/** A server of one's own, for specs that stop, kill or restart it. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(dataDir, 0o711); // root's server runs as somebody else, who must get through
  const server = await startEmbeddedPostgres({ dataDir });
  const remove = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.defineProperties({ remove } as TemporaryPostgres, Object.getOwnPropertyDescriptors(server));
}

/**
 * The URL of a fresh, empty database on the server that the engine specs share, for the spec file (or test) that asks. It goes
 * with that server after the last spec.
 */
export function testDatabase(): Promise<string> {
  return ensureDatabase(testServerUrl(), `test_${randomBytes(6).toString('hex')}`);
}
