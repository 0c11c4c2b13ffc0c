import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@throughline/platform';
import express from 'express';
import { providerProxy } from './provider-proxy.js';

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const log = createLogger('api', { logLevel: 'silent' });

describe('The identity provider, through the portal', () => {
  const warned = jest.spyOn(log, 'warn');
  const provider = createServer((request, response) => {
    if (request.url === '/api/v1/echo') request.pipe(response);
    else if (request.url !== '/api/v1/frozen') response.end('served');
  });
  const portal = createServer();
  beforeAll(async () => {
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const config = { publicOrigin: 'http://127.0.0.1', proxyHops: 0 };
    const limits = { timeoutMs: 200, bodyTimeoutMs: 1_000 };
    const proxy = providerProxy(config, `http://127.0.0.1:${portOf(provider)}`, log, limits);
    portal.on('request', express().use(proxy));
    await once(portal.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const server of [portal, provider]) {
      server.closeAllConnections();
      server.close();
    }
  });
  const sendInParts = (...parts: readonly string[]) => {
    const socket = connect(portOf(portal), '127.0.0.1');
    const head = ['POST /api/v1/echo HTTP/1.1', 'host: a', 'connection: close', 'transfer-encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    return text(socket);
  };
  const ask = (path: string, body?: string) =>
    fetch(`http://127.0.0.1:${portOf(portal)}${path}`, body === undefined ? {} : { method: 'POST', body });

  it('answers its own requests', async () => {
    expect(await (await ask('/api/v1/authn', '{}')).text()).toBe('served');
  });

  it('is answered as unavailable if it does not respond in time', async () => {
    const answer = await ask('/api/v1/frozen');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'identity/unavailable' });
  });

  it('is sent a body that arrives in parts as a whole', async () => {
    expect(await (await ask('/api/v1/echo', '{"a":1}')).text()).toBe('{"a":1}');
    expect(await sendInParts('4\r\n{"a"\r\n', '3\r\n:1}\r\n', '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*\{"a":1\}/);
  });

  it('is not blamed for a caller that does not finish the body', async () => {
    warned.mockClear();
    expect(await sendInParts('4\r\n{"a"\r\n')).toMatch(/^HTTP\/1\.1 408 .*connection: close.*request\/timeout/is);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is not sent a body that it would refuse', async () => {
    const answer = await ask('/api/v1/authn', 'x'.repeat(3_000_000));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'request/too-large' });
  });
});
