import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import type { Browser } from './testing/browser.js';
import { ISSUER, PASSWORD, runIdentity } from './testing/running-identity.js';

/* Attacks against the provider, one by one: those of RFC 9700 (OAuth 2.0 security) by section, then those against sign-in and recovery. */

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
const EVE = 'eve@plan.example';
const REDIRECT_URI = 'http://portal.test/login/callback';
const OAUTH = '/oauth2/default/v1';
const VERIFIER_OF_EVE = 'the-code-verifier-that-somebody-else-has-made-up-herself';

let browser: Browser;
beforeAll(async () => {
  await identity.addUser(LOGIN);
  await identity.addUser(EVE);
});
beforeEach(async () => {
  browser = identity.browser();
  await browser.signInForTokens(LOGIN, PASSWORD);
});

const introspect = async (token: string): Promise<boolean> =>
  (await browser.request('POST', `${OAUTH}/introspect`, { form: { token, client_id: 'throughline-console' } })).body
    .active as boolean;

describe('RFC 9700 §4.1: an open or inexact redirect address', () => {
  it.each([
    'http://evil.test/login/callback',
    'http://portal.test.evil.test/login/callback',
    'http://portal.test@evil.test/login/callback',
    'https://portal.test/login/callback',
    'http://portal.test:8080/login/callback',
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?next=http://evil.test`,
    `${REDIRECT_URI}#fragment`,
    'http://portal.test/login/callback/../../open?to=http://evil.test',
    'http://PORTAL.test/login/callback',
    'http://portal.test/login/%63allback',
    'javascript:alert(1)',
  ])('sends no code and no error to %s', async (redirect_uri) => {
    for (const response_mode of ['query', 'okta_post_message']) {
      const answer = await browser.authorize({ redirect_uri, response_mode });
      expect([answer.status, answer.headers.has('location'), answer.text.includes('postMessage')]).toEqual([
        400,
        false,
        false,
      ]);
    }
  });

  it('signs out to the registered address only', async () => {
    const { id_token } = await browser.signInForTokens(LOGIN, PASSWORD);
    for (const post_logout_redirect_uri of [
      'http://evil.test/',
      'http://portal.test/?to=http://evil.test',
      '//evil.test',
    ]) {
      const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri });
      const answer = await browser.request('GET', `${OAUTH}/logout?${query.toString()}`);
      expect([answer.status, answer.headers.has('location')]).toEqual([400, false]);
    }
  });
});

