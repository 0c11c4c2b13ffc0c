import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@throughline/event-store';
import { createLogger } from '@throughline/platform';
import { OwnSessions } from './own-sessions.js';

describe('A session', () => {
  const open = new Map([
    ['own', 'ana'],
    ['other', 'ben'],
  ]);
  const provider = createServer(({ method, url = '' }, response) => {
    const [userId] = /(?<=users\/)\w+/.exec(url) ?? [];
    const [sessionId = ''] = /(?<=sessions\/)\w+/.exec(url) ?? [];
    if (method === 'DELETE') return response.writeHead(open.delete(sessionId) ? 204 : 404).end();
    const sessions = [...open].filter(([, owner]) => owner === userId).map(([id]) => ({ id }));
    return response.end(JSON.stringify(sessions));
  });
  beforeAll(() => once(provider.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const sessions = (store = { head: () => Promise.resolve(7) }) => {
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    return new OwnSessions({ url, token: 'token' }, store, createLogger('api', { logLevel: 'silent' }));
  };

  it('of the caller is ended', async () => {
    expect(await sessions().end('ana', 'own')).toMatchObject({ data: null, position: 7, isRecorded: false });
    expect([...open.keys()]).toEqual(['other']);
  });

  it('is not ended while the log cannot be reached, so that a repeated request finds it', async () => {
    const before = [...open.keys()];
    const own = sessions({ head: () => Promise.reject(new StoreUnavailable('not-written')) });
    await expect(own.end('ben', 'other')).rejects.toThrow(StoreUnavailable);
    expect([...open.keys()]).toEqual(before);
  });

  it.each(['other', 'invented', 'own'])('that is not an open one of the caller is not found: %s', async (id) => {
    await expect(sessions().end('ana', id)).rejects.toMatchObject({ status: 404, code: 'session/not-found' });
    expect(open.has('other')).toBe(true);
  });
});
