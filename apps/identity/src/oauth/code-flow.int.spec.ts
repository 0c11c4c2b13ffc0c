import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import type { Browser } from '../testing/browser.js';
import { ISSUER, PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
let browser: Browser;
let userId: string;
beforeAll(async () => {
  userId = await identity.addUser(LOGIN);
  browser = identity.browser();
  await browser.signInForTokens(LOGIN, PASSWORD);
});

/** Verifies a token like the portal's API: with discovery and the published keys. */
async function claimsOf(token: string, audience: string) {
  const { body: configuration } = await browser.request('GET', '/oauth2/default/.well-known/openid-configuration');
  const keys = createRemoteJWKSet(new URL(configuration.jwks_uri as string), {
    [customFetch]: async (url: string) => {
      const { body } = await browser.request('GET', new URL(url).pathname);
      return Response.json(body);
    },
  });
  const options = { issuer: ISSUER, audience, algorithms: ['RS256'], currentDate: identity.provider.now() };
  return (await jwtVerify(token, keys, options)).payload;
}

describe('Discovery', () => {
  it('names endpoints under the public origin, and S256', async () => {
    const { body } = await browser.request('GET', '/oauth2/default/.well-known/openid-configuration');
    expect(body).toMatchObject({
      issuer: ISSUER,
      jwks_uri: `${ISSUER}/v1/keys`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('publishes no private part of a key', async () => {
    const { body } = await browser.request('GET', '/oauth2/default/v1/keys');
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});

describe('Authorization code flow', () => {
  it('leads from a session to an access token for the API and an id token for the client', async () => {
    const answered = await browser.authorizeByRedirect();
    expect(answered.get('state')).toBe('a-state');
    const { status, body } = await browser.exchange(answered.get('code') ?? '');
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid profile email' });
    expect(body).not.toHaveProperty('state');
    expect(body).not.toHaveProperty('refresh_token');
    const person = { sub: userId, email: LOGIN, preferred_username: LOGIN, name: 'Rosa Ngata' };
    const access = await claimsOf(body.access_token as string, 'api://throughline');
    expect(access).toMatchObject({ ...person, uid: userId, scp: ['openid', 'profile', 'email'] });
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(3600);
    const at_hash = createHash('sha256')
      .update(body.access_token as string)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
    expect(await claimsOf(body.id_token as string, 'throughline-console')).toMatchObject({
      ...person,
      nonce: 'a-nonce',
      at_hash,
    });
  });

  it('includes no name or address unless the scope requests them', async () => {
    const { code = '' } = await browser.authorizeSilently({ scope: 'openid' });
    const { body } = await browser.exchange(code);
    const claims = await claimsOf(body.id_token as string, 'throughline-console');
    expect(claims).not.toHaveProperty('name');
    expect(claims).not.toHaveProperty('email');
  });

  it('gives tokens once per code', async () => {
    const { code = '' } = await browser.authorizeSilently();
    const answers = await Promise.all([browser.exchange(code), browser.exchange(code)]);
    expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'invalid_grant']);
  });

  it.each([
    ['another verifier', { code_verifier: 'another-code-verifier-that-is-long-enough-for-the-rule' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://evil.test/' }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another client', { client_id: 'somebody-else' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('gives no tokens for a code with %s', async (_case, changes, error) => {
    const { code = '' } = await browser.authorizeSilently();
    const { body } = await browser.exchange(code, changes);
    expect(body).toEqual({ error, error_description: expect.any(String) });
  });

  it('gives no tokens a minute later, nor after the session has ended', async () => {
    const own = identity.browser();
    await own.signInForTokens(LOGIN, PASSWORD);
    const late = await own.authorizeSilently();
    identity.pass({ minutes: 1 });
    expect((await own.exchange(late['code'] ?? '')).body.error).toBe('invalid_grant');
    const ended = await own.authorizeSilently();
    await own.request('DELETE', '/api/v1/sessions/me');
    expect((await own.exchange(ended['code'] ?? '')).body.error).toBe('invalid_grant');
  });
});

describe('Authorize', () => {
  it('answers the hidden iframe with a flat message, in a page that only the portal may frame', async () => {
    const answer = await browser.authorize({ prompt: 'none', response_mode: 'okta_post_message' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w-]+'; frame-ancestors 'self'$/,
    );
    expect(answer.headers.has('x-frame-options')).toBe(false);
    expect(await browser.authorizeSilently()).toEqual({ code: expect.any(String), state: 'a-state', iss: ISSUER });
  });

  it('tells the iframe, with the state, that nobody is signed in', async () => {
    expect(await identity.browser().authorizeSilently()).toEqual({
      error: 'login_required',
      error_description: 'The client specified not to prompt, but the user is not logged in.',
      state: 'a-state',
      iss: ISSUER,
    });
  });

  it('escapes the state in the page', async () => {
    const { text } = await browser.authorize({
      response_mode: 'okta_post_message',
      state: '</script><script>alert(1)</script>',
    });
    expect(text).not.toContain('</script><script>');
  });

  it.each([
    ['login_required', { prompt: 'login' }],
    ['login_required', { max_age: '0' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'profile' }],
    ['invalid_scope', { scope: 'openid offline_access' }],
  ])('sends %s back for %j', async (error, changes) => {
    identity.pass({ seconds: 1 });
    const answered = await browser.authorizeByRedirect(changes);
    expect([answered.get('error'), answered.get('state'), answered.get('code')]).toEqual([error, 'a-state', null]);
  });

  it.each([
    ['an unknown client', { client_id: 'somebody-else' }],
    ['another redirect address', { redirect_uri: 'http://portal.test.evil.test/login/callback' }],
    ['no state', { state: undefined }],
    ['an unknown response mode', { response_mode: 'fragment' }],
  ])('redirects nowhere for %s', async (_case, changes) => {
    const answer = await browser.authorize(changes);
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
    expect(answer.body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
  });
});

describe('Userinfo', () => {
  const userinfo = (token: string) =>
    browser.request('GET', '/oauth2/default/v1/userinfo', { headers: { authorization: `Bearer ${token}` } });

  it('returns the holder of an access token until it expires', async () => {
    const own = identity.browser();
    const { access_token } = await own.signInForTokens(LOGIN, PASSWORD);
    expect((await userinfo(access_token)).body).toMatchObject({ sub: userId, email: LOGIN });
    identity.pass({ hours: 1 });
    expect((await userinfo(access_token)).status).toBe(401);
  });

  it('does not accept an id token', async () => {
    const { id_token } = await identity.browser().signInForTokens(LOGIN, PASSWORD);
    const { status, body } = await userinfo(id_token);
    expect([status, body.error]).toEqual([401, 'invalid_token']);
  });
});

describe('Any other path', () => {
  it('answers E0000007', async () => {
    for (const path of ['/api/v1/authn/factors', '/oauth2/default/v1/par', '/']) {
      const { status, body } = await browser.request('GET', path);
      expect([status, body.errorCode, body.errorCauses]).toEqual([404, 'E0000007', []]);
    }
  });

  it('answers E0000003 to a body that is no JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await browser.request('POST', '/api/v1/authn', { form: { not: 'json' }, headers });
    expect([status, body.errorCode]).toEqual([400, 'E0000003']);
  });
});
