import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './launcher/project.mjs';

/*
 * `npm run jobs -- failed | retry <id>`: looks into the queue of the product that runs here, or of the one that DATABASE_URL names.
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
  ['dist/apps/worker/src/queue/jobs-command.js', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  },
);
process.exit(status ?? 1);
