import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SmallDisk } from './small-disk.js';

let folder: string;
let disk: SmallDisk | null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  disk = await SmallDisk.mount(folder);
  await writeFile(join(folder, 'kept'), 'what is there'); // an empty file would set the size to 0, which means no limit
});
afterAll(async () => {
  await disk?.unmount();
  await rm(folder, { recursive: true });
});

const freeBlocks = async () => (await statfs(folder)).bfree;

it('A small disk is full until it is freed, and then has room, though it was still being filled', async () => {
  if (disk === null) return; // no file system can be mounted here
  await disk.fill();
  expect(await freeBlocks()).toBe(0);
  await disk.free();
  expect(await freeBlocks()).toBeGreaterThan(0);
  for (let turn = 0; turn < 10; turn++) {
    const filled = disk.fill();
    await disk.free();
    await filled;
    expect([turn, (await freeBlocks()) > 0]).toEqual([turn, true]);
  }
});
