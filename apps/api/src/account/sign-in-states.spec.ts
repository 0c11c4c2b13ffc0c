import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@throughline/contracts';
import { createLogger } from '@throughline/platform';
import { SignInStates } from './sign-in-states.js';

describe('Whether people can sign in', () => {
  let status = 200;
  let calls: string[] = [];
  const provider = createServer(({ url = '' }, response) => {
    calls.push(new URL(url, 'http://provider.test').searchParams.get('filter') ?? '');
    const known = [
      { id: 'ana', status: 'PROVISIONED' },
      { id: 'ben', status: 'LOCKED_OUT' },
    ];
    response.writeHead(status).end(JSON.stringify(known));
  });
  beforeAll(() => once(provider.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    [status, calls] = [200, []];
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const statesOf = async (...ids: string[]) => {
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const states = new SignInStates({ url, token: 'token' }, createLogger('api', { logLevel: 'silent' }));
    return (await states.of(ids.map((id) => ({ id }) as User))).map(({ signInState }) => signInState);
  };

  it('is asked of the provider by one call for all of them', async () => {
    expect(await statesOf('ana', 'ben', 'unknown')).toEqual(['invited', 'locked', null]);
    expect(calls).toEqual(['id eq "ana" or id eq "ben" or id eq "unknown"']);
  });

  it('is not known while the provider fails, and of nobody it is not asked', async () => {
    status = 503;
    expect(await statesOf('ana', 'ben')).toEqual([null, null]);
    expect(await statesOf()).toEqual([]);
    expect(calls).toHaveLength(1);
  });
});
