import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../launcher/project.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/throughline/gathered-specs');
const ROOTS = ['apps', 'libs', 'torture', 'bench', 'scripts'];

/**
 * What would change other specs of an entry: globals and the environment, a hook around every test, spies and limits of a whole file, and what
 * a file itself says (`// Alone: `), because it changes what it shares with others. A hook at the top that runs once is harmless, and so are
 * spies (of `fetch` too) and timers that a `describe` puts back, and a hook of one line, which puts back what the file itself uses. What a file starts as it is
 * loaded runs beside what the others start, on a database of its own; an idle API takes two thousandths of a processor.
 */
const CHANGES_ITS_CONTEXT =
  /\bprocess\.env\b|\bglobalThis\b(?!, 'fetch'\))|\bjest\.(mock|unstable_mockModule|setTimeout)\(|^(before|after)Each\((?!((?!jest\.).)*\);$)|^(const .* = )?jest\.|^\/\/ Alone: /m;
/** The most spec files in one entry. With larger entries, one worker could end long after the others. */
const MAX_ENGINE_SPECS = 6;

/** All pure specs. `exhaustive` includes those that try thousands of cases, which take longer than all others together. */
export const gatherPureSpecs = ({ exhaustive }) =>
  gather('pure', {
    isOne: (path) =>
      /\.spec\.tsx?$/.test(path) &&
      !/\.(int|e2e)\.spec\./.test(path) &&
      (exhaustive || !path.includes('.exhaustive.spec.')),
    most: Infinity,
  });

export const gatherEngineSpecs = () =>
  gather('engine', {
    isOne: (path) => path.endsWith('.int.spec.ts'),
    most: MAX_ENGINE_SPECS,
  });

/**
 * Jest makes a context for each file that it is given, and loads every module anew in each. So the specs of an app or a library are
 * imported by entry files, which are written here, except those that must be alone. Resolves with the paths to run, entry files first.
 */
async function gather(kind, { isOne, most }) {
  const groups = new Map();
  const alone = [];
  for (const path of (await Promise.all(ROOTS.map(filesIn))).flat().filter(isOne)) {
    if (CHANGES_ITS_CONTEXT.test(await readFile(join(ROOT, path), 'utf8'))) alone.push(path);
    else groups.set(groupOf(path), [...(groups.get(groupOf(path)) ?? []), path]);
  }
  const folder = join(FOLDER, kind);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const entries = [...groups].flatMap(([name, paths]) => {
    const count = Math.max(1, Math.ceil(paths.length / most));
    return Array.from({ length: count }, (_, n) => ({
      entry: join(folder, `${name}${count === 1 ? '' : `-${n + 1}`}.spec.mjs`),
      paths: paths.filter((_path, at) => at % count === n),
    }));
  });
  for (const { entry, paths } of entries) {
    await writeFile(entry, paths.map((path) => `import ${JSON.stringify(join(ROOT, path))};\n`).join(''));
  }
  return [...entries.map(({ entry }) => entry), ...alone];
}

async function filesIn(folder) {
  const files = await readdir(join(ROOT, folder), { recursive: true });
  return files
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** The app or library of a path; `scripts` and `torture` are one group each. */
const groupOf = (path) => /^(?:(?:apps|libs)\/[^/]+|[^/]+)/.exec(path)[0].replace('/', '-');
