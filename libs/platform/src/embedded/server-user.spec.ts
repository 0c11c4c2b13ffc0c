import { afterAll, describe, expect, it } from '@jest/globals';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from './home.js';
import { mayEnter } from './server-user.js';

const folder = await mkdtemp(join(tmpdir(), 'home-'));
afterAll(() => rm(folder, { recursive: true }));
const stranger = { uid: 65_534, gid: 65_534 };

describe("The server's user", () => {
  it('can reach a path if every folder above it allows that', async () => {
    await mkdir(join(folder, 'open'), { mode: 0o755 });
    await chmod(folder, 0o700);
    expect(mayEnter(join(folder, 'open'), stranger)).toBe(false);
    await chmod(folder, 0o711);
    expect(mayEnter(join(folder, 'open'), stranger)).toBe(true);
  });

  it('is the user that starts the server, who can reach every path, unless that is root', () => {
    expect(mayEnter(folder, undefined)).toBe(true);
  });

  it('finds its home in the data folder', async () => {
    const dataDir = join(folder, 'ordinary');
    expect(await openHome(dataDir, undefined)).toBe(await realpath(join(dataDir, 'postgres')));
    expect(((await lstat(join(dataDir, 'postgres'))).mode & 0o777).toString(8)).toBe('700');
  });

  if (process.getuid?.() === 0) {
    it('has its home outside of a data folder that it cannot enter, and a new one when that folder was deleted', async () => {
      const dataDir = join(folder, 'closed');
      const outside = join(folder, 'outside');
      await mkdir(dataDir, { mode: 0o700 });
      const home = await openHome(dataDir, stranger, outside);
      expect(home).toMatch(outside);
      expect(await lstat(home)).toMatchObject(stranger);
      await writeFile(join(home, 'row'), 'kept');
      expect(await openHome(dataDir, stranger, outside)).toBe(home);
      expect(await readdir(home)).toEqual(['row']);

      await rm(dataDir, { recursive: true });
      await mkdir(dataDir, { mode: 0o700 });
      expect(await readdir(await openHome(dataDir, stranger, outside))).toEqual([]);
    });
  }
});
