import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Runs one of the worker's commands (`file`, below the worker's folder of the build) with this process's arguments, on the
 * product that runs here, or on the one that DATABASE_URL names. Ends the process as the command ended.
 */
export function runWorkerCommand(file) {
  const state = resolve(ROOT, process.env.DATA_DIR ?? '.data', 'run.json');
  const running = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null;
  const engines = process.env.DATABASE_URL ? {} : running?.engines;
  if (!engines) {
    console.error('Nothing runs here: start the product first, or set DATABASE_URL.');
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [`dist/apps/worker/src/${file}`, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...engines },
  });
  process.exit(status ?? 1);
}
