import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorSeconds, untilReady } from './health.mjs';

describe('An app on a port where another process answers its health check', () => {
  const other = createServer((_, response) => response.end());
  const signal = new AbortController().signal;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'health-'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/health/ready`;
  });
  afterAll(async () => {
    other.close();
    await rm(folder, { recursive: true });
  });

  it('is not ready because of that answer', async () => {
    const logFile = join(folder, 'api.log');
    await writeFile(logFile, `${'earlier '.repeat(1_000)}\nlisten EADDRINUSE\n`);
    const app = { name: 'api', healthUrl: url, endings: 3, listening: false, logFile, pid: null };
    const { message } = (await untilReady([app], signal).catch((error: unknown) => error)) as Error;
    expect(message).toContain(
      `the api cannot listen, because something else answers on its port; the end of ${logFile}:`,
    );
    expect(message).toMatch(/listen EADDRINUSE$/);
    expect(message.length).toBeLessThan(3_000);
  });

  it('is ready when it listens itself', async () => {
    const app = { name: 'api', healthUrl: url, endings: 0, listening: false, logFile: null, pid: null };
    const ready = untilReady([app], signal);
    app.listening = true;
    await expect(ready).resolves.toBeUndefined();
  });
});

describe('A start on a busy machine', () => {
  const signal = new AbortController().signal;
  /** The failing checks in the API's answer; null: 200. */
  let errors: Record<string, string> | null;
  const server = createServer((_, response) =>
    response.writeHead(errors ? 503 : 200).end(JSON.stringify({ errors: errors ?? undefined })),
  );
  let app: { name: string; healthUrl: string; endings: number; listening: boolean; logFile: null; pid: number };
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());
  beforeEach(() => {
    errors = null;
    const healthUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    app = { name: 'api', healthUrl, endings: 0, listening: false, logFile: null, pid: process.pid };
  });

  /** Far less than the time between two polls, so the wait only continues if each poll finds progress. */
  const impatient = { standstillMs: 2, pollMs: 10, report: () => undefined };

  it('waits for an app that is still loading its code, many times as long as it would for one that stands still', async () => {
    let polls = 0;
    const secondsUsed = () => {
      app.listening = ++polls === 20;
      return Promise.resolve(polls);
    };
    await expect(untilReady([app], signal, { ...impatient, secondsUsed })).resolves.toBeUndefined();
    expect(polls).toBe(20);
  });

  it('waits for an app while another one, which it may depend on, makes progress', async () => {
    let polls = 0;
    app.listening = true;
    errors = { identity: 'answered 502' };
    const identity = { ...app, name: 'identity', listening: false };
    const secondsUsed = () => {
      identity.listening = ++polls === 20;
      if (identity.listening) errors = null;
      return Promise.resolve(polls);
    };
    await expect(untilReady([app, identity], signal, { ...impatient, secondsUsed })).resolves.toBeUndefined();
    expect(polls).toBe(20);
  });

  it('gives up on a process that does nothing before it listens', async () => {
    const idle = untilReady([app], signal, { ...impatient, secondsUsed: () => Promise.resolve(1.5) });
    await expect(idle).rejects.toThrow(
      'the api does not become ready: its code is being loaded, and nothing moves any more.',
    );
  });

  it('gives up on an app whose reason is the same for long, although it counts the seconds', async () => {
    app.listening = true;
    let age = 0;
    const ageing = setInterval(() => (errors = { readModels: `the projector was last seen ${++age} s ago` }), 5);
    errors = { readModels: 'the projector was last seen 0 s ago' };
    await expect(untilReady([app], signal, impatient)).rejects.toThrow(
      /readModels: the projector was last seen \d+ s ago/,
    );
    clearInterval(ageing);
  });

  it('counts the processor time of a process, and none of one that has ended', async () => {
    const before = (await processorSeconds(process.pid))!;
    for (const until = process.cpuUsage().user + 100_000; process.cpuUsage().user < until;);
    expect(await processorSeconds(process.pid)).toBeGreaterThan(before + 0.05);
    expect(await processorSeconds(2 ** 22 + 1)).toBeNull();
  });
});
