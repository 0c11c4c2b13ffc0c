import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { untilHealthy } from './health.mjs';

describe('An app on a port where something answers that all is well', () => {
  const other = createServer((_, response) => response.end());
  const signal = new AbortController().signal;
  let url: string;
  beforeAll(async () => {
    await once(other.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/health/ready`;
  });
  afterAll(() => void other.close());

  it('is not ready by that', async () => {
    const app = { name: 'api', endings: 3, listening: false, logFile: 'api.log' };
    await expect(untilHealthy(app, url, signal)).rejects.toThrow(
      'the api cannot listen, for something else answers on its port; see api.log',
    );
  });

  it('is ready when it listens itself', async () => {
    const app = { name: 'api', endings: 0, listening: false, logFile: null };
    const ready = untilHealthy(app, url, signal);
    app.listening = true;
    await expect(ready).resolves.toBeUndefined();
  });
});
