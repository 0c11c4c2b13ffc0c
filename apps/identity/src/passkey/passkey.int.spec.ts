import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { deleteExpiredRows } from '../expired-rows.js';
import type { Browser } from '../testing/browser.js';
import { PASSWORD, RunningIdentity, runIdentity } from '../testing/running-identity.js';
import { type Forgery, SoftwareAuthenticator } from '../testing/software-authenticator.js';

const identity = runIdentity({ signInMethods: ['sms', 'passkey'] });
const ORIGIN = 'http://portal.test';
const OWN = '/api/v1/users/me/passkeys';

let people = 0;
let login = '';
let userId = '';
beforeEach(async () => {
  login = `person-${++people}@plan.example`;
  userId = await identity.addUser(login);
});

/** A browser in which the person is signed in, with the calls that they can make. */
async function signedIn(person = login) {
  const browser = identity.browser();
  const { access_token } = await browser.signInForTokens(person, PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = (method: string, path = '', json?: object) =>
    browser.request(method, OWN + path, { headers, ...(json && { json }) });
  return { browser, ask, options: async () => (await ask('POST', '/options', { password: PASSWORD })).body };
}

/** Adds a passkey for the person. */
async function addPasskey(person = login) {
  const authenticator = new SoftwareAuthenticator(ORIGIN);
  const { ask, options } = await signedIn(person);
  const response = authenticator.create(await options());
  const added = await ask('POST', '', { name: 'Laptop', response });
  expect(added.status).toBe(200);
  return { authenticator, response, ask, id: added.body.id as string };
}

const challenge = async (browser: Browser) =>
  (await browser.request('POST', '/api/v1/authn/passkey/options', { json: {} })).body;
const send = (browser: Browser, response: object) =>
  browser.request('POST', '/api/v1/authn/passkey', { json: { response } });

/** Signs in with a new browser. */
async function signIn(authenticator: SoftwareAuthenticator, forgery?: Forgery) {
  const browser = identity.browser();
  return send(browser, authenticator.get(await challenge(browser), forgery));
}

const refusal = { status: 401, body: { errorCode: 'E0000004', errorSummary: 'This passkey was not accepted.' } };

describe('A passkey', () => {
  it('is added by its signed-in owner, listed, renamed and removed, and the owner is mailed', async () => {
    const { ask, id } = await addPasskey();
    expect((await ask('GET')).body).toEqual([{ id, name: 'Laptop', created: expect.any(String), lastUsed: null }]);
    expect((await ask('PUT', `/${id}`, { name: 'Key ring' })).body.name).toBe('Key ring');
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(204);
    expect((await ask('GET')).body).toEqual([]);
    const subjects = async () =>
      (await identity.messages()).filter(({ to }) => to === login).map(({ subject }) => subject);
    expect((await subjects()).sort()).toEqual(['A passkey was added', 'A passkey was removed']);
  });

  it('signs in without a password, as both factors, and the token says how', async () => {
    const profile = { name: 'Second factor', secondFactor: 'REQUIRED' };
    const { id } = (await (await identity.manage('POST', '/api/v1/groups', { profile })).json()) as { id: string };
    const { authenticator } = await addPasskey();
    await identity.manage('PUT', `/api/v1/groups/${id}/users/${userId}`);
    const browser = identity.browser();
    const { body } = await send(browser, authenticator.get(await challenge(browser)));
    expect(body).toMatchObject({ status: 'SUCCESS', _embedded: { user: { id: userId } } });
    const { code } = await browser.authorizeSilently({ sessionToken: body.sessionToken });
    const tokens = (await browser.exchange(code ?? '')).body as { id_token: string };
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: userId, amr: ['pop', 'user', 'mfa'] });
  });

  it('leads on to what the person must do first', async () => {
    const { authenticator } = await addPasskey();
    await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/expire_password`);
    expect((await signIn(authenticator)).body.status).toBe('PASSWORD_EXPIRED');
  });

  it('is asked for by options that name nobody', async () => {
    const options = await challenge(identity.browser());
    expect(options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it('is asked for a limited number of times by one household, whichever of its addresses it uses', async () => {
    const browser = identity.browser();
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await browser.request('POST', '/api/v1/authn/passkey/options', { json: {}, headers })).status;
    };
    for (let n = 1; n <= 60; n++) expect(await from(`2001:db8:1:2::${n}`)).toBe(200);
    expect([await from('2001:db8:1:2::61'), await from('2001:db8:1:3::61')]).toEqual([429, 200]);
  });
});

describe('A sign-in with a passkey is refused', () => {
  it.each<[string, Forgery]>([
    ['for another origin', { origin: 'http://portal.test.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the person', { userVerified: false }],
    ['in the name of another', { userHandle: Buffer.from('00uSomebodyElse').toString('base64url') }],
  ])('%s', async (_what, forgery) => {
    const { authenticator } = await addPasskey();
    expect(await signIn(authenticator, forgery)).toMatchObject(refusal);
    expect((await signIn(authenticator)).body.status).toBe('SUCCESS');
  });

  it('when its challenge was used, also by a try that failed', async () => {
    const { authenticator } = await addPasskey();
    const browser = identity.browser();
    const first = authenticator.get(await challenge(browser));
    expect((await send(browser, first)).body.status).toBe('SUCCESS');
    expect(await send(browser, first)).toMatchObject(refusal);
    const given = await challenge(browser);
    await send(browser, authenticator.get(given, { userVerified: false }));
    expect(await send(browser, authenticator.get(given))).toMatchObject(refusal);
    const together = authenticator.get(await challenge(browser));
    const twice = await Promise.all([1, 2].map(() => send(browser, together)));
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('when its challenge is of another browser, of no one, or too old', async () => {
    const { authenticator } = await addPasskey();
    const stolen = authenticator.get(await challenge(identity.browser()));
    const other = identity.browser();
    await challenge(other);
    expect(await send(other, stolen)).toMatchObject(refusal);
    expect(await send(identity.browser(), authenticator.get({ challenge: 'made-up' }))).toMatchObject(refusal);
    const old = await challenge(other);
    identity.pass({ minutes: 5 });
    expect(await send(other, authenticator.get(old))).toMatchObject(refusal);
    await deleteExpiredRows(identity.provider);
    const left = await identity.provider.db.selectFrom('passkey_challenge').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('when its challenge was given to add one', async () => {
    const { authenticator } = await addPasskey();
    const { browser, options } = await signedIn();
    expect(await send(browser, authenticator.get(await options()))).toMatchObject(refusal);
  });

  it('when the counter does not grow, as of a copy', async () => {
    const { authenticator } = await addPasskey();
    expect((await signIn(authenticator, { counter: 7 })).body.status).toBe('SUCCESS');
    for (const counter of [7, 6, 0]) expect(await signIn(authenticator, { counter })).toMatchObject(refusal);
    expect((await signIn(authenticator, { counter: 8 })).body.status).toBe('SUCCESS');
    expect(identity.logged.join('')).toContain('passkey refused');
  });

  it('is not removed without the password', async () => {
    const { authenticator, ask, id } = await addPasskey();
    for (const json of [undefined, {}, { password: 'Wr0ng-password!' }]) {
      const { status, body } = await ask('DELETE', `/${id}`, json);
      expect([status, body.errorCauses]).toEqual([403, [{ errorSummary: 'Password is not correct' }]]);
    }
    expect((await signIn(authenticator)).body.status).toBe('SUCCESS');
  });

  it('when it was removed, belongs to nobody, or its owner may not sign in', async () => {
    const { authenticator, ask, id } = await addPasskey();
    expect(await signIn(new SoftwareAuthenticator(ORIGIN))).toMatchObject(refusal);
    await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/suspend`);
    expect(await signIn(authenticator)).toMatchObject(refusal);
    await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/unsuspend`);
    expect((await signIn(authenticator)).body.status).toBe('SUCCESS');
    expect((await ask('DELETE', `/${id}`)).status).toBe(401);
    const again = await signedIn();
    expect((await again.ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(204);
    expect(await signIn(authenticator)).toMatchObject(refusal);
  });

  it('after a colleague took the factors of its owner', async () => {
    const { authenticator } = await addPasskey();
    await identity.manage('POST', `/api/v1/users/${userId}/lifecycle/reset_factors`);
    expect(await signIn(authenticator)).toMatchObject(refusal);
  });
});

describe('A deactivated person who is activated again', () => {
  it('has neither the passkeys nor the second factors of before', async () => {
    const person = 'again@plan.example';
    const id = await identity.addUser(person);
    const { authenticator } = await addPasskey(person);
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '+15125550188' } };
    const enrolled = await identity.manage('POST', `/api/v1/users/${id}/factors?activate=true`, phone);
    expect(enrolled.status).toBe(200);
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/deactivate`);
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=true`);
    const mails = (await identity.messages()).filter(({ to }) => to === person);
    const recoveryToken = /\/activate\/(\S+)/.exec(mails.map(({ text }) => text).join('\n'))?.[1];
    const browser = identity.browser();
    const json = { recoveryToken };
    const { stateToken } = (await browser.request('POST', '/api/v1/authn/recovery/token', { json })).body;
    const chosen = { stateToken, newPassword: 'An0ther-password!' };
    const answer = await browser.request('POST', '/api/v1/authn/credentials/reset_password', { json: chosen });
    expect(answer.body).toMatchObject({ status: 'SUCCESS' });
    expect(await signIn(authenticator)).toMatchObject(refusal);
    expect(await (await identity.manage('GET', `/api/v1/users/${id}/factors`)).json()).toEqual([]);
  });
});

describe('A passkey is not added', () => {
  const made = () => new SoftwareAuthenticator(ORIGIN);
  const add = (ask: Awaited<ReturnType<typeof signedIn>>['ask'], response: object) =>
    ask('POST', '', { name: 'Laptop', response });
  const notAdded = { status: 400, body: { errorCode: 'E0000001' } };

  it('without the password, and guesses of it are bounded', async () => {
    const { ask } = await signedIn();
    const wrong = () => ask('POST', '/options', { password: 'Wr0ng-password!' });
    expect(await wrong()).toMatchObject({ status: 403, body: { errorCode: 'E0000014' } });
    for (let n = 0; n < 9; n++) await wrong();
    expect((await ask('POST', '/options', { password: PASSWORD })).status).toBe(429);
  });

  it('with a challenge that was used, or that another session was given', async () => {
    const { ask, response } = await addPasskey();
    expect(await add(ask, response)).toMatchObject(notAdded);
    const elsewhere = await signedIn();
    expect(await add(ask, made().create(await elsewhere.options()))).toMatchObject(notAdded);
    const browser = identity.browser();
    const ofSignIn = { challenge: (await challenge(browser)).challenge, user: { id: 'x' } };
    expect(await add(ask, made().create(ofSignIn))).toMatchObject(notAdded);
  });

  it.each<[string, Forgery]>([
    ['for another origin', { origin: 'http://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the person', { userVerified: false }],
  ])('%s', async (_what, forgery) => {
    const { ask, options } = await signedIn();
    expect(await add(ask, made().create(await options(), forgery))).toMatchObject(notAdded);
  });

  it('to a second account', async () => {
    const { authenticator } = await addPasskey();
    const other = 'other-owner@plan.example';
    await identity.addUser(other);
    const { ask, options } = await signedIn(other);
    expect(await add(ask, authenticator.create(await options()))).toMatchObject(notAdded);
    expect((await ask('GET')).body).toEqual([]);
  });

  it('beyond ten', async () => {
    const { ask, options } = await signedIn();
    const before = await options();
    for (let n = 0; n < 10; n++) await addPasskey();
    expect((await ask('POST', '/options', { password: PASSWORD })).status).toBe(400);
    const late = await add(ask, made().create(before));
    expect([late.status, late.body.errorCauses]).toEqual([400, [{ errorSummary: 'A person may have 10 passkeys.' }]]);
    expect((await ask('GET')).body).toHaveLength(10);
  });
});

describe('The passkeys of another person', () => {
  it('are neither shown, renamed nor removed', async () => {
    const { id } = await addPasskey();
    const stranger = 'stranger@plan.example';
    await identity.addUser(stranger);
    const { ask } = await signedIn(stranger);
    expect((await ask('GET')).body).toEqual([]);
    expect((await ask('PUT', `/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(404);
  });

  it('are not reached without a token of one’s own', async () => {
    const browser = identity.browser();
    await browser.signInForTokens(login, PASSWORD);
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      expect((await browser.request('GET', OWN, { headers })).status).toBe(401);
      expect((await browser.request('POST', `${OWN}/options`, { json: { password: PASSWORD }, headers })).status).toBe(
        401,
      );
    }
  });
});

describe('Without the setting', () => {
  it('there are no calls of passkeys, and an enrolled one does not sign in', async () => {
    const { authenticator } = await addPasskey();
    const plain = new RunningIdentity();
    await plain.start(identity);
    const browser = identity.browser();
    const response = authenticator.get(await challenge(browser));
    const elsewhere = plain.browser();
    for (const [key, value] of browser.cookies) elsewhere.cookies.set(key, value);
    expect((await send(elsewhere, response)).status).toBe(404);
    expect((await elsewhere.request('POST', '/api/v1/authn/passkey/options', { json: {} })).status).toBe(404);
    await plain.close();
  });
});
