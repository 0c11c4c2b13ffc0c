import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { withProgress } from '../progress.mjs';
import { run, runPackage } from '../run.mjs';

const STAMP = join(ROOT, 'dist/.stamp');

/** The parts of the build: their sources, how they are built, and a file that shows that they exist. */
const PARTS = {
  fonts: {
    sources: ['fonts'],
    output: 'dist/fonts/coverage.json',
    build: (signal) => run(process.execPath, ['fonts/build.mjs'], { signal }),
  },
  apps: {
    sources: [
      'apps/api',
      'apps/worker',
      'apps/identity',
      'libs',
      'bench/src',
      'torture/src',
      'scripts/compile.mjs',
      'nest-cli.json',
      'tsconfig.json',
    ],
    output: 'dist/apps/api/src/main.js',
    build: (signal) => run(process.execPath, ['scripts/compile.mjs'], { signal }),
  },
  console: {
    sources: ['apps/console', 'docs/updates', 'libs/domain', 'libs/contracts', 'tsconfig.json'],
    output: 'dist/apps/console/index.html',
    build: (signal) =>
      runPackage('vite/bin/vite.js', ['build', 'apps/console', '--config', 'apps/console/vite.config.ts'], {
        signal,
        env: { ...process.env, NODE_ENV: 'production' }, // a spec that builds runs with another value
      }),
  },
};

/** Builds all parts, or the named ones, whose sources have changed since their last build, concurrently; a second start builds nothing. */
export async function buildStale(signal, names = Object.keys(PARTS)) {
  const stamp = await readStamp();
  const stale = (await staleParts(stamp)).filter(({ name }) => names.includes(name));
  if (stale.length === 0) return;
  for (const { name } of stale) delete stamp[name];
  await keep(stamp); // an interrupted build leaves no stamp
  const title = `Building the ${stale.map(({ name }) => name).join(', ')}`;
  await withProgress(title, all(stale.map(({ part }) => part.build(signal))), signal);
  await keep({ ...stamp, ...Object.fromEntries(stale.map(({ name, hash }) => [name, hash])) });
}

/** Several commands that run concurrently, as one. */
async function all(commands) {
  const results = await Promise.all(commands);
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') };
}

/** Whether everything is built, so that `buildStale` has nothing to do. */
export const isBuilt = async () => (await staleParts(await readStamp())).length === 0;

const readStamp = () => readFile(STAMP, 'utf8').then(JSON.parse, () => ({}));

/** The parts that were not built, or not from these sources: name, part and hash of the sources. */
async function staleParts(stamp) {
  const parts = await Promise.all(
    Object.entries(PARTS).map(async ([name, part]) => ({
      name,
      part,
      hash: await hashOf([...part.sources, 'package-lock.json']),
    })),
  );
  return parts.filter(({ name, part, hash }) => stamp[name] !== hash || !existsSync(join(ROOT, part.output)));
}

async function keep(stamp) {
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await writeFile(STAMP, JSON.stringify(stamp));
}

/** SHA-256 over the names and contents of all files in these folders, except specs, which are not built. */
async function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map(filesOf))).flat().sort()) {
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex');
}

async function filesOf(source) {
  const entries = await readdir(join(ROOT, source), { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return [source];
  return entries
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$|node_modules/.test(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
