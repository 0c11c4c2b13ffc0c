import { fileURLToPath } from 'node:url';
import type { FileStore } from './file-store.js';
import { openFolder } from './folder-file-store.js';

/** @throws Error for an address that no engine is written for; `loadConfig` lets none through */
export async function openFileStore(url: string): Promise<FileStore> {
  if (url.startsWith('file://')) return openFolder(fileURLToPath(url));
  throw new Error('FILES_URL must begin with file://.');
}
