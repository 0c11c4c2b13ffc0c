import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../testing/until.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

const built = new URL('../../../../dist/libs/platform/src/index.js', import.meta.url).href;

const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
await chmod(dataDir, 0o711);
const home = join(dataDir, 'postgres');
let server: EmbeddedPostgres;
let timesLost = 0;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, onLost: () => void (timesLost += 1) });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

const answers = (url: string) => () =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  );

describe('Embedded PostgreSQL', () => {
  it('is durable, speaks UTF-8 and has the trigram extension', async () => {
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'server_encoding',
      'jit',
      'unix_socket_directories',
    ];
    const values = await Promise.all(settings.map((name) => ask(server.url, `select current_setting('${name}')`)));
    expect(values.flat()).toEqual(['on', 'on', 'on', 'UTF8', 'off', '']);
    expect(await ask(server.url, "select name from pg_available_extensions where name = 'pg_trgm'")).toEqual([
      'pg_trgm',
    ]);
  });

  it('lets nobody in without the password, which only its user can read', async () => {
    const stranger = server.url.replace(/:[^:@]*@/, ':guess@');
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(home, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('has its data, address and password again after a stop', async () => {
    await ask(server.url, 'create table kept as select 42 as answer');
    await Promise.all([server.stop(), server.stop()]);
    expect(server.pid).toBeUndefined();
    await server.start();
    await server.start();
    expect(await ask(server.url, 'select answer from kept')).toEqual([42]);
  });

  it('loses nothing that was committed when it is killed', async () => {
    await ask(server.url, 'create table survived as select 43 as answer');
    await server.kill('SIGKILL');
    await server.start();
    expect(await ask(server.url, 'select answer from survived')).toEqual([43]);
    expect(timesLost).toBe(0);
  });

  it('reports when it is lost, and starts again', async () => {
    process.kill(server.pid!, 'SIGKILL');
    await until('the loss is reported', () => timesLost === 1);
    await server.start();
    expect(await answers(server.url)()).toBe(true);
  });

  it('logs neither statements nor values', async () => {
    const lines: string[] = [];
    const dir = await mkdtemp(join(tmpdir(), 'embedded-'));
    await chmod(dir, 0o711);
    const other = await startEmbeddedPostgres({ dataDir: dir, log: (line) => void lines.push(line) });
    await expect(ask(other.url, "select 'jane@example.org'::int")).rejects.toThrow();
    await other.stop();
    expect(lines.join('\n')).toContain('database system is shut down');
    expect(lines.join('\n')).not.toContain('jane');
    await rm(dir, { recursive: true });
  });

  it('refuses a taken port in one line', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'other'), port })).rejects.toThrow(
      `Port ${port} is taken.`,
    );
    taken.close();
  });

  describe('started twice on the same data', () => {
    it('is refused while the launcher of the first lives', async () => {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}.`);
      expect(await answers(server.url)()).toBe(true);
    });

    it('takes over when that launcher is gone', async () => {
      const gone = spawn('true');
      await once(gone, 'exit');
      await writeFile(join(home, 'launcher.pid'), `${gone.pid}\n`);
      const next = await startEmbeddedPostgres({ dataDir });
      expect(await answers(server.url)()).toBe(false);
      expect(await ask(next.url, 'select answer from kept')).toEqual([42]);
      await next.stop();
      await server.start();
    });

    it("does not mistake a process with the old server's id for its own", async () => {
      await server.kill('SIGKILL');
      const lock = join(await realpath(home), 'cluster', 'postmaster.pid');
      await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, '1'));
      await server.start();
      expect(await answers(server.url)()).toBe(true);
    });
  });

  it('ends with its launcher, even if that is killed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'embedded-'));
    await chmod(dir, 0o711);
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(built)});
      console.log((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dir)} })).url);
      setInterval(() => {}, 1e6);`;
    const launcher: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(launcher.stdout!, 'data')) as [Buffer];
    const url = output.toString().trim();
    expect(await answers(url)()).toBe(true);
    launcher.kill('SIGKILL');
    // There is no event for the end of a process that is not our child.
    await until('it has ended', async () => !(await answers(url)()));
    await until('its lock is gone', () =>
      stat(join(dir, 'postgres', 'cluster', 'postmaster.pid')).then(
        () => false,
        () => true,
      ),
    );
    await rm(dir, { recursive: true });
  });
});
