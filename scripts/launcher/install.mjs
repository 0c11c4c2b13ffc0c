import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, ROOT } from './project.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

/** Runs `npm ci` if what is installed is not what package-lock.json asks for; does nothing otherwise. */
export async function installMissing({ signal } = {}) {
  if (await isInstalled()) return;
  const { ok, output } = await withProgress('Installing packages', npmCi(signal));
  if (ok) return;
  process.stderr.write(output);
  throw new Refusal('Throughline could not start: npm ci failed (see above).');
}

/**
 * Compares the lock with the record npm leaves in node_modules once an installation is whole, so that an
 * `npm install` done by hand counts and one cut short does not.
 */
async function isInstalled() {
  const [wanted, installed] = await Promise.all([
    packagesOf('package-lock.json'),
    packagesOf('node_modules/.package-lock.json').catch(() => ({})),
  ]);
  return Object.entries(wanted)
    .filter(([path, { link, optional }]) => path.startsWith('node_modules/') && !link && !optional)
    .every(([path, { version }]) => installed[path]?.version === version);
}

const packagesOf = async (lock) => JSON.parse(await readFile(join(ROOT, lock), 'utf8')).packages;

/** The build tools are development dependencies: they are needed here even under NODE_ENV=production. */
function npmCi(signal) {
  const args = ['ci', '--include=dev', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  return npm ? run(process.execPath, [npm, ...args], { signal }) : run('npm', args, { signal });
}
