import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, StartError } from '../project.mjs';
import { withProgress } from '../progress.mjs';
import { run } from '../run.mjs';

/**
 * Installs missing packages of package-lock.json: those that building and running need, or with `everything` also those of tests and
 * figures.
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
 * Whether `installed` has what `wanted` requires. Compares the lock with the record that npm writes to node_modules once an installation is
 * complete, so that a manual `npm install` counts and an interrupted one does not.
 */
export function isWhole(wanted, installed, { everything }) {
  return packagesOf(wanted)
    .filter(([, one]) => everything || !isForDevelopment(one))
    .every(([path, { version }]) => installed[path]?.version === version);
}

/**
 * Installs the versions of the lock, and does not change it. `npm ci` is not used, because it fails if the registry lacks a build for
 * another platform. Packages that an earlier command added stay, because npm would remove those that it has to omit. NODE_ENV=production
 * has no effect.
 */
export function argumentsFor(wanted, installed, { everything }) {
  const hasMore = packagesOf(wanted).some(([path, one]) => one.dev && installed[path]);
  const groups = everything || hasMore ? ['--include=dev'] : ['--omit=dev'];
  return ['install', '--no-save', ...groups, '--loglevel=error'];
}

/** The packages of a lock that every platform needs, by path: those of all apps, and those that one app needs in another version. */
const packagesOf = (lock) =>
  Object.entries(lock).filter(([path, { link, optional }]) => /(^|\/)node_modules\//.test(path) && !link && !optional);

/** `devOptional`: a package that tests need, and that another package uses if it is installed. */
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

/** Uses npm's cache first, because the lock pins version and content, and the registry if the cache is not enough. */
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

/** Throws a `StartError` if Node is too old. Runs before anything is installed. */
export function refuseOldNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(`Throughline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}
