import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fetchWithin } from './fetch-within.js';

/** A gigabyte, compressed twice: it arrives at once, and takes far longer to decompress than the timeout. */
const HUGE = gzipSync(Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(2 ** 24)))));

const server = createServer(({ url }, response) => {
  if (url === '/huge') {
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).flushHeaders();
    subscribe('undici:request:headers', () => setImmediate(() => response.end(HUGE)));
  } else if (url === '/half') {
    response.writeHead(200, { 'content-length': 100 }).write('half');
  } else if (url === '/nothing') {
    response.writeHead(204).end();
  } else {
    response.setHeader('set-cookie', ['a=1', 'b=2']).writeHead(403, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify({ code: 'no' })));
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('Fetch within a time', () => {
  it('resolves with an answer of any status, its headers and its body', async () => {
    const response = await fetchWithin(5_000, at('/'));
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, ['a=1', 'b=2']]);
    expect(await response.json()).toEqual({ code: 'no' });
    expect((await fetchWithin(5_000, at('/nothing'))).status).toBe(204);
  });

  it.each([
    ['that stops half-way', '/half'],
    ['that is still being decompressed', '/huge'],
  ])('rejects in time for an answer %s', async (_what, path) => {
    await expect(fetchWithin(200, at(path))).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
