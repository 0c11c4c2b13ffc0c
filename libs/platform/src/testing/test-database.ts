import { randomBytes } from 'node:crypto';
import { testServerUrl } from '../config/config.js';
import { ensureDatabase } from '../database/database.js';

/**
 * The URL of a fresh, empty database on the server that the engine specs share, for the spec file (or test) that asks. It goes
 * with that server after the last spec.
 */
export function testDatabase(): Promise<string> {
  return ensureDatabase(testServerUrl(), `test_${randomBytes(6).toString('hex')}`);
}
