import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import buildFonts from './jest-fonts-setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = (path) => new URL(`../dist/libs/${path}`, import.meta.url);
/** Nobody needs the data of the specs after a power cut. Three workers hold the connections of up to ten specs each. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '500' };
const TESTING = library('platform/src/testing/index.js');

/**
 * Starts the PostgreSQL that the engine specs share; each spec file creates its own database on it (`testDatabase`). If EVENT_STORE_URL
 * names an EventStoreDB that cannot be used, the whole run ends at once with one line: dozens of specs would fail for that one reason.
 */
export default async function startEngines() {
  await buildFonts();
  // Some specs start built processes, which must be built from this source. It takes half a second.
  execFileSync(process.execPath, ['scripts/compile.mjs'], { cwd: root, stdio: 'inherit' });
  const { startTemporaryPostgres, testEventStoreDbUrl } = await import(TESTING.href);
  await refuseUnreachableEventStoreDb(testEventStoreDbUrl).catch((refusal) => {
    console.error(refusal.message);
    process.exit(1);
  });
  globalThis.engineServer = await startTemporaryPostgres({ settings: SETTINGS });
  process.env.TEST_DATABASE_URL = globalThis.engineServer.url;
}

async function refuseUnreachableEventStoreDb(urlOfSpecs) {
  const url = urlOfSpecs();
  if (url === undefined) return;
  const { reachEventStoreDb } = await import(library('event-store/src/index.js').href);
  await reachEventStoreDb(url).catch(({ message }) => {
    throw new Error(`EVENT_STORE_URL (${withoutUser(url)}) cannot be used: ${message}.`);
  });
}

/** The last @ ends the password, even if the password contains an unescaped @. */
const withoutUser = (url) => `esdb://${url.replace(/^esdb:\/\/(?:.*@)?/, '').replace(/[/?].*$/, '')}`;
