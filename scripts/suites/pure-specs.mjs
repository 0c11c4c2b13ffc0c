import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../launcher/project.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/throughline/pure-specs');
const ROOTS = ['apps', 'libs', 'torture', 'scripts'];

/** These change what a context holds once for all its files: mocks, fake timers, the environment, globals, hooks around every test. */
const CHANGES_ITS_CONTEXT =
  /\bjest\b.*from '@jest\/globals'|\bprocess\.env\b|\bglobalThis\b|^(before|after)(Each|All)\(/m;

/**
 * Jest makes a context for each file that it is given, and loads every module anew in each. So all pure specs of an app or a library are
 * imported by one entry file, which is written here, except those that change their context. `exhaustive`: with those that try thousands
 * of cases, which take longer than all others together. Resolves with the paths to run.
 */
export async function gatherPureSpecs({ exhaustive }) {
  const groups = new Map();
  const alone = [];
  for (const path of (await Promise.all(ROOTS.map(pureSpecsIn))).flat()) {
    if (!exhaustive && path.includes('.exhaustive.spec.')) continue;
    if (CHANGES_ITS_CONTEXT.test(await readFile(join(ROOT, path), 'utf8'))) alone.push(path);
    else groups.set(groupOf(path), [...(groups.get(groupOf(path)) ?? []), path]);
  }
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const entries = await Promise.all(
    [...groups].map(async ([name, paths]) => {
      const entry = join(FOLDER, `${name}.spec.mjs`);
      await writeFile(entry, paths.map((path) => `import ${JSON.stringify(join(ROOT, path))};\n`).join(''));
      return entry;
    }),
  );
  return [...entries, ...alone];
}

async function pureSpecsIn(folder) {
  const files = await readdir(join(ROOT, folder), { recursive: true });
  return files
    .filter((file) => /\.spec\.tsx?$/.test(file) && !/\.(int|e2e)\.spec\.|(^|\/)node_modules\//.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** The two folders of an app or a library; `scripts` and `torture` are one each. */
const groupOf = (path) => /^(?:(?:apps|libs)\/[^/]+|[^/]+)/.exec(path)[0].replace('/', '-');
