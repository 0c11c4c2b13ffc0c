import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { withProgress } from './progress.mjs';
import { runPackage } from './run.mjs';

const STAMP = join(ROOT, 'dist/.stamp');

/** What is built apart: from which sources, how, and a file that shows it is there. */
const PARTS = {
  apps: {
    sources: [
      'apps/api',
      'apps/worker',
      'apps/identity',
      'libs',
      'bench/src',
      'torture/src',
      'nest-cli.json',
      'tsconfig.json',
      'tsconfig.build.json',
    ],
    output: 'dist/apps/api/src/main.js',
    build: (signal) => runPackage('@nestjs/cli/bin/nest.js', ['build', '--all'], { signal }),
  },
  console: {
    sources: ['apps/console', 'libs/domain', 'libs/contracts', 'tsconfig.json'],
    output: 'dist/apps/console/index.html',
    build: (signal) =>
      runPackage('vite/bin/vite.js', ['build', 'apps/console', '--config', 'apps/console/vite.config.ts'], { signal }),
  },
};

/** Builds the parts whose sources changed since they were last built; a second start builds nothing. */
export async function buildStale(signal) {
  const stamp = await readStamp();
  for (const { name, part, hash } of await staleParts(stamp)) {
    await keep({ ...stamp, [name]: undefined }); // a build that is cut short leaves no stamp
    await withProgress(`Building the ${name}`, part.build(signal), signal);
    stamp[name] = hash;
    await keep(stamp);
  }
}

/** Whether `buildStale` has nothing to do. */
export const isBuilt = async () => (await staleParts(await readStamp())).length === 0;

const readStamp = () => readFile(STAMP, 'utf8').then(JSON.parse, () => ({}));

/** What was not built, or not from these sources: name, part and the hash of its sources. */
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

/** SHA-256 over the names and the contents of all files in these folders; specs are not built, so they do not count. */
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
