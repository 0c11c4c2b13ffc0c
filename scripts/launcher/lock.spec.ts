import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilFree } from './installation/install-and-build.mjs';
import { takeLock } from './lock.mjs';

describe('A lock of the launcher', () => {
  let folder: string;
  let lock: string;
  const started: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    lock = join(folder, 'launcher.lock');
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** A separate process that takes the lock on request, prints `true` if it got it, and keeps running. */
  async function start() {
    const file = join(folder, 'start.mjs');
    await writeFile(
      file,
      `import { takeLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
       process.on('message', async () => process.send('release' in (await takeLock(${JSON.stringify(lock)}))));
       process.send('up');`,
    );
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    started.push(child);
    await once(child, 'message');
    const take = async () => {
      child.send('take');
      return (await once(child, 'message'))[0] as boolean;
    };
    return { child, take };
  }

  it('goes to one of several that find it stale at once, and names the holder to the others', async () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const starts = await Promise.all([start(), start(), start()]);
    for (let round = 0; round < 100; round += 1) {
      await writeFile(lock, String(ended));
      expect((await Promise.all(starts.map(({ take }) => take()))).filter(Boolean)).toHaveLength(1);
      expect(starts.map(({ child }) => child.pid)).toContain(Number(await readFile(lock, 'utf8')));
      expect((await readdir(folder)).sort()).toEqual(['launcher.lock', 'start.mjs']);
    }
  });

  it.each(['', 'half'])('that names no live process is stale: %j', async (content) => {
    await writeFile(lock, content);
    await writeFile(`${lock}.stale`, content); // the lock of a process that was killed while it took over another lock
    const { release } = await takeLock(lock);
    expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
    await release?.();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is waited for until its holder is gone', async () => {
    const { child, take } = await start();
    expect(await take()).toBe(true);
    expect(await takeLock(lock)).toEqual({ holder: child.pid });
    const waiting = untilFree(lock, new AbortController().signal);
    child.kill('SIGKILL');
    await waiting;
    expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
  });
});
