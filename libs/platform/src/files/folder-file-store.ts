import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FileNotStored, type FileStore, type StoredFile } from './file-store.js';

const NAME = /^[0-9a-f]{48}$/;

/** Keeps each file under its random name, spread over 256 folders. Made if it is not there. */
export async function openFolder(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (storageName: string): string => {
    if (!NAME.test(storageName)) throw new FileNotStored();
    return join(folder, storageName.slice(0, 2), storageName);
  };
  return {
    async put(content) {
      const storageName = randomBytes(24).toString('hex');
      const path = pathOf(storageName);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.unfinished`;
      try {
        const written = await write(unfinished, content instanceof Readable ? content : [content]);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        await syncFolder(folder);
        return { storageName, ...written };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(storageName) {
      const file = await open(pathOf(storageName), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileNotStored() : error;
      });
      return file.createReadStream();
    },
    async delete(storageName) {
      if (NAME.test(storageName)) await rm(pathOf(storageName), { force: true });
    },
  };
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
      await file.writeFile(chunk); // goes on from where the last one ended
    }
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** A rename is durable when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
