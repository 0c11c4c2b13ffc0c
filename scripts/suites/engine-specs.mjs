import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../launcher/project.mjs';
import { CHANGES_ITS_CONTEXT, groupOf, specsIn } from './pure-specs.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/throughline/engine-specs');

/** These spend most of their time waiting for other processes: they begin early, beside what keeps a processor busy. */
const WAITING = [
  'apps/worker/src/queue/postgres-job-queue.int.spec.ts',
  'apps/worker/src/queue/redis-job-queue.int.spec.ts',
  'apps/api/src/referral/switch-list-version.int.spec.ts',
  'apps/worker/src/sweeper/sweeper.int.spec.ts',
  'scripts/production/production.int.spec.ts',
  'scripts/launcher/start-on-eventstoredb.int.spec.ts',
];

/** A group of more is split: some of the memory of a spec file is freed only when its group ends. */
const MAX_GROUP_FILES = 14;

/**
 * Groups the engine specs by app and library: a group shares its modules (`scripts/jest-spec-groups.mjs`). A spec that changes its context, or
 * waits, runs alone. Writes a file for each group, and resolves with the paths to run, in the order in which they begin.
 */
export async function gatherEngineSpecs() {
  const groups = new Map();
  const [waiting, alone] = [[], []];
  for (const path of await specsIn(/\.int\.spec\.ts$/)) {
    if (WAITING.includes(path)) waiting.push(path);
    else if (CHANGES_ITS_CONTEXT.test(await readFile(join(ROOT, path), 'utf8'))) alone.push(path);
    else {
      let part = 1;
      const name = () => `${groupOf(path)}-${part}`;
      while (groups.get(name())?.length === MAX_GROUP_FILES) part += 1;
      groups.set(name(), [...(groups.get(name()) ?? []), path]);
    }
  }
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const largestFirst = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const [largest, ...others] = await Promise.all(
    largestFirst.map(async ([name, paths]) => {
      const list = join(FOLDER, `${name}.group.txt`);
      await writeFile(list, `${paths.join('\n')}\n`);
      return list;
    }),
  );
  return [largest, ...waiting, ...alone, ...others];
}
