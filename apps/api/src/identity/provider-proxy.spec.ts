import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@throughline/platform';
import express from 'express';
import { providerProxy } from './provider-proxy.js';

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const log = createLogger('api', { logLevel: 'silent' });

describe('The identity provider, through the portal', () => {
  const provider = createServer(({ url }, response) => {
    if (url !== '/api/v1/frozen') response.end('served');
  });
  const portal = createServer();
  beforeAll(async () => {
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const config = { publicOrigin: 'http://127.0.0.1', proxyHops: 0 };
    portal.on('request', express().use(providerProxy(config, `http://127.0.0.1:${portOf(provider)}`, log, 200)));
    await once(portal.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const server of [portal, provider]) {
      server.closeAllConnections();
      server.close();
    }
  });
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

  it('is not sent a body that it would refuse', async () => {
    const answer = await ask('/api/v1/authn', 'x'.repeat(3_000_000));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'request/too-large' });
  });
});
