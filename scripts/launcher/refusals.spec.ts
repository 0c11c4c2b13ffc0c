import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reachEventStoreDb } from '@throughline/event-store';
import { loadConfig, reachPostgres, reachRedis } from '@throughline/platform';
import { prepareFilesFolder, takeDataFolder } from './data-folder.mjs';
import { missingDatabases, refuseUnreachable } from './engines.mjs';
import { openLog } from './log-file.mjs';
import { refuseOldNode } from './installation/install.mjs';
import { refuseBlockedPort, refuseTakenPort } from './ports.mjs';

const reaches = { reachPostgres, reachRedis, reachEventStoreDb };

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

  it('on a port that browsers block', () => {
    for (const port of [4190, 6000, 6667]) {
      expect(() => refuseBlockedPort(port)).toThrow(`Port ${port} is blocked by browsers: choose another one`);
    }
    expect(() => refuseBlockedPort(3000)).not.toThrow();
  });

  it('on a data folder that is a file', async () => {
    const file = join(folder, 'data');
    await writeFile(file, '');
    const line = (path: string) => `DATA_DIR=${path} cannot be used: a file is in the way.`;
    await expect(takeDataFolder(file)).rejects.toThrow(line(file));
    await expect(takeDataFolder(join(file, 'below'))).rejects.toThrow(line(join(file, 'below')));
  });

  it('on a data folder that cannot be created', async () => {
    const long = join(folder, 'a'.repeat(300));
    await expect(takeDataFolder(long)).rejects.toThrow(`DATA_DIR=${long} cannot be used: its name is too long.`);
  });

  // Node's own recursive mkdir never returns there.
  (process.platform === 'linux' ? it : it.skip)('on a data folder below /proc', async () => {
    await expect(takeDataFolder('/proc/throughline/data')).rejects.toThrow(
      'DATA_DIR=/proc/throughline/data cannot be used: no folder can be made there.',
    );
  });

  it('on a folder of files that is a file, or on another machine', async () => {
    const file = join(folder, 'files');
    await writeFile(file, '');
    const url = pathToFileURL(file).href;
    await expect(prepareFilesFolder(url)).rejects.toThrow(`FILES_URL=${url} cannot be used: a file is in the way.`);
    await expect(prepareFilesFolder('file://elsewhere/files')).rejects.toThrow('it names no folder of this machine');
    const other = join(folder, 'new', 'files');
    await prepareFilesFolder(pathToFileURL(other).href);
    expect((await stat(other)).mode & 0o777).toBe(0o700);
  });

  it('on a log that cannot be written', () => {
    expect(() => openLog(folder)).toThrow(`The log ${folder} cannot be written: a folder is in the way.`);
  });

  it('on an address of another machine, without blaming the port', async () => {
    // 192.0.2.0/24 is reserved for documentation: no machine has it.
    await expect(refuseTakenPort('192.0.2.1', 3000)).rejects.toThrow(
      'HOST=192.0.2.1 is no address of this machine (EADDRNOTAVAIL).',
    );
  });

  it.each([
    [{ DATABASE_URL: 'postgres://somebody:hush@nowhere:99999/app' }, 'DATABASE_URL'],
    [{ EVENT_STORE_URL: 'postgres://somebody:hush@nowhere:99999/app' }, 'EVENT_STORE_URL'],
    [{ REDIS_URL: 'rediss://:hush@nowhere:99999' }, 'REDIS_URL'],
  ])('on an engine that cannot be used, without its password: %j', async (env, name) => {
    // Compared as a whole, so that it contains neither address nor password.
    await expect(refuseUnreachable(reaches, loadConfig(env))).rejects.toThrow(
      new RegExp(`^${name} cannot be used: it is no valid URL \\([^)]*\\)\\.$`),
    );
  });

  it('on an EventStoreDB that cannot be used', async () => {
    const config = loadConfig({ EVENT_STORE_URL: 'esdb://nowhere:2113' });
    await expect(refuseUnreachable(reaches, config)).rejects.toThrow(
      'EVENT_STORE_URL cannot be used: it must name a user (esdb://user:password@host), or say tls=false.',
    );
  });

  it('on no engine when none is named', async () => {
    await expect(refuseUnreachable(reaches, loadConfig({}))).resolves.toBeUndefined();
  });

  it('on a data folder that another start uses, until that one has released it', async () => {
    // Any process with this name in its command line counts as a launcher. This one waits for its input to end.
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

describe('The embedded PostgreSQL', () => {
  it('has a database for everything without its own', () => {
    const url = 'postgres://somewhere/app';
    expect(missingDatabases(loadConfig({ EVENT_STORE_URL: 'esdb://one:2113?tls=false' }))).toEqual({
      DATABASE_URL: 'throughline',
      IDENTITY_DATABASE_URL: 'identity',
    });
    expect(missingDatabases(loadConfig({ IDENTITY_DATABASE_URL: url }))).toEqual({ DATABASE_URL: 'throughline' });
  });
});

describe('A data folder', () => {
  it('is not left behind by a start that put nothing into it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'launcher-'));
    const start = async () => {
      const data = await takeDataFolder(join(folder, 'new', 'data'));
      const files = await prepareFilesFolder(pathToFileURL(join(folder, 'new', 'data', 'files')).href);
      return { data, files };
    };
    const refused = await start();
    await refused.files.release();
    await refused.data.release();
    expect(await readdir(folder)).toEqual([]);

    const good = await start();
    await writeFile(join(folder, 'new/data/files/kept'), '');
    await good.files.release();
    await good.data.release();
    expect(await readdir(join(folder, 'new/data'))).toEqual(['files']);
    await rm(folder, { recursive: true });
  });

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
