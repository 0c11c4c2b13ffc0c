import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = new URL('../dist/libs/platform/src/testing/temporary-postgres.js', import.meta.url);

/** Starts the PostgreSQL that the engine specs share; each spec file makes its own database on it (`testDatabase`). */
export default async function startEngines() {
  if (!existsSync(built)) execFileSync('npx', ['nest', 'build', '--all'], { cwd: root, stdio: 'inherit' });
  const { startTemporaryPostgres } = await import(built.href);
  globalThis.engineServer = await startTemporaryPostgres();
  process.env.TEST_DATABASE_URL = globalThis.engineServer.url;
}
