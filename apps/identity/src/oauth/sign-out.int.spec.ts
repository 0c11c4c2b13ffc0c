import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Browser, Tokens } from '../testing/browser.js';
import { PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
let browser: Browser;
let tokens: Tokens;
let userId: string;
beforeAll(async () => {
  userId = await identity.addUser(LOGIN);
});
beforeEach(async () => {
  browser = identity.browser();
  tokens = await browser.signInForTokens(LOGIN, PASSWORD);
});

const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` });
const revoke = (token: string, headers: object) =>
  browser.request('POST', '/oauth2/default/v1/revoke', { form: { token_type_hint: 'access_token', token }, headers });
const introspect = (token: string, client_id = 'throughline-console') =>
  browser.request('POST', '/oauth2/default/v1/introspect', { form: { token, client_id } });
const logout = (parameters: Record<string, string>) =>
  browser.request('GET', `/oauth2/default/v1/logout?${new URLSearchParams(parameters).toString()}`);

describe('Revoking', () => {
  it.each(['throughline-console', 'throughline-console:'])('revokes the token for Basic %s', async (credentials) => {
    expect((await introspect(tokens.access_token)).body).toMatchObject({ active: true, scope: 'openid profile email' });
    const answer = await revoke(tokens.access_token, basic(credentials));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await introspect(tokens.access_token)).body).toEqual({ active: false });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await browser.request('GET', '/oauth2/default/v1/userinfo', { headers })).status).toBe(401);
  });

  it('answers 200 twice, and for an unknown token', async () => {
    for (const token of [tokens.access_token, tokens.access_token, 'never-was']) {
      expect((await revoke(token, basic('throughline-console'))).status).toBe(200);
    }
  });

  it('is for the client only', async () => {
    const { status, body } = await revoke(tokens.access_token, basic('somebody-else'));
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect((await introspect(tokens.access_token)).body.active).toBe(true);
  });
});

describe('Introspection', () => {
  const isActive = async () => (await introspect(tokens.access_token)).body.active as boolean;

  it('reports that a token ends with its own session only', async () => {
    const other = identity.browser();
    const { access_token } = await other.signInForTokens(LOGIN, PASSWORD);
    expect(await isActive()).toBe(true);
    await browser.request('DELETE', '/api/v1/sessions/me');
    expect((await introspect(tokens.access_token)).body).toEqual({ active: false });
    expect((await introspect(access_token)).body.active).toBe(true);
  });

  it('reports that a renewed session continues, and that another has expired', async () => {
    await browser.authorizeSilently();
    expect(await isActive()).toBe(true);
    await identity.provider.db
      .updateTable('sso_session')
      .set({ last_used_at: new Date(0) })
      .execute();
    expect(await isActive()).toBe(false);
  });

  it('reports that a token ends with the account', async () => {
    const id = await identity.addUser('leaves@plan.example');
    const { access_token } = await identity.browser().signInForTokens('leaves@plan.example', PASSWORD);
    expect((await introspect(access_token)).body.active).toBe(true);
    expect((await identity.manage('POST', `/api/v1/users/${id}/lifecycle/deactivate`)).status).toBe(200);
    expect((await introspect(access_token)).body).toEqual({ active: false });
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await browser.request('GET', '/oauth2/default/v1/userinfo', { headers })).status).toBe(401);
    expect((await identity.browser().signIn('leaves@plan.example', PASSWORD)).status).toBe(401);
    expect((await identity.manage('POST', '/api/v1/users/nobody/lifecycle/deactivate')).status).toBe(404);
  });

  it('is for the client only', async () => {
    const { status, body } = await introspect(tokens.access_token, 'somebody-else');
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('Logging out', () => {
  it('ends the session, goes back to the portal, and leaves nobody signed in', async () => {
    const answer = await logout({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'http://portal.test/',
      state: 's',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://portal.test/?state=s']);
    expect(browser.session).toBeUndefined();
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
  });

  it('ends the session at the provider, not only the cookie', async () => {
    const { session } = browser;
    await logout({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'http://portal.test/' });
    browser.session = session;
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
  });

  it('leaves the session alone when the id token is somebody else’s', async () => {
    await identity.addUser('eve@plan.example');
    const others = await identity.browser().signInForTokens('eve@plan.example', PASSWORD);
    const answer = await logout({ id_token_hint: others.id_token, post_logout_redirect_uri: 'http://portal.test/' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://portal.test/']);
    expect(await browser.authorizeSilently()).toHaveProperty('code');
  });

  it('accepts an id token that has expired', async () => {
    identity.pass({ hours: 1, minutes: 30 });
    const answer = await logout({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'http://portal.test/' });
    expect(answer.status).toBe(303);
  });

  it('redirects nowhere else, and does nothing without an id token of the client', async () => {
    const home = 'http://portal.test/';
    for (const parameters of [
      { id_token_hint: tokens.id_token, post_logout_redirect_uri: 'http://evil.test/' },
      { id_token_hint: tokens.access_token, post_logout_redirect_uri: home },
      { id_token_hint: 'invented', post_logout_redirect_uri: home },
      { id_token_hint: '', post_logout_redirect_uri: home },
    ]) {
      expect((await logout(parameters)).status).toBe(400);
    }
    expect(await browser.authorizeSilently()).toHaveProperty('code');
  });
});

describe('The list of ended tokens, which the API polls,', () => {
  /** The ids in a token that are reported as ended. */
  const endedIdsOf = async (token: string) => {
    const { sid, jti } = decodeJwt(token);
    const { body } = await browser.request('GET', '/ended-tokens');
    const ended = new Set(body.ended as string[]);
    return Object.entries({ sid, jti }).flatMap(([name, id]) => (ended.has(id as string) ? [name] : []));
  };

  it.each<[string, string[], () => Promise<unknown>]>([
    ['nothing while a session goes on', [], () => browser.authorizeSilently()],
    ['of a token that was revoked', ['jti'], () => revoke(tokens.access_token, basic('throughline-console'))],
    ['of a sign-out', ['sid'], () => browser.request('DELETE', '/api/v1/sessions/me')],
    [
      'of a person who was suspended',
      ['sid'],
      () => identity.manage('POST', `/api/v1/users/${userId}/lifecycle/suspend`),
    ],
  ])('%s', async (_, ids, act) => {
    const other = await identity.browser().signInForTokens(LOGIN, PASSWORD);
    await act();
    expect(await endedIdsOf(tokens.access_token)).toEqual(ids);
    if (ids.includes('jti')) expect(await endedIdsOf(other.access_token)).toEqual([]);
  });
});
