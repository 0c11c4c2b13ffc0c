import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogDestination } from '@throughline/platform';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startAgain } from './engines.mjs';
import { openLineLog } from './log-file.mjs';
import { keepRunFile } from './run-file.mjs';
import { SupervisedApp } from './supervised-app.mjs';

const folder = await mkdtemp(join(tmpdir(), 'restarts-'));
const entry = join(folder, 'app.mjs');
await writeFile(entry, `process.on('message', () => process.exit(3)); process.send('listening'); console.log('up');`);
afterAll(() => rm(folder, { recursive: true }));

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + 5_000; !(await holds()); await nextTurn()) {
    if (performance.now() > deadline) throw new Error('It did not come to hold within 5 s.');
  }
}

let printed: string[];
beforeEach(() => {
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
});
afterEach(() => void jest.restoreAllMocks());

describe('An app that ends by itself', () => {
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
      ...{ name: 'api', env: {}, entry, backOff: { first: 20, most: 1_000 } },
      logFile: join(logs, 'api.log'),
      healthUrl: `http://127.0.0.1:${(health.address() as AddressInfo).port}/`,
    });
    app.start();
    await until(() => app.listening);
  });
  afterEach(() => app.stop());

  async function end(): Promise<void> {
    const before = app.pid;
    process.kill(before!, 'SIGKILL');
    await until(() => app.pid !== null && app.pid !== before && app.listening);
  }

  it('waits longer each time, until it is healthy', async () => {
    await end();
    await end();
    expect(app.endings).toBe(2);
    healthy = true;
    await until(() => app.endings === 0);
    await end();
    expect(printed.map((line) => /again in (.*) s/.exec(line)?.[1])).toEqual(['0.02', '0.04', '0.02']);
  });

  it('does not count as healthy for listening alone', async () => {
    await end();
    await end();
    expect(app.endings).toBe(2);
  });

  it('starts again where its log cannot be opened, and runs without it', async () => {
    await rename(logs, `${logs}.away`);
    await end();
    expect(printed.at(-1)).toContain('runs without it');
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
    await until(async () => (await pidIn().catch(() => null)) === app.pid);
  });
});

describe('A PostgreSQL that ended', () => {
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

describe('The log of an engine', () => {
  it('is written line by line', async () => {
    const file = join(folder, 'postgres.log');
    const log = openLineLog({ LogDestination }, file);
    log('one');
    log('two');
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
  });
});
