import { createHash } from 'node:crypto';
import { chown, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endLeftOver } from './left-over.js';
import { mayEnter, type ServerUser } from './server-user.js';

/** Where root stores the database of a data folder that the server's user cannot enter, such as one below /root. */
const OUTSIDE = '/var/lib/throughline';

/**
 * The folder that holds the server's data and password: `postgres` in the data folder, or a link of that name to a place
 * that the server's user can enter. Without the link, its old target is left over from a deleted data folder, and is removed.
 */
export async function openHome(dataDir: string, user: ServerUser, outside = OUTSIDE): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const place = join(dataDir, 'postgres');
  const found = await realpath(place).catch(() => undefined);
  if (found !== undefined) return found;

  await rm(place, { force: true }); // a dangling link
  if (mayEnter(dataDir, user)) return own(place, user);
  await mkdir(outside, { recursive: true, mode: 0o755 });
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  const target = join(await realpath(outside), name);
  await endLeftOver(target);
  await rm(target, { recursive: true, force: true });
  await own(target, user);
  await symlink(target, place);
  return target;
}

async function own(place: string, user: ServerUser): Promise<string> {
  await mkdir(place, { mode: 0o700 });
  if (user) await chown(place, user.uid, user.gid);
  return realpath(place);
}
