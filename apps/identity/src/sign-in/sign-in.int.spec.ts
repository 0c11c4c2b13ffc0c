import { describe, expect, it, jest } from '@jest/globals';
import type { Answer } from '../testing/browser.js';
import { PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();

const outcomeOf = ({ status, body }: Answer) => [status, body.errorCode ?? body.status, body.errorSummary];
const FAILED = [401, 'E0000004', 'Authentication failed'];

describe('Signing in', () => {
  it('answers SUCCESS with a session token for five minutes', async () => {
    const id = await identity.addUser('ok@plan.example');
    const { status, body } = await identity.browser().signIn('ok@plan.example', PASSWORD);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'SUCCESS',
      expiresAt: new Date(identity.provider.now().getTime() + 300_000).toISOString(),
      _embedded: { user: { id, profile: { login: 'ok@plan.example', firstName: 'Rosa', lastName: 'Ngata' } } },
    });
    expect(body.sessionToken).toEqual(expect.any(String));
    expect(body.stateToken).toBeUndefined();
  });

  it('accepts a password in any Unicode normal form', async () => {
    await identity.addUser('accent@plan.example', 'Caf\u00e9-au-lait1!');
    expect((await identity.browser().signIn('accent@plan.example', 'Cafe\u0301-au-lait1!')).status).toBe(200);
  });

  it('gives the same answer, after the same work, for a wrong password and for an unknown user', async () => {
    await identity.addUser('somebody@plan.example');
    const verify = jest.spyOn(identity.provider.passwords, 'verify');
    expect(outcomeOf(await identity.browser().signIn('somebody@plan.example', 'Wr0ng-password!'))).toEqual(FAILED);
    expect(outcomeOf(await identity.browser().signIn('nobody@plan.example', 'Wr0ng-password!'))).toEqual(FAILED);
    expect(verify.mock.calls.map(([stored]) => typeof stored)).toEqual(['string', 'undefined']);
    verify.mockRestore();
  });

  it('refuses a request without credentials, and one of an unknown transaction', async () => {
    const browser = identity.browser();
    const send = async (json: unknown) => outcomeOf(await browser.request('POST', '/api/v1/authn', { json }));
    expect((await send({ username: 'ok@plan.example' })).slice(0, 2)).toEqual([400, 'E0000001']);
    expect(await send({ stateToken: 'x' })).toEqual([401, 'E0000011', 'Invalid token provided']);
    expect(await send({ token: 'x' })).toEqual([401, 'E0000011', 'Invalid token provided']);
  });
});

describe('Signing in, in the log', () => {
  it('leaves the route and status, and nothing personal', async () => {
    await identity.addUser('private@plan.example');
    await identity.browser().signInForTokens('private@plan.example', PASSWORD);
    const lines = identity.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', route: '/api/v1/authn', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ route: '/oauth2/default/v1/authorize', status: 200 }));
    const all = identity.logged.join('');
    for (const secret of ['private@', PASSWORD, 'sessionToken', 'code=', 'Ngata', '203.0.113']) {
      expect(all).not.toContain(secret);
    }
  });
});
