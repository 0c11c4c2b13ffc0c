import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilHealthy } from './health.mjs';

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
    const app = { name: 'api', endings: 3, listening: false, logFile };
    const { message } = (await untilHealthy(app, url, signal).catch((error: unknown) => error)) as Error;
    expect(message).toContain(
      `the api cannot listen, because something else answers on its port; the end of ${logFile}:`,
    );
    expect(message).toMatch(/listen EADDRINUSE$/);
    expect(message.length).toBeLessThan(3_000);
  });

  it('is ready when it listens itself', async () => {
    const app = { name: 'api', endings: 0, listening: false, logFile: null };
    const ready = untilHealthy(app, url, signal);
    app.listening = true;
    await expect(ready).resolves.toBeUndefined();
  });
});
