import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FileNotStored, type FileStore, type StoredFile } from './file-store.js';
import { fileURLToPath } from 'node:url';

const NAME = /^[0-9a-f]{48}$/;

/** Stores each file under its random name, in one of 256 folders. An empty file of the same name marks it as unconfirmed. */
export async function openFolder(folder: string): Promise<FileStore> {
  const unconfirmed = join(folder, 'unconfirmed');
  await mkdir(unconfirmed, { recursive: true, mode: 0o700 });
  const pathOf = (storageName: string): string => {
    if (!NAME.test(storageName)) throw new FileNotStored();
    return join(folder, storageName.slice(0, 2), storageName);
  };
  const unfinishedOf = (storageName: string): string => `${pathOf(storageName)}.unfinished`;
  const remove = async (storageName: string): Promise<void> => {
    await rm(unfinishedOf(storageName), { force: true });
    await rm(pathOf(storageName), { force: true });
    await rm(join(unconfirmed, storageName), { force: true });
  };
  return {
    async put(content) {
      const storageName = randomBytes(24).toString('hex');
      const path = pathOf(storageName);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = unfinishedOf(storageName);
      try {
        await writeFile(join(unconfirmed, storageName), '', { mode: 0o600 });
        const written = await write(unfinished, content instanceof Readable ? content : [content]);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        await syncFolder(folder);
        return { storageName, ...written };
      } catch (error) {
        await remove(storageName);
        throw error;
      }
    },
    async confirm(storageName) {
      if (NAME.test(storageName)) await rm(join(unconfirmed, storageName), { force: true });
    },
    async unconfirmed(before, limit) {
      const found: string[] = [];
      for (const storageName of await readdir(unconfirmed)) {
        if (found.length === limit) break;
        const putAt = await putTime(join(unconfirmed, storageName));
        if (putAt !== null && putAt < before && NAME.test(storageName)) found.push(storageName);
      }
      return found;
    },
    async get(storageName) {
      const file = await open(pathOf(storageName), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileNotStored() : error;
      });
      return file.createReadStream().on('error', () => undefined); // a later reader gets the error as well
    },
    async delete(storageName) {
      if (NAME.test(storageName)) await remove(storageName);
    },
  };
}

/** Null: it has been confirmed or deleted in the meantime. */
async function putTime(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Omit<StoredFile, 'storageName'>> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.byteLength;
      await file.writeFile(chunk); // continues where the last one ended
    }
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** A rename is durable when the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws Error for an address without an engine; `loadConfig` rejects such an address */
export async function openFileStore(url: string): Promise<FileStore> {
  if (url.startsWith('file://')) return openFolder(fileURLToPath(url));
  throw new Error('FILES_URL must begin with file://.');
}
