import { afterAll, describe, expect, it } from '@jest/globals';
import { methodOf, pathOf, ROUTES } from '@throughline/contracts';
import { startApi } from '../testing/api-under-test.js';

const api = await startApi();
afterAll(() => api.close());

const ask = (method: string, path: string) =>
  fetch(`${api.origin}/api${path}`, { method, headers: { 'content-type': 'application/json' } });

/** A path of the route, with a parameter value that occurs in no other path. */
const addressOf = (route: (typeof ROUTES)[number]) => pathOf(route).replaceAll(/\{\w+\}/g, '1-1');
const ADDRESSES = [...new Set(ROUTES.map(addressOf))];
const statedAt = (address: string) =>
  ROUTES.filter((route) => addressOf(route) === address)
    .map(methodOf)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

describe('An address of the API', () => {
  it.each(ADDRESSES)(
    '%s is answered with 405 and its methods under every other method, and under no other',
    async (path) => {
      const stated = statedAt(path);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
        const { status, headers } = await ask(method, path);
        const allowed = status === 405 ? headers.get('allow')?.split(', ').sort() : null;
        expect([method, allowed]).toEqual([method, stated.includes(method) ? null : stated.sort()]);
      }
    },
  );

  it.each([
    ['DELETE', '/referrals/referral/1', 'GET, HEAD'],
    ['GET', '/referrals/create', 'POST'],
    ['HEAD', '/notes/create', 'POST'],
    ['GET', '/Notes/Create/', 'POST'],
    ['PUT', '/internal-notes/read', 'POST'],
    ['PUT', '/users/user/views/', 'GET, HEAD, POST'],
    ['PATCH', '/Internal-Notes/1-1', 'PUT'],
    ['POST', '/docs.json', 'GET, HEAD'],
  ] as const)('that has other methods than %s names them: %s', async (method, path, allowed) => {
    const answer = await ask(method, path);
    expect({ status: answer.status, allowed: answer.headers.get('allow') }).toEqual({ status: 405, allowed });
    if (method !== 'HEAD')
      expect(await answer.json()).toMatchObject({ success: false, data: null, code: 'request/method-not-allowed' });
  });
});
