import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from '../testing/browser.js';
import { PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
let browser: Browser;
beforeAll(async () => {
  await identity.addUser(LOGIN);
});
beforeEach(async () => {
  browser = identity.browser();
  await browser.signInForTokens(LOGIN, PASSWORD);
});

const me = (method = 'GET') => browser.request(method, '/api/v1/sessions/me');

describe('Session', () => {
  it('is begun by a session token, once, in a cookie that scripts and other sites do not get', async () => {
    const { body } = await browser.signIn(LOGIN, PASSWORD);
    const begun = await browser.authorize({ sessionToken: body.sessionToken });
    expect(begun.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await identity.browser().authorizeByRedirect({ sessionToken: body.sessionToken });
    expect(again.get('error')).toBe('login_required');
  });

  it('is not begun by a session token older than five minutes, nor by an invented one', async () => {
    const { body } = await browser.signIn(LOGIN, PASSWORD);
    identity.pass({ minutes: 5 });
    for (const sessionToken of [body.sessionToken as string, 'invented']) {
      expect((await browser.authorizeSilently({ sessionToken }))['error']).toBe('login_required');
    }
  });

  it('replaces the one the browser had', async () => {
    const before = browser.cookie;
    await browser.signInForTokens(LOGIN, PASSWORD);
    expect(browser.cookie).not.toBe(before);
    browser.cookie = before;
    expect((await me()).status).toBe(404);
  });

  it('shows itself, and does not live longer for that', async () => {
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

  it('ends after twelve hours whatever is renewed, and takes every token with it', async () => {
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

  it('ends when asked to, and then is no more', async () => {
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
