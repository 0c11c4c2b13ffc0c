import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

/** Installs what package-lock.json asks for if it is not there; does nothing otherwise. */
export async function installMissing(signal) {
  if (!(await isInstalled())) await withProgress('Installing packages', npmInstall(signal), signal);
}

/**
 * Compares the lock with the record npm leaves in node_modules once an installation is whole, so that an
 * `npm install` done by hand counts and one cut short does not.
 */
export async function isInstalled() {
  const [wanted, installed] = await Promise.all([
    packagesOf('package-lock.json'),
    packagesOf('node_modules/.package-lock.json').catch(() => ({})),
  ]);
  return Object.entries(wanted)
    .filter(([path, { link, optional }]) => path.startsWith('node_modules/') && !link && !optional)
    .every(([path, { version }]) => installed[path]?.version === version);
}

const packagesOf = async (lock) => JSON.parse(await readFile(join(ROOT, lock), 'utf8')).packages;

/**
 * The versions of the lock, which stays as it is. Not `npm ci`: that refuses where the registry lacks a build for somebody
 * else's platform. The build tools are development dependencies: they are needed here even under NODE_ENV=production.
 */
function npmInstall(signal) {
  const args = ['install', '--no-save', '--include=dev', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  return npm ? run(process.execPath, [npm, ...args], { signal }) : run('npm', args, { signal });
}
