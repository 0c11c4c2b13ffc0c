import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@throughline/event-store';
import { apiConfig, createLogger } from '@throughline/platform';
import { isEngineOutage, outageServer } from './outage-server.js';

const consoleFolder = await mkdtemp(join(tmpdir(), 'console-'));
await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><head></head><div id="root"></div>');
afterAll(() => rm(consoleFolder, { recursive: true }));

describe('An API that starts while its engines are away', () => {
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    const config = apiConfig({
      DATABASE_URL: 'postgres://127.0.0.1/away',
      SECRET_KEY: 'a key of the specs, of forty characters!',
    });
    server = outageServer({ config, logger: createLogger('api', { logLevel: 'silent' }), consoleFolder });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each([
    ['GET', '/api/companies'],
    ['POST', '/api/referrals/create'],
    ['GET', '/api/health/ready'],
  ])('answers %s %s with an outage, in the envelope', async (method, path) => {
    const response = await fetch(origin + path, { method });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ success: false, data: null, code: 'service/unavailable' });
  });

  it('is alive, and serves its pages', async () => {
    expect(await (await fetch(`${origin}/api/health/live`)).json()).toMatchObject({ success: true });
    const page = await fetch(`${origin}/queue`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  });

  it.each([
    ['waits for a log that is away', new StoreUnavailable('not-written'), true],
    ['waits for a database that does not answer', new Error('timeout exceeded when trying to connect'), true],
    ['does not wait over a migration that was changed', new Error('Migration api step 3 was changed.'), false],
  ])('%s', (_what, error, waits) => expect(isEngineOutage(error)).toBe(waits));
});