describe('RFC 9700 §4.2 and §4.3: credentials that leak by referrer, history or cache', () => {
  it('are in no answer that is kept or passed on', async () => {
    for (const answer of [
      await browser.authorize(),
      await browser.authorize({ prompt: 'none', response_mode: 'okta_post_message' }),
      await browser.signIn(LOGIN, PASSWORD),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('are no tokens in an address: the implicit flow and the fragment are refused', async () => {
    for (const response_type of ['token', 'id_token', 'id_token token', 'code token', 'code id_token']) {
      expect((await browser.authorizeByRedirect({ response_type })).get('error')).toBe('unsupported_response_type');
    }
    expect((await browser.authorize({ response_mode: 'fragment' })).status).toBe(400);
  });

  it('are no access tokens in a query', async () => {
    const { access_token } = await browser.signInForTokens(LOGIN, PASSWORD);
    expect((await browser.request('GET', `${OAUTH}/userinfo?access_token=${access_token}`)).status).toBe(401);
  });
});

describe('RFC 9700 §4.4: mix-up', () => {
  it('is noticed by the issuer in every answer, codes and errors alike', async () => {
    expect((await browser.authorizeByRedirect()).get('iss')).toBe(ISSUER);
    expect((await browser.authorizeByRedirect({ scope: 'profile' })).get('iss')).toBe(ISSUER);
    expect((await browser.authorizeSilently())['iss']).toBe(ISSUER);
    const { body } = await browser.request('GET', '/oauth2/default/.well-known/openid-configuration');
    expect(body.authorization_response_iss_parameter_supported).toBe(true);
  });
});

describe('RFC 9700 §4.5: code injection and replay', () => {
  it('fails with the code of another: it belongs to the verifier of who asked for it', async () => {
    const { code = '' } = await browser.authorizeSilently();
    expect((await identity.browser().exchange(code, { code_verifier: VERIFIER_OF_EVE })).body.error).toBe(
      'invalid_grant',
    );
    // The failed attempt has used the code up.
    expect((await browser.exchange(code)).body.error).toBe('invalid_grant');
  });

  it('takes back the token that a code was redeemed for when it comes again', async () => {
    const { code = '' } = await browser.authorizeSilently();
    const { body } = await browser.exchange(code);
    expect(await introspect(body.access_token)).toBe(true);
    expect((await identity.browser().exchange(code)).body.error).toBe('invalid_grant');
    expect(await introspect(body.access_token)).toBe(false);
  });

  it('fails when the redirect address or the client differ from those that asked', async () => {
    for (const changes of [{ redirect_uri: 'http://evil.test/' }, { client_id: 'evil' }]) {
      const { code = '' } = await browser.authorizeSilently();
      expect((await browser.exchange(code, changes)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('RFC 9700 §4.7: CSRF', () => {
  it('cannot leave the state out, nor have it changed', async () => {
    expect((await browser.authorize({ state: undefined })).status).toBe(400);
    expect((await browser.authorize({ state: '' })).status).toBe(400);
    const state = 'a state & with=everything#in?it';
    expect((await browser.authorizeByRedirect({ state })).get('state')).toBe(state);
  });

  it('cannot sign a browser in as another with a session token in a link', async () => {
    const { body } = await identity.browser().signIn(EVE, PASSWORD);
    browser.asksFrom = 'cross-site';
    expect((await browser.authorizeByRedirect({ sessionToken: body.sessionToken })).get('error')).toBe(
      'login_required',
    );
    expect((await browser.request('GET', '/api/v1/sessions/me')).body.login).toBe(LOGIN);
  });

  it('cannot sign a browser in by a form, which sends no JSON', async () => {
    for (const path of ['authn', 'authn/introspect', 'authn/recovery/password', 'authn/recovery/token']) {
      const text = JSON.stringify({ username: LOGIN, password: PASSWORD });
      const answer = await browser.request('POST', `/api/v1/${path}`, {
        text,
        headers: { 'content-type': 'text/plain' },
      });
      expect([path, answer.status]).toEqual([path, expect.any(Number)]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('cannot sign out with the id token of another person', async () => {
    const { id_token } = await identity.browser().signInForTokens(EVE, PASSWORD);
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: 'http://portal.test/' });
    await browser.request('GET', `${OAUTH}/logout?${query.toString()}`);
    expect((await browser.request('GET', '/api/v1/sessions/me')).status).toBe(200);
  });
});

describe('RFC 9700 §4.8: PKCE downgrade', () => {
  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['an empty challenge', { code_challenge: '' }],
    ['the method plain', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: undefined }],
  ])('gives no code for %s', async (_case, changes) => {
    const answered = await browser.authorizeByRedirect(changes);
    expect([answered.get('error'), answered.get('code')]).toEqual(['invalid_request', null]);
  });

  it('gives no token without a verifier, or for one that is too short or too long', async () => {
    const { code = '' } = await browser.authorizeSilently();
    const form = {
      grant_type: 'authorization_code',
      client_id: 'throughline-console',
      redirect_uri: REDIRECT_URI,
      code,
    };
    expect((await browser.request('POST', `${OAUTH}/token`, { form })).body.error).toBe('invalid_request');
    for (const code_verifier of ['', 'x'.repeat(42), 'x'.repeat(129)]) {
      expect((await browser.exchange(code, { code_verifier })).body.error).toBe('invalid_request');
    }
    expect((await browser.exchange(code)).status).toBe(200);
  });
});

describe('RFC 9700 §4.11: an open redirector', () => {
  it('is no answer to an error: unknown clients are told here', async () => {
    const answer = await browser.authorize({ client_id: 'evil', redirect_uri: 'http://evil.test/' });
    expect([answer.status, answer.headers.has('location')]).toEqual([400, false]);
  });

  it('is no answer to a form: after a POST the browser follows with GET (§4.12)', async () => {
    expect((await browser.authorize()).status).toBe(303);
  });
});

describe('RFC 9700 §4.16: clickjacking', () => {
  it('is of no use: no page may be framed by another site, and the one that is framed has nothing to click', async () => {
    for (const path of ['/api/v1/authn/browser/x', '/api/v1/sessions/me', `${OAUTH}/authorize`]) {
      const { headers } = await browser.request('GET', path);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
    const framed = await browser.authorize({ prompt: 'none', response_mode: 'okta_post_message' });
    expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(framed.text).not.toMatch(/<(a|button|form|input)/);
  });

  it('and no message goes to another origin (§4.17)', async () => {
    const { text } = await browser.authorize({ prompt: 'none', response_mode: 'okta_post_message' });
    expect(text).toContain(', "http://portal.test")');
    expect(text).not.toContain('"*"');
  });
});

describe('RFC 9700 §2.4: passwords as a grant', () => {
  it.each(['password', 'client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'])(
    'gives nothing for %s',
    async (grant_type) => {
      const form = { grant_type, client_id: 'throughline-console', username: LOGIN, password: PASSWORD };
      expect((await browser.request('POST', `${OAUTH}/token`, { form })).body.error).toBe('unsupported_grant_type');
    },
  );
});

describe('A forged token (RFC 8725)', () => {
  const userinfo = async (token: string) =>
    (await browser.request('GET', `${OAUTH}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('is refused: unsigned, signed with the published key as a secret, or of another issuer or audience', async () => {
    const { access_token } = await browser.signInForTokens(LOGIN, PASSWORD);
    const claims = decodeJwt(access_token);
    const { kid, key } = await identity.provider.keys.signer();
    const published = JSON.stringify((await identity.provider.keys.published()).keys[0]);
    const signed = (changed: object) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
    expect(await userinfo(await signed({}))).toBe(200);
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(published)),
      await signed({ iss: 'http://evil.test' }),
      await signed({ aud: 'throughline-console' }),
      await signed({ sub: '00uanother' }),
      await signed({ sid: 'another' }),
      await signed({ exp: 1 }),
    ];
    for (const token of forged) expect(await userinfo(token)).toBe(401);
  });
});

describe('A state token', () => {
  it('is no session: it opens nothing but its own transaction, and not the second factor of another', async () => {
    await identity.addUserWithPhone('victim@plan.example');
    const id = await identity.addUserWithPhone('attacker@plan.example');
    const own = identity.browser();
    const victim = (await identity.browser().signIn('victim@plan.example', PASSWORD)).body;
    const attacker = (await own.signIn('attacker@plan.example', PASSWORD)).body;
    const verify = (factorId: string, json: object) =>
      own.request('POST', `/api/v1/authn/factors/${factorId}/verify`, { json });
    const factorOf = (body: typeof victim) => body._embedded.factors[0].id as string;
    // The attacker's transaction with the victim's phone, and the victim's with the attacker's.
    expect((await verify(factorOf(victim), { stateToken: attacker.stateToken })).status).toBe(404);
    expect((await verify(factorOf(attacker), { stateToken: victim.stateToken })).status).toBe(404);
    // The attacker's own code, used in the victim's transaction.
    await verify(factorOf(attacker), { stateToken: attacker.stateToken });
    const passCode = await identity.sentCode();
    identity.pass({ seconds: 30 });
    await verify(factorOf(victim), { stateToken: victim.stateToken });
    const { body } = await verify(factorOf(victim), { stateToken: victim.stateToken, passCode });
    expect(body.errorCode).toBe('E0000068');
    expect((await own.authorizeByRedirect({ sessionToken: attacker.stateToken })).get('error')).toBe('login_required');
    expect(await (await identity.manage('GET', `/api/v1/users/${id}/sessions`)).json()).toEqual([]);
  });

  it('gives the session token to the browser that began, whoever hands the last call on', async () => {
    await identity.addUserWithPhone('handed-on@plan.example');
    const own = identity.browser();
    const { body } = await own.signIn('handed-on@plan.example', PASSWORD);
    const path = `/api/v1/authn/factors/${body._embedded.factors[0].id as string}/verify`;
    const elsewhere = identity.browser();
    const { stateToken } = body;
    await elsewhere.request('POST', path, { json: { stateToken } });
    const verified = () =>
      identity.sentCode().then((passCode) => elsewhere.request('POST', path, { json: { stateToken, passCode } }));
    const { sessionToken } = (await verified()).body;
    elsewhere.asksFrom = 'same-origin';
    const stolen = identity.browser();
    await stolen.signIn(EVE, PASSWORD);
    expect(sessionToken).toEqual(expect.any(String));
    expect(await own.authorizeSilently({ sessionToken })).toHaveProperty('code');
    expect((await stolen.authorizeSilently({ sessionToken }))['error']).toBe('login_required');
  });

  it('ends with the account, the password and the cancel of its owner', async () => {
    const id = await identity.addUserWithPhone('ends@plan.example');
    const { stateToken } = (await identity.browser().signIn('ends@plan.example', PASSWORD)).body;
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/suspend`);
    const answer = await browser.request('POST', '/api/v1/authn', { json: { stateToken } });
    expect(answer.body.errorCode).toBe('E0000011');
    expect((await identity.browser().signIn('ends@plan.example', PASSWORD)).body.errorCode).toBe('E0000004');
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/unsuspend`);
    expect((await identity.browser().signIn('ends@plan.example', PASSWORD)).body.status).toBe('MFA_REQUIRED');
  });
});

describe('A copy of the database', () => {
  it('holds no token, code, link or password', async () => {
    await identity.addUserWithPhone('copied@plan.example');
    const own = identity.browser();
    const { body } = await own.signIn('copied@plan.example', PASSWORD);
    await own.request('POST', `/api/v1/authn/factors/${body._embedded.factors[0].id as string}/verify`, {
      json: { stateToken: body.stateToken },
    });
    const code = await identity.sentCode();
    const { db } = identity.provider;
    const tables = [
      'authn_transaction',
      'sent_code',
      'session_token',
      'recovery_token',
      'sso_session',
      'user',
    ] as const;
    const rows = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
    for (const secret of [body.stateToken as string, `"${code}"`, PASSWORD, browser.session!])
      expect(rows).not.toContain(secret);
    expect(identity.logged.join('')).not.toContain('5125550137');
  });
});
