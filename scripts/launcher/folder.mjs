import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it, one at a time: Node's recursive mkdir never ends if no folder can be created (below /proc).
 * Resolves with the created ones, the innermost first. Throws the system's error; ENOTDIR if a file is in the way.
 */
export async function makeFolder(path, mode = 0o777) {
  try {
    await mkdir(path, { mode });
    return [path];
  } catch (error) {
    if (error.code === 'EEXIST') return refuseFile(path);
    if (error.code !== 'ENOENT' || path === dirname(path)) throw error;
    const above = await makeFolder(dirname(path));
    await mkdir(path, { mode });
    return [path, ...above];
  }
}

/** Removes the folders that `makeFolder` created, if they are still empty. */
export async function removeEmpty(folders) {
  for (const folder of folders) await rmdir(folder).catch(() => undefined);
}

async function refuseFile(path) {
  if ((await stat(path)).isDirectory()) return [];
  throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' });
}

/** The reason why a folder or a file cannot be used, in words. */
export const whyNot = ({ code }) =>
  ({
    ENOTDIR: 'a file is in the way',
    ENOENT: 'no folder can be made there',
    EROFS: 'it is on a read-only disk',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    ERR_INVALID_URL: 'it names no folder of this machine',
    ERR_INVALID_FILE_URL_HOST: 'it names no folder of this machine',
    ERR_INVALID_FILE_URL_PATH: 'it names no folder of this machine',
    EISDIR: 'a folder is in the way',
    ENAMETOOLONG: 'its name is too long',
  })[code] ?? `it fails with ${code}`;
