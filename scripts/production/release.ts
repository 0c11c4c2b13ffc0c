import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildStale } from '../launcher/installation/build.mjs';
import { layersOfImage, packagesOf, placeFiles } from './image-tree.mjs';
import { askedFor } from './trial.mjs';

const execute = promisify(execFile);

/** The files of a release in a separate folder, from which its apps can be started. */
export interface Release {
  readonly tree: string;
  readonly remove: () => void;
}

/** The contents of this release's image. Builds the console if it is not built yet. */
export async function thisRelease(): Promise<Release> {
  await buildStale(new AbortController().signal, ['console']);
  return inFolder(async (tree) => {
    for (const { files } of layersOfImage()) placeFiles(files, tree);
  });
}

/** The sources of tables and read models. */
const STORED = [
  'apps/api/src/engines/api-schema.ts',
  'apps/identity/src/identity-migrations.ts',
  'libs/event-store/src/postgres/schema.ts',
  'libs/read-models/src/projections.ts',
];

/**
 * The commit from which an upgrade is tried: the last one before tables or read models changed, because that is where an upgrade can fail,
 * or the one that `--from` names. Undefined if its history is missing.
 */
export async function commitBefore(): Promise<string | undefined> {
  const { from } = askedFor();
  const changed = async () => (await git(['log', '-1', '--format=%H', '--', ...STORED])).trim();
  const commit = from || `${await changed().catch(() => '')}^`;
  return git(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).then(
    (hash) => hash.trim(),
    () => undefined,
  );
}

const git = async (args: readonly string[]) => (await execute('git', args, { maxBuffer: 1e9 })).stdout;

/** The apps of that commit, built with the packages that are installed here. Console and fonts are those of this release. */
export function releaseOf(commit: string): Promise<Release> {
  return inFolder(async (tree) => {
    const archive = join(tree, 'source.tar');
    await git(['archive', '--output', archive, commit]);
    await execute('tar', ['xf', archive, '-C', tree]);
    rmSync(archive);
    const other = differentPackages(join(tree, 'package-lock.json'));
    if (other.length > 0) console.log(`The release before had other versions of ${other.join(', ')}.`);
    symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    await execute(process.execPath, ['scripts/compile.mjs'], { cwd: tree });
    for (const part of ['dist/fonts', 'dist/apps/console']) {
      mkdirSync(join(tree, part), { recursive: true });
      if (existsSync(part)) cpSync(part, join(tree, part), { recursive: true });
    }
  });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** The server's packages whose versions differ from the present ones. */
function differentPackages(formerLock: string): readonly string[] {
  const [today, former] = ['package-lock.json', formerLock].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Lock,
  );
  const servers = ['apps/api', 'apps/worker', 'apps/identity'];
  return packagesOf(today?.packages ?? {}, servers).filter(
    (path) => today?.packages[path]?.version !== former?.packages[path]?.version,
  );
}

async function inFolder(fill: (tree: string) => Promise<void>): Promise<Release> {
  const tree = await mkdtemp(join(tmpdir(), 'release-'));
  const remove = () => rmSync(tree, { recursive: true });
  await fill(tree).catch((error: unknown) => {
    remove();
    throw error;
  });
  return { tree, remove };
}
