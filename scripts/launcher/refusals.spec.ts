import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeDataFolder } from './data-folder.mjs';
import { refuseOldNode } from './node-version.mjs';
import { refuseTakenPort } from './ports.mjs';

describe('A start is refused in one line', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'launcher-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('on a Node that is too old', () => {
    expect(() => refuseOldNode('18.20.4')).toThrow('Throughline needs Node 20.19 or newer; this is Node 18.20.4.');
    expect(() => refuseOldNode('20.18.1')).toThrow();
    expect(() => refuseOldNode('20.19.0')).not.toThrow();
    expect(() => refuseOldNode('24.0.0')).not.toThrow();
  });

  it('on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(refuseTakenPort('127.0.0.1', port)).rejects.toThrow(`Port ${port} is taken`);
    other.close();
    await once(other, 'close');
    await expect(refuseTakenPort('127.0.0.1', port)).resolves.toBeUndefined();
  });

  it('on a data folder that is a file', async () => {
    const file = join(folder, 'data');
    await writeFile(file, '');
    await expect(takeDataFolder(file)).rejects.toThrow('it is a file, not a folder');
  });

  it('on a data folder that another start uses, until that one has let go', async () => {
    // Any process with this name in its command line is taken for a launcher: one that waits for its input to end.
    const launcher = join(folder, 'start.mjs');
    await writeFile(launcher, 'process.stdin.resume(); console.log("runs");');
    const other = spawn(process.execPath, [launcher], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    await takeDataFolder(folder).then(({ release }) => release());
    await writeFile(join(folder, 'launcher.lock'), String(other.pid));
    await expect(takeDataFolder(folder)).rejects.toThrow(`already runs on ${folder} (process ${other.pid})`);
    other.stdin.end();
    await once(other, 'exit');
    await expect(takeDataFolder(folder)).resolves.toBeDefined();
  });
});

describe('A data folder', () => {
  it('whose start was killed is taken over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'launcher-'));
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    await writeFile(join(folder, 'launcher.lock'), String(ended));
    const { release } = await takeDataFolder(folder);
    expect(await readFile(join(folder, 'launcher.lock'), 'utf8')).toBe(String(process.pid));
    await release();
    await rm(folder, { recursive: true });
  });
});
