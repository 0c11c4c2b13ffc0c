import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, StartError } from './project.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Installs what package-lock.json asks for if it is not there; does nothing otherwise. That is what building and running need, or
 * `everything`: what tests and figures need as well.
 */
export async function installMissing(signal, { everything = false } = {}) {
  const { wanted, installed } = await readPackages();
  if (isWhole(wanted, installed, { everything })) return;
  await withProgress(
    'Installing packages',
    npmInstall(argumentsFor(wanted, installed, { everything }), signal),
    signal,
  );
}

export async function isInstalled({ everything = false } = {}) {
  const { wanted, installed } = await readPackages();
  return isWhole(wanted, installed, { everything });
}

/**
 * Whether `installed` has what `wanted` asks for. Compares the lock with the record that npm leaves in node_modules once an installation is
 * complete, so that an `npm install` by hand counts and an interrupted one does not.
 */
export function isWhole(wanted, installed, { everything }) {
  return packagesOf(wanted)
    .filter(([, one]) => everything || !isForDevelopment(one))
    .every(([path, { version }]) => installed[path]?.version === version);
}

/**
 * The versions of the lock, which stays as it is. Not `npm ci`: that refuses where the registry lacks a build for somebody else's platform.
 * What an earlier command added stays: npm would remove what it is told to omit. NODE_ENV=production has no say in it.
 */
export function argumentsFor(wanted, installed, { everything }) {
  const hasMore = packagesOf(wanted).some(([path, one]) => one.dev && installed[path]);
  const groups = everything || hasMore ? ['--include=dev'] : ['--omit=dev'];
  return ['install', '--no-save', ...groups, '--loglevel=error'];
}

/** What every platform has to have of a lock, by path: packages of all apps, and those that one app has in a version of its own. */
const packagesOf = (lock) =>
  Object.entries(lock).filter(([path, { link, optional }]) => /(^|\/)node_modules\//.test(path) && !link && !optional);

/** `devOptional`: one that tests need, and that another package would use if it is there. */
const isForDevelopment = ({ dev, devOptional }) => Boolean(dev || devOptional);

async function readPackages() {
  const read = async (file) => JSON.parse(await readFile(join(ROOT, file), 'utf8')).packages;
  const [wanted, installed] = await Promise.all([
    read('package-lock.json'),
    read('node_modules/.package-lock.json').catch(() => ({})),
  ]);
  const there = Object.entries(installed).filter(([path]) => existsSync(join(ROOT, path)));
  return { wanted, installed: Object.fromEntries(there) };
}

/** Asks npm's cache alone what a package holds, as the lock pins version and content, and the registry where that does not do. */
async function npmInstall(args, signal) {
  const result = await npm([...args, '--prefer-offline'], signal);
  return result.ok || signal.aborted ? result : npm(args, signal);
}

function npm(args, signal) {
  const cli = process.env.npm_execpath;
  return cli ? run(process.execPath, [cli, ...args], { signal }) : run('npm', args, { signal });
}

/** The oldest Node that the build tools and the apps run on. */
const OLDEST = [20, 19];

/** Throws a `StartError` on a Node that is too old. It runs before anything is installed. */
export function refuseOldNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(`Throughline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}
