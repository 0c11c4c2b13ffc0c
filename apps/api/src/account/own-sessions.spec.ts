import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  const sessions = () => {
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    return new OwnSessions({ url, token: 'token' }, createLogger('api', { logLevel: 'silent' }));
  };

  it('of the caller is ended, and the request may be repeated', async () => {
    const own = sessions();
    await own.end('ana', 'own');
    expect([...open.keys()]).toEqual(['other']);
    await expect(own.end('ana', 'own')).resolves.toBeUndefined();
    await expect(own.end('ben', 'own')).rejects.toMatchObject({ status: 404 });
  });

  it.each(['other', 'invented', 'own'])('that is not an open one of the caller is not found: %s', async (id) => {
    await expect(sessions().end('ana', id)).rejects.toMatchObject({ status: 404, code: 'session/not-found' });
    expect(open.has('other')).toBe(true);
  });
});
