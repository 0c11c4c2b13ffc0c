import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from '../testing/browser.js';
import { PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
let browser: Browser;
beforeAll(async () => {
  await identity.addUser(LOGIN);
});

const me = (method = 'GET') => browser.request(method, '/api/v1/sessions/me');

describe('Session', () => {
  beforeEach(async () => {
    browser = identity.browser();
    await browser.signInForTokens(LOGIN, PASSWORD);
  });

  it('starts with a session token, once, in a cookie that scripts and other sites cannot read', async () => {
    const { body } = await browser.signIn(LOGIN, PASSWORD);
    const begun = await browser.authorize({ sessionToken: body.sessionToken });
    expect(begun.headers.getSetCookie().join()).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await browser.authorizeByRedirect({ sessionToken: body.sessionToken });
    expect(again.get('error')).toBe('login_required');
  });

  it('starts only in the browser that received the session token', async () => {
    await identity.addUser('eve@plan.example');
    const earned = async () => (await identity.browser().signIn('eve@plan.example', PASSWORD)).body.sessionToken;
    const signedOut = identity.browser();
    await signedOut.signIn(LOGIN, 'Wr0ng-password!');
    const before = browser.session;
    for (const victim of [browser, signedOut, identity.browser()]) {
      victim.asksFrom = 'cross-site';
      const link = await victim.authorizeByRedirect({ sessionToken: await earned() });
      expect([link.get('error'), link.get('code')]).toEqual(['login_required', null]);
      const frame = await victim.authorizeSilently({ sessionToken: await earned() });
      expect(frame['error']).toBe('login_required');
    }
    expect([browser.session, signedOut.session]).toEqual([before, undefined]);
    expect((await me()).body).toMatchObject({ login: LOGIN });
  });

  it('does not start with a session token that another browser presented before', async () => {
    const own = identity.browser();
    const { body } = await own.signIn(LOGIN, PASSWORD);
    await identity.browser().authorizeSilently({ sessionToken: body.sessionToken });
    expect((await own.authorizeSilently({ sessionToken: body.sessionToken }))['error']).toBe('login_required');
  });

  describe('for a program, which has neither cookies nor a session to lose', () => {
    const program = () => {
      const made = identity.browser();
      made.asksFrom = undefined;
      return made;
    };
    const earnedByProgram = async () => (await program().signIn(LOGIN, PASSWORD)).body.sessionToken as string;

    it('starts with a token that a program earned', async () => {
      const sessionToken = await earnedByProgram();
      expect(await program().authorizeSilently({ sessionToken })).toHaveProperty('code');
    });

    it('starts also after a second factor', async () => {
      await identity.addUserWithPhone('by-program@plan.example');
      const { stateToken, _embedded } = (await program().signIn('by-program@plan.example', PASSWORD)).body;
      const path = `/api/v1/authn/factors/${_embedded.factors[0].id as string}/verify`;
      await program().request('POST', path, { json: { stateToken } });
      const json = { stateToken, passCode: await identity.sentCode() };
      const { sessionToken } = (await program().request('POST', path, { json })).body;
      expect(await program().authorizeSilently({ sessionToken })).toHaveProperty('code');
    });

    it('does not start with a token that a browser earned', async () => {
      const { sessionToken } = (await identity.browser().signIn(LOGIN, PASSWORD)).body;
      expect((await program().authorizeSilently({ sessionToken }))['error']).toBe('login_required');
    });

    it.each([
      ['names itself as every browser does', { 'user-agent': 'Mozilla/5.0 (Macintosh) Version/16.1 Safari/605.1.15' }],
      ['follows a link', { 'user-agent': '', 'upgrade-insecure-requests': '1' }],
    ])('does not start in a browser without Sec-Fetch-Site that %s', async (_, headers) => {
      const old = program();
      const sessionToken = await earnedByProgram();
      expect((await old.authorizeSilently({ sessionToken }, headers))['error']).toBe('login_required');
      expect(old.session).toBeUndefined();
    });
  });

  it('does not start by a form of another site: signing in takes JSON, which only the portal’s own page can send', async () => {
    const body = JSON.stringify({ username: LOGIN, password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const elsewhere = identity.browser();
      elsewhere.asksFrom = 'cross-site';
      const answer = await elsewhere.request('POST', '/api/v1/authn', { text: body, headers });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    }
  });

  it('does not start with a session token older than five minutes, or an invented one', async () => {
    const { body } = await browser.signIn(LOGIN, PASSWORD);
    identity.pass({ minutes: 5 });
    for (const sessionToken of [body.sessionToken as string, 'invented']) {
      expect((await browser.authorizeSilently({ sessionToken }))['error']).toBe('login_required');
    }
  });

  it('replaces the browser’s previous session', async () => {
    const before = browser.session;
    await browser.signInForTokens(LOGIN, PASSWORD);
    expect(browser.session).not.toBe(before);
    browser.session = before;
    expect((await me()).status).toBe(404);
  });

  it('can be read, which does not extend it', async () => {
    const first = await me();
    expect(first.body).toMatchObject({ status: 'ACTIVE', login: LOGIN });
    identity.pass({ hours: 1 });
    expect((await me()).body.expiresAt).toBe(first.body.expiresAt);
  });

  it('ends after two hours without a renewal', async () => {
    identity.pass({ hours: 1, minutes: 59 });
    expect(await browser.authorizeSilently()).toHaveProperty('code');
    identity.pass({ hours: 2 });
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
    expect((await me()).status).toBe(404);
  });

  it('ends after twelve hours despite renewals, and ends each of its tokens', async () => {
    for (let hour = 1; hour < 12; hour++) {
      identity.pass({ hours: 1 });
      expect(await browser.authorizeSilently()).toHaveProperty('code');
    }
    identity.pass({ minutes: 50 });
    const { code = '' } = await browser.authorizeSilently();
    expect((await browser.exchange(code)).body.expires_in).toBeLessThanOrEqual(600);
    identity.pass({ minutes: 10 });
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
  });

  it('ends on request, and is not found afterwards', async () => {
    expect((await me('DELETE')).status).toBe(204);
    const again = await me('DELETE');
    expect([again.status, again.body.errorCode]).toEqual([404, 'E0000007']);
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
  });

  it('is over when its user may no longer sign in', async () => {
    await identity.provider.db.updateTable('user').set({ status: 'STAGED' }).where('login_key', '=', LOGIN).execute();
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
    await identity.provider.db.updateTable('user').set({ status: 'ACTIVE' }).where('login_key', '=', LOGIN).execute();
  });
});
