import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './launcher/project.mjs';

/*
 * `npm run seed -- --referrals N`: fills the log of the product that runs here, or of the one that DATABASE_URL (and EVENT_STORE_URL)
 * names. For figures and for looking at full lists; `npm start` has a demo of its own.
 */
const state = resolve(ROOT, process.env.DATA_DIR ?? '.data', 'run.json');
const running = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null;
const databaseUrl = process.env.DATABASE_URL ?? running?.postgres?.url;
if (!databaseUrl) {
  console.error('Nothing runs here: start the product first, or set DATABASE_URL.');
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ['dist/apps/worker/src/demo/seed-command.js', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  },
);
process.exit(status ?? 1);
