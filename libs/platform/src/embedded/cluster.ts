import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/** The server's environment. It is nearly empty, so that no PGxxx variable of the person who starts it has an effect. */
export const SERVER_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** The folder in a server's home that holds its data. */
export const clusterIn = (home: string): string => join(home, 'cluster');

/**
 * Creates the data folder on first use: UTF-8, compared by code point, password sign-in only. It is created elsewhere and renamed, so that
 * an incomplete one is never started. Resolves with the superuser's password, which is stored beside it (0600).
 * @throws Error, one line, when the data was written by another major version of PostgreSQL.
 */
export async function prepareCluster(home: string, binaries: Binaries, user: ServerUser): Promise<string> {
  const cluster = clusterIn(home);
  const passwordFile = join(home, 'password');
  if (existsSync(cluster)) {
    const wrote = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
    if (!binaries.version.startsWith(`${wrote}.`)) {
      throw new Error(`The database in ${cluster} was written by PostgreSQL ${wrote}; this is ${binaries.version}.`);
    }
    return (await readFile(passwordFile, 'utf8')).trim();
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);

  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const settings = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await promisify(execFile)(binaries.initdb, [`--pgdata=${unfinished}`, '--no-instructions', ...settings, ...access], {
    ...user,
    cwd: home,
    env: SERVER_ENV,
  }).catch((error: unknown) => {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(`PostgreSQL could not make its data folder: ${stderr.trim().split('\n').pop() ?? message}`);
  });
  await rename(unfinished, cluster);
  return password;
}
