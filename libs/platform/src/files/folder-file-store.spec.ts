import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { fileStoreContract } from './file-store.contract-suite.js';
import { openFileStore } from './folder-file-store.js';

const folder = await mkdtemp(join(tmpdir(), 'files-'));
afterAll(() => rm(folder, { recursive: true }));

fileStoreContract('a folder', () => openFileStore(pathToFileURL(join(folder, 'contract')).href));

describe('A folder as file store', () => {
  it('keeps nothing of a file that did not arrive completely', async () => {
    const place = join(folder, 'whole');
    const store = await openFileStore(pathToFileURL(place).href);
    const broken = new Readable({ read: () => broken.destroy(new Error('sender gone')) });
    await expect(store.put(broken)).rejects.toThrow('sender gone');
    const entries = await readdir(place, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('is the only engine there is', async () => {
    await expect(openFileStore('ftp://files')).rejects.toThrow('FILES_URL must begin with file://');
  });
});
