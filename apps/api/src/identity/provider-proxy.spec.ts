import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@throughline/platform';
import express from 'express';
import { until } from '../testing/until.js';
import { providerProxy } from './provider-proxy.js';

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const log = createLogger('api', { logLevel: 'silent' });

describe('The identity provider, through the portal', () => {
  /** Requests that wait until the spec lets the provider answer them. */
  const held: ServerResponse[] = [];
  const provider = createServer((request, response) => {
    if (request.url === '/api/v1/echo') request.pipe(response);
    else if (request.url === '/api/v1/headers')
      void text(request).then((body) => response.end(JSON.stringify({ headers: request.headers, body })));
    else if (request.url === '/api/v1/held') held.push(response);
    else if (request.url !== '/api/v1/frozen') response.end('served');
  });
  /** Waits so long that no request of a busy machine is given up. */
  const portal = createServer();
  const impatientPortal = createServer();
  beforeAll(async () => {
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const config = { publicOrigin: 'http://127.0.0.1', proxyHops: 0 };
    const to = `http://127.0.0.1:${portOf(provider)}`;
    const proxy = (limits: object) => express().use(providerProxy(config, to, log, { maxOpen: 20, ...limits }));
    portal.on('request', proxy({ timeoutMs: 120_000, bodyTimeoutMs: 120_000 }));
    impatientPortal.on('request', proxy({ timeoutMs: 1_000, bodyTimeoutMs: 300 }));
    for (const server of [portal, impatientPortal]) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const server of [portal, impatientPortal, provider]) {
      server.closeAllConnections();
      server.close();
    }
  });
  const sendInParts = (parts: readonly string[], to = portal) => {
    const socket = connect(portOf(to), '127.0.0.1');
    const head = ['POST /api/v1/echo HTTP/1.1', 'host: a', 'connection: close', 'transfer-encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    return text(socket);
  };
  const ask = (path: string, body?: string, to = portal) =>
    fetch(`http://127.0.0.1:${portOf(to)}${path}`, body === undefined ? {} : { method: 'POST', body });

  it('answers its own requests', async () => {
    expect(await (await ask('/api/v1/authn', '{}')).text()).toBe('served');
  });

  it('is answered as unavailable if it does not respond in time', async () => {
    const answer = await ask('/api/v1/frozen', undefined, impatientPortal);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'identity/unavailable' });
  });

  it('is sent a body that arrives in parts as a whole', async () => {
    expect(await (await ask('/api/v1/echo', '{"a":1}')).text()).toBe('{"a":1}');
    expect(await sendInParts(['4\r\n{"a"\r\n', '3\r\n:1}\r\n', '0\r\n\r\n'])).toMatch(/^HTTP\/1\.1 200 [^]*\{"a":1\}/);
  });

  it.each([
    ['Expect', ['expect: 100-continue']],
    ['Expect of an old client', ['expect: 100-continue'], '1.0'],
    ['Expect, after a comma', ['expect: x, 100-continue']],
    ['Connection', ['connection: close, x-forwarded-for, x-forwarded-host, content-length, host']],
    ['Trailer', ['trailer: x-forwarded-for']],
    ['TE', ['te: trailers, chunked']],
    ['Keep-Alive', ['keep-alive: timeout=1']],
    ['Proxy-Connection', ['proxy-connection: x-forwarded-for']],
    ['Forwarded', ['forwarded: for=9.9.9.9;host=evil.example']],
    ['X-Real-IP', ['x-real-ip: 9.9.9.9']],
    ['X-Forwarded-Port', ['x-forwarded-port: 9999']],
    ['X-Forwarded-For, twice', ['x-forwarded-for: 9.9.9.9', 'X-Forwarded-For: 8.8.8.8']],
  ])('is sent the whole body and the true address, whatever a client says by %s', async (_, lines, version = '1.1') => {
    const forged = ['x-forwarded-for: 9.9.9.9', 'x-forwarded-host: evil.example', 'x-forwarded-proto: gopher'];
    const head = [`POST /api/v1/headers HTTP/${version}`, 'host: a', 'content-length: 7', ...forged, ...lines];
    const socket = connect(portOf(portal), '127.0.0.1');
    socket.write(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n{"a":1}`);
    const received = JSON.parse(/\{.*/.exec(await text(socket))?.[0] ?? '{}') as { headers: object; body: string };
    expect(received).toEqual({
      body: '{"a":1}',
      headers: {
        host: 'a',
        connection: 'close',
        'content-length': '7',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': '127.0.0.1',
        'x-forwarded-proto': 'http',
      },
    });
  });

  it('is not sent what only begins with the name of one of its paths', async () => {
    expect((await ask('/api/v1x/headers', '{}')).status).toBe(404);
  });

  it('is not reached by more requests of one address than may be open', async () => {
    const ask20 = () => Array.from({ length: 20 }, () => ask('/api/v1/held'));
    const open = ask20();
    await until(() => held.length === 20);
    const refused = await Promise.all(ask20());
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(429));
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(20).fill('1'));
    expect(await refused[0]?.json()).toMatchObject({ code: 'request/too-many' });
    expect(held).toHaveLength(20);
    for (const response of held) response.end('served');
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await ask('/api/v1/authn', '{}')).status).toBe(200);
  });

  it('is reached while a machine behind the same address leaves its bodies half-sent', async () => {
    const unfinished = Array.from({ length: 40 }, () => sendInParts(['4\r\n'], impatientPortal));
    expect((await ask('/api/v1/authn', '{}', impatientPortal)).status).toBe(200);
    for (const answer of await Promise.all(unfinished)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is not blamed for a caller that does not finish the body', async () => {
    const warned = jest.spyOn(log, 'warn');
    expect(await sendInParts(['4\r\n{"a"\r\n'], impatientPortal)).toMatch(
      /^HTTP\/1\.1 408 .*connection: close.*request\/timeout/is,
    );
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('is not sent a body that it would refuse', async () => {
    const answer = await ask('/api/v1/authn', 'x'.repeat(3_000_000));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'request/too-large' });
  });
});
