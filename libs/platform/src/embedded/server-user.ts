import { execFileSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that the server runs as; undefined: the user of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of existing data, else as `postgres`, else as `nobody`.
 * @throws Error, one line, when the data belongs to another user or there is no user to run as.
 */
export function serverUser(home: string): ServerUser {
  const self = process.getuid?.();
  const owner = statSync(home, { throwIfNoEntry: false });
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new Error(`The database in ${home} belongs to user ${owner.uid}: start as that user, or as root.`);
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = idsOf('postgres') ?? idsOf('nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
  return user;
}

function idsOf(name: string): ServerUser {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

/** Whether the user can reach a path: the permissions of every folder above it, and its own, must allow it. */
export function mayEnter(path: string, user: ServerUser): boolean {
  if (!user) return true;
  for (let place = realpathSync(path); ; place = dirname(place)) {
    const { mode, uid, gid } = statSync(place);
    const pass = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return false;
    if (place === dirname(place)) return true;
  }
}
