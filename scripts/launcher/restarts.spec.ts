import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogDestination } from '@throughline/platform';
import { until } from '@throughline/platform/testing';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAgain } from './engines.mjs';
import { openLineLog } from './log-file.mjs';
import { keepRunFile } from './run-file.mjs';
import { SupervisedApp } from './supervised-app.mjs';

const folder = await mkdtemp(join(tmpdir(), 'restarts-'));
const entry = join(folder, 'app.mjs');
await writeFile(
  entry,
  `process.on('message', () => process.exit(3)); process.send('listening'); console.log('up as', process.pid);`,
);
afterAll(() => rm(folder, { recursive: true }));

let printed: string[];
function keepWhatIsPrinted(): void {
  beforeEach(() => {
    printed = [];
    jest.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
  });
  afterEach(() => void jest.restoreAllMocks());
}

describe('An app that ends by itself', () => {
  keepWhatIsPrinted();
  let healthy: boolean;
  const health = createServer((_, response) => response.writeHead(healthy ? 200 : 503).end());
  beforeAll(() => once(health.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void health.close());
  let logs: string;
  let app: SupervisedApp;
  beforeEach(async () => {
    healthy = false;
    logs = await mkdtemp(join(folder, 'logs-'));
    app = new SupervisedApp({
      name: 'api',
      env: {},
      entry,
      backOff: { first: 20, most: 1_000 },
      log: openLineLog({ LogDestination }, join(logs, 'api.log')),
      logFile: join(logs, 'api.log'),
      healthUrl: `http://127.0.0.1:${(health.address() as AddressInfo).port}/`,
    });
    app.start();
    await until('it listens', () => app.listening);
  });
  afterEach(() => app.stop());

  async function end(): Promise<void> {
    const before = app.pid;
    process.kill(before!, 'SIGKILL');
    await until('it listens again', () => app.pid !== null && app.pid !== before && app.listening);
  }

  it('waits longer each time, until it is healthy', async () => {
    await end();
    await end();
    expect(app.endings).toBe(2);
    healthy = true;
    await until('it counts as healthy', () => app.endings === 0);
    await end();
    expect(printed.map((line) => /again in (.*) s/.exec(line)?.[1])).toEqual(['0.02', '0.04', '0.02']);
  });

  it('does not count as healthy for listening alone', async () => {
    await end();
    await end();
    expect(app.endings).toBe(2);
  });

  it('goes on with its log, also where that could not be opened again', async () => {
    await rename(logs, `${logs}.away`);
    const before = app.pid;
    await end();
    await until('it has its log', async () =>
      (await readFile(`${logs}.away/api.log`, 'utf8')).includes(`up as ${app.pid}\n`),
    );
    expect(app.pid).not.toBe(before);
  });

  it('starts again where run.json cannot be written, which is written later', async () => {
    const file = join(logs, 'run.json');
    const options = { config: {}, env: {}, addresses: {}, engines: { postgres: null }, apps: [app], atEnd: () => {} };
    keepRunFile(file, options);
    await rename(logs, `${logs}.away`);
    await end();
    await rename(`${logs}.away`, logs);
    const pidIn = async () =>
      (JSON.parse(await readFile(file, 'utf8')) as { apps: { api: { pid: number } } }).apps.api.pid;
    await until('run.json names it', async () => (await pidIn().catch(() => null)) === app.pid);
  });
});

describe('A PostgreSQL that ended', () => {
  keepWhatIsPrinted();

  it('is started until it runs, however long its disk is full, and each failure is reported once', async () => {
    const failures = ['no space', 'no space', 'no space', 'locked'];
    let started = false;
    const postgres = {
      start: () => {
        const failure = failures.shift();
        if (failure) return Promise.reject(new Error(failure));
        return Promise.resolve();
      },
    };
    const engines = { postgres, onStart: () => (started = true) };
    await startAgain(engines, new AbortController().signal, { first: 1, most: 4 });
    expect(started).toBe(true);
    expect(printed).toEqual(['PostgreSQL ended; it starts again.', 'no space', 'locked', 'PostgreSQL runs again.']);
  });
});

describe('An app that writes a lot', () => {
  it('has all its lines in its log, which is begun anew while it runs', async () => {
    const logs = await mkdtemp(join(folder, 'logs-'));
    const logFile = join(logs, 'worker.log');
    const writer = join(logs, 'writer.mjs');
    const write = (stream: string) => `process.${stream}.write(\`${stream} é \${i}\\n\`)`;
    await writeFile(
      writer,
      `process.on('message', () => undefined);
       const end = () => process.stdout.write('last words', () => process.exit());
       process.on('SIGTERM', () => process.stderr.write('', end));
       for (let i = 0; i < 3_000; i++) { ${write('stdout')}; ${write('stderr')}; } process.send('listening');`,
    );
    const lines: string[] = [];
    const log = openLineLog({ LogDestination }, logFile, 40_000);
    const app = new SupervisedApp({
      name: 'worker',
      env: {},
      entry: writer,
      logFile,
      healthUrl: 'http://127.0.0.1:1/',
      log: (line: string) => {
        lines.push(line);
        log(line);
      },
    });
    app.start();
    await until('it listens', () => app.listening);
    await app.stop();
    const of = (stream: string) => lines.filter((line) => line.startsWith(stream));
    const all = Array.from({ length: 3_000 }, (_, i) => i);
    expect(of('stdout')).toEqual(all.map((i) => `stdout é ${i}`));
    expect(of('stderr')).toEqual(all.map((i) => `stderr é ${i}`));
    const [before, now] = await Promise.all([readFile(`${logFile}.1`, 'utf8'), readFile(logFile, 'utf8')]);
    expect(`${lines.join('\n')}\n`.endsWith(before + now)).toBe(true);
    expect(before.length).toBeGreaterThan(20_000);
    // The two outputs are read apart from each other, so lines of the other may follow.
    expect((before + now).split('\n')).toContain('last words');
  });
});

describe('A log', () => {
  let file: string;
  beforeEach(async () => (file = join(await mkdtemp(join(folder, 'logs-')), 'postgres.log')));
  const read = (name: string) => readFile(name, 'utf8').catch(() => null);

  it('is written line by line', async () => {
    const log = openLineLog({ LogDestination }, file);
    log('one');
    log('two');
    expect(await read(file)).toBe('one\ntwo\n');
  });

  it('is begun anew when it is full, again and again, and keeps the one before', async () => {
    await writeFile(file, 'from an earlier start\n');
    const log = openLineLog({ LogDestination }, file, 10);
    for (const line of ['the first', 'full now', 'the second', 'full again', 'the third']) log(line);
    expect([await read(`${file}.1`), await read(file)]).toEqual(['full again\n', 'the third\n']);
  });

  it('loses no line where it cannot be begun anew, and is begun anew once that is possible', async () => {
    const log = openLineLog({ LogDestination }, file, 10);
    log('the first');
    log('full now');
    await mkdir(file.replace('.log', '.log.1'));
    log('the folder is in the way');
    log('goes on');
    expect(await read(file)).toBe('the first\nfull now\nthe folder is in the way\ngoes on\n');
    await rm(`${file}.1`, { recursive: true });
    log('full once more');
    log('begun anew');
    expect(await read(file)).toBe('begun anew\n');
    expect(await read(`${file}.1`)).toMatch(/goes on\nfull once more\n$/);
  });

  it('does not end the launcher on a full disk', async () => {
    await symlink('/dev/full', file);
    const log = openLineLog({ LogDestination }, file, 10);
    for (let line = 0; line < 3; line++) expect(() => log('nothing of this is written')).not.toThrow();
  });
});
