import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { deleteExpiredRows } from '../expired-rows.js';
import type { Browser } from '../testing/browser.js';
import { PASSWORD, RunningIdentity, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity({ rememberDeviceDays: 30 });
const CHANGED = 'An0ther-horse!';

let people = 0;
let login = '';
let userId = '';

const statusIn = async (browser: Browser, password = PASSWORD, person = login) =>
  (await browser.signIn(person, password)).body.status as string;

/** Signs in with a code, and resolves with the final answer. */
async function verify(browser: Browser, query = '?rememberDevice=true') {
  const { body } = await browser.signIn(login, PASSWORD);
  const { policy, factors } = body._embedded;
  const path = `/api/v1/authn/factors/${factors[0].id}/verify`;
  const { stateToken } = body;
  await browser.request('POST', path, { json: { stateToken } });
  const passCode = await identity.sentCode();
  const done = await browser.request('POST', path + query, { json: { stateToken, passCode } });
  identity.pass({ seconds: 30 });
  return { policy: policy as object | undefined, body: done.body };
}

/** A browser that is remembered for the person. */
async function remembered(): Promise<Browser> {
  const browser = identity.browser();
  expect((await verify(browser)).body.status).toBe('SUCCESS');
  expect(await statusIn(browser)).toBe('SUCCESS');
  return browser;
}

describe('A remembered device', () => {
  beforeEach(async () => {
    login = `person-${++people}@plan.example`;
    userId = await identity.addUserWithPhone(login, `+1512555${String(people).padStart(4, '0')}`);
  });

  it('is not asked for a code for thirty days, and the token does not claim a second factor', async () => {
    const browser = await remembered();
    const tokens = await browser.signInForTokens(login, PASSWORD);
    expect(decodeJwt(tokens.id_token)['amr']).toEqual(['pwd']);
    identity.pass({ hours: 30 * 24 - 1 });
    expect(await statusIn(browser)).toBe('SUCCESS');
    identity.pass({ hours: 1 });
    expect(await statusIn(browser)).toBe('MFA_REQUIRED');
    await deleteExpiredRows(identity.provider);
    const rows = identity.provider.db.selectFrom('remembered_device').where('user_id', '=', userId).selectAll();
    expect(await rows.execute()).toEqual([]);
  });

  it('is one only if the person says so, as the answer offers', async () => {
    const browser = identity.browser();
    const { policy } = await verify(browser, '');
    expect(policy).toEqual({
      allowRememberDevice: true,
      rememberDeviceLifetimeInMinutes: 43_200,
      rememberDeviceByDefault: false,
    });
    expect(await statusIn(browser)).toBe('MFA_REQUIRED');
  });

  it('is of one browser and one person, and needs the right password', async () => {
    const browser = await remembered();
    expect(await statusIn(identity.browser())).toBe('MFA_REQUIRED');
    const other = `other-of-${login}`;
    await identity.addUserWithPhone(other);
    expect(await statusIn(browser, PASSWORD, other)).toBe('MFA_REQUIRED');
    const wrong = browser.signIn(login, 'Wr0ng-password!');
    await identity.secondsUntil(wrong);
    expect((await wrong).status).toBe(401);
    const stored = await identity.provider.db.selectFrom('remembered_device').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(browser.cookies.get('DT'));
  });

  it('is not remembered by a wrong code', async () => {
    const browser = identity.browser();
    const { body } = await browser.signIn(login, PASSWORD);
    const path = `/api/v1/authn/factors/${body._embedded.factors[0].id}/verify`;
    await browser.request('POST', path, { json: { stateToken: body.stateToken } });
    const wrong = String((Number(await identity.sentCode()) + 1) % 1_000_000).padStart(6, '0');
    await browser.request('POST', `${path}?rememberDevice=true`, {
      json: { stateToken: body.stateToken, passCode: wrong },
    });
    expect(await statusIn(browser)).toBe('MFA_REQUIRED');
  });

  it('must still change an expired password, and is forgotten then', async () => {
    const browser = await remembered();
    await identity.provider.db
      .updateTable('user')
      .set({ status: 'PASSWORD_EXPIRED' })
      .where('id', '=', userId)
      .execute();
    const { body } = await browser.signIn(login, PASSWORD);
    expect(body.status).toBe('PASSWORD_EXPIRED');
    const json = { stateToken: body.stateToken, oldPassword: PASSWORD, newPassword: CHANGED };
    await browser.request('POST', '/api/v1/authn/credentials/change_password', { json });
    expect(await statusIn(browser, CHANGED)).toBe('MFA_REQUIRED');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is signed out everywhere', () => identity.manage('DELETE', `/api/v1/users/${userId}/sessions`)],
    [
      'was suspended',
      async () => {
        await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/suspend`);
        await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/unsuspend`);
      },
    ],
    [
      'has another phone',
      () =>
        identity.manage('POST', `/api/v1/users/${userId}/factors?activate=true&updatePhone=true`, {
          factorType: 'sms',
          provider: 'OKTA',
          profile: { phoneNumber: '+15125559999' },
        }),
    ],
  ])('is forgotten when its person %s', async (_what, act) => {
    const browser = await remembered();
    await act();
    expect(await statusIn(browser)).toBe('MFA_REQUIRED');
  });

  it('is none where the installation does not allow it, also one that was', async () => {
    const browser = await remembered();
    const strict = new RunningIdentity();
    await strict.start(identity);
    const elsewhere = strict.browser();
    for (const [key, value] of browser.cookies) elsewhere.cookies.set(key, value);
    const { body } = await elsewhere.signIn(login, PASSWORD);
    expect([body.status, body._embedded.policy]).toEqual(['MFA_REQUIRED', undefined]);
    await strict.close();
  });
});
