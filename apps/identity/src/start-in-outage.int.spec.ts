import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { freePort, testDatabase } from '@throughline/platform/testing';
import { startProvider } from './testing/provider-process.js';
import { newUser, PASSWORD } from './testing/running-identity.js';

const LOGIN = 'rosa@plan.example';

/** A server that the specs start at that port, through which PostgreSQL is reached again. */
async function bringBack(url: string, port: number) {
  const { hostname, port: realPort } = new URL(url);
  const server = createServer((socket) => {
    const upstream = connect(Number(realPort), hostname);
    socket.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => socket.destroy()).pipe(socket);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

describe('A provider that starts while PostgreSQL is away', () => {
  it('answers with an outage in Okta’s form, and serves as soon as its tables are ready', async () => {
    const url = new URL(await testDatabase());
    const behind = url.href;
    const port = await freePort();
    Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
    const { provider, ask } = await startProvider(url.href);
    await once(provider, 'message');
    for (const [method, path] of [
      ['POST', '/api/v1/authn'],
      ['GET', '/oauth2/default/v1/keys'],
      ['GET', '/health/ready'],
    ] as const) {
      const answer = await ask(method, path);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
        503,
        '5',
        expect.objectContaining({ errorCode: 'E0000009', errorSummary: 'Service Unavailable', errorCauses: [] }),
      ]);
    }

    const isReady = once(provider, 'message');
    const postgres = await bringBack(behind, port);
    await isReady;
    expect((await ask('GET', '/health/ready')).status).toBe(200);
    expect((await ask('POST', '/api/v1/users?activate=true', newUser(LOGIN))).status).toBe(200);
    const signedIn = await ask('POST', '/api/v1/authn', { username: LOGIN, password: PASSWORD });
    expect(await signedIn.json()).toMatchObject({ status: 'SUCCESS' });

    const ended = once(provider, 'exit');
    provider.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    postgres.close();
  });
});

describe('A provider whose database does not exist', () => {
  it('ends, and says why', async () => {
    const url = new URL(await testDatabase());
    url.pathname = '/nowhere';
    const { provider } = await startProvider(url.href);
    const said = text(provider.stderr!);
    const listening: unknown[] = [];
    provider.on('message', (message) => listening.push(message));
    expect(await once(provider, 'exit')).toEqual([1, null]);
    expect(await said).toBe('database "nowhere" does not exist\n');
    expect(listening).toEqual([]);
  });
});
