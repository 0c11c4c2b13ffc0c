import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { answerOf, functionsOf, oktaClient, refusalOf } from '../testing/okta-client.js';
import { ISSUER, PASSWORD, PHONE, RunningIdentity, runIdentity } from '../testing/running-identity.js';

/* An authenticator app besides the phone, used through the portal's own client. */

const identity = runIdentity({ signInMethods: ['sms', 'totp'] });
const open = () =>
  oktaClient({
    issuer: ISSUER,
    clientId: 'throughline-console',
    redirectUri: 'http://portal.test/login/callback',
    address: identity.address,
  });
const signIn = (username: string) => open().client.signInWithCredentials({ username, password: PASSWORD });

type Step = (options?: object) => Promise<AuthnTransaction>;
const named = (transaction: AuthnTransaction, factorType: string) =>
  transaction.factors!.find((factor) => factor['factorType'] === factorType)!;
const enrollApp = (begun: AuthnTransaction) => (named(begun, 'token:software:totp')['enroll'] as Step)();
const verifier = (begun: AuthnTransaction) => named(begun, 'token:software:totp')['verify'] as Step;

/** The secret that the client shows, and the app that is set up with it: its present code, or the one some seconds from now. */
function appOf(enrolled: AuthnTransaction) {
  const { sharedSecret } = enrolled.factor!['activation'] as { sharedSecret: string };
  const totp = new TOTP({ secret: sharedSecret });
  return (seconds = 0) => totp.generate({ timestamp: identity.now + seconds * 1000 });
}

let groupId = '';
beforeAll(async () => {
  const profile = { name: 'Second factor', secondFactor: 'REQUIRED' };
  groupId = ((await (await identity.manage('POST', '/api/v1/groups', { profile })).json()) as { id: string }).id;
});

/** Adds a person whose group requires a second factor. */
async function addUser(login: string): Promise<string> {
  const id = await identity.addUser(login);
  await identity.manage('PUT', `/api/v1/groups/${groupId}/users/${id}`);
  return id;
}

/** Adds a person with an app, and resolves with the app and their id. The app's present code has been used. */
async function addUserWithApp(login: string) {
  const id = await addUser(login);
  const enrolled = await enrollApp(await signIn(login));
  const app = appOf(enrolled);
  await enrolled.activate!({ passCode: app() });
  return { id, app };
}

describe('An authenticator app', () => {
  it('is offered beside the phone, set up by secret or QR code, and confirmed with a code', async () => {
    await addUser('new@plan.example');
    const begun = await signIn('new@plan.example');
    expect(begun.factors).toMatchObject([
      { factorType: 'sms', provider: 'OKTA', status: 'NOT_SETUP', enrollment: 'REQUIRED' },
      { factorType: 'token:software:totp', provider: 'GOOGLE', status: 'NOT_SETUP', enrollment: 'REQUIRED' },
    ]);
    const enrolled = await enrollApp(begun);
    expect([enrolled.status, functionsOf(enrolled)]).toEqual(['MFA_ENROLL_ACTIVATE', ['activate', 'cancel', 'prev']]);
    expect(enrolled.factor).toMatchObject({
      factorType: 'token:software:totp',
      profile: { credentialId: 'new@plan.example' },
      activation: { timeStep: 30, encoding: 'base32', sharedSecret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
    });
    const { qrcode } = enrolled.factor!['activation'] as { qrcode: { href: string } };
    expect(Buffer.from(qrcode.href.split(',')[1]!, 'base64').toString()).toMatch(/^<svg/);
    const app = appOf(enrolled);
    expect(await refusalOf(enrolled.activate!({ passCode: app(600) }))).toMatchObject({ errorCode: 'E0000068' });
    const { status, sessionToken } = await enrolled.activate!({ passCode: app() });
    expect([status, sessionToken]).toEqual(['SUCCESS', expect.any(String)]);
  });

  it('signs in with a code, without being challenged first, and the token says how', async () => {
    const { app } = await addUserWithApp('verify@plan.example');
    identity.pass({ seconds: 30 });
    const { client, browser } = open();
    const begun = await client.signInWithCredentials({ username: 'verify@plan.example', password: PASSWORD });
    expect(begun.status).toBe('MFA_REQUIRED');
    expect(JSON.stringify(answerOf(begun))).not.toContain('sharedSecret');
    const { sessionToken } = await verifier(begun)({ passCode: app() });
    const { code } = await browser.authorizeSilently({ sessionToken });
    const tokens = (await browser.exchange(code ?? '')).body as { id_token: string };
    expect(decodeJwt(tokens.id_token)['amr']).toEqual(['pwd', 'otp', 'mfa']);
  });

  it('may be chosen before its code is asked for, and another factor then', async () => {
    const { id, app } = await addUserWithApp('both@plan.example');
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE } };
    await identity.manage('POST', `/api/v1/users/${id}/factors?activate=true`, phone);
    const begun = await signIn('both@plan.example');
    expect(begun.factors!.map(({ factorType }) => factorType as string).sort()).toEqual(['sms', 'token:software:totp']);
    const chosen = await verifier(begun)();
    expect([chosen.status, functionsOf(chosen)]).toEqual(['MFA_CHALLENGE', ['cancel', 'prev', 'verify']]);
    const sent = await (named(await chosen.prev!(), 'sms')['verify'] as Step)();
    identity.pass({ seconds: 30 });
    expect(await refusalOf(sent.verify!({ passCode: app() }))).toMatchObject({ errorCode: 'E0000068' });
    expect((await sent.verify!({ passCode: await identity.sentCode() })).status).toBe('SUCCESS');
  });

  it('takes a code of one step before or after, and no other', async () => {
    const { app } = await addUserWithApp('skew@plan.example');
    identity.pass({ minutes: 30 });
    for (const seconds of [-60, 60]) {
      const refused = refusalOf(verifier(await signIn('skew@plan.example'))({ passCode: app(seconds) }));
      expect(await refused).toMatchObject({ status: 403, errorCode: 'E0000068' });
    }
    for (const seconds of [-30, 0, 30]) {
      expect((await verifier(await signIn('skew@plan.example'))({ passCode: app(seconds) })).status).toBe('SUCCESS');
    }
  });

  it('takes a code in digits of another script, and refuses what is no six digits as a wrong code', async () => {
    const { app } = await addUserWithApp('script@plan.example');
    const inDigitsFrom = (zero: string, code: string) =>
      code.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
    for (const zero of ['٠', '０', '𝟎']) {
      identity.pass({ minutes: 1 });
      const passCode = inDigitsFrom(zero, app());
      expect((await verifier(await signIn('script@plan.example'))({ passCode })).status).toBe('SUCCESS');
    }
    for (const passCode of ['', '١٢٣٤', '1234567', 'ⅣⅣⅣⅣⅣⅣ']) {
      const refused = refusalOf(verifier(await signIn('script@plan.example'))({ passCode }));
      expect(await refused).toMatchObject({ status: 403, errorCode: 'E0000068' });
    }
  });

  it('takes a code once, also of two tries that arrive together, and none from before one that was used', async () => {
    const { app } = await addUserWithApp('once@plan.example');
    const activated = refusalOf(verifier(await signIn('once@plan.example'))({ passCode: app() }));
    expect(await activated).toMatchObject({ errorCode: 'E0000068' });
    identity.pass({ minutes: 1 });
    const begun = [await signIn('once@plan.example'), await signIn('once@plan.example')];
    const twice = await Promise.allSettled(begun.map((one) => verifier(one)({ passCode: app() })));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const older = refusalOf(verifier(await signIn('once@plan.example'))({ passCode: app(-30) }));
    expect(await older).toMatchObject({ errorCode: 'E0000068' });
  });

  it('shares the guesses of its person with the phone, at every process', async () => {
    const { app } = await addUserWithApp('guess@plan.example');
    identity.pass({ minutes: 30 });
    const second = new RunningIdentity({ signInMethods: ['sms', 'totp'] });
    await second.start(identity);
    const guesses = await Promise.all(
      Array.from({ length: 9 }, async () =>
        refusalOf(verifier(await signIn('guess@plan.example'))({ passCode: app(600) })),
      ),
    );
    expect(guesses.map(({ errorCode }) => errorCode).sort()).toEqual([
      ...Array<string>(3).fill('E0000047'),
      ...Array<string>(6).fill('E0000068'),
    ]);
    const elsewhere = second.browser();
    const begun = (await elsewhere.signIn('guess@plan.example', PASSWORD)).body;
    const path = `/api/v1/authn/factors/${begun._embedded.factors[0].id}/verify`;
    const locked = await elsewhere.request('POST', path, {
      json: { stateToken: begun.stateToken, passCode: app() },
    });
    expect([locked.status, locked.body.errorCode]).toEqual([429, 'E0000047']);
    await second.close();
  });

  it('is stored with its secret encrypted, and of no use to a process with another key', async () => {
    const { id, app } = await addUserWithApp('sealed@plan.example');
    await addUser('other@plan.example');
    const enrolled = await enrollApp(await signIn('other@plan.example'));
    const { sharedSecret } = enrolled.factor!['activation'] as { sharedSecret: string };
    const rows = await identity.provider.db.selectFrom('factor').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(sharedSecret);
    const otherKey = new RunningIdentity({ signInMethods: ['sms', 'totp'], apiToken: 'another-token' });
    await otherKey.start(identity);
    const browser = otherKey.browser();
    const begun = (await browser.signIn('sealed@plan.example', PASSWORD)).body;
    const path = `/api/v1/authn/factors/${begun._embedded.factors[0].id}/verify`;
    const unread = await browser.request('POST', path, {
      json: { stateToken: begun.stateToken, passCode: app(30) },
    });
    expect([unread.status, unread.body.errorCode]).toEqual([500, 'E0000009']);
    await otherKey.close();
    await verifier(await signIn('sealed@plan.example'))({ passCode: app(30) });
    // A secret that is copied from one row to another cannot be decrypted there.
    const other = rows.find(({ id: one }) => one === (enrolled.factor!['id'] as string))!;
    await identity.provider.db
      .updateTable('factor')
      .set({ sealed_secret: other.sealed_secret })
      .where('user_id', '=', id)
      .execute();
    identity.pass({ seconds: 60 });
    const copied = verifier(await signIn('sealed@plan.example'))({ passCode: app() });
    expect(await refusalOf(copied)).toMatchObject({ status: 500, errorCode: 'E0000009' });
  });

  it('is taken from a person by a colleague, who has them enrol again', async () => {
    const { id } = await addUserWithApp('lost@plan.example');
    const listed = (await (await identity.manage('GET', `/api/v1/users/${id}/factors`)).json()) as object[];
    expect(listed).toMatchObject([{ factorType: 'token:software:totp', status: 'ACTIVE' }]);
    expect(JSON.stringify(listed)).not.toMatch(/secret/i);
    await identity.manage('POST', `/api/v1/users/${id}/lifecycle/reset_factors`);
    expect((await signIn('lost@plan.example')).status).toBe('MFA_ENROLL');
  });
});

describe('Without the setting', () => {
  const plain = runIdentity();

  it('an authenticator app is neither offered nor enrolled', async () => {
    const profile = { name: 'Second factor', secondFactor: 'REQUIRED' };
    const { id } = (await (await plain.manage('POST', '/api/v1/groups', { profile })).json()) as { id: string };
    await plain.manage('PUT', `/api/v1/groups/${id}/users/${await plain.addUser('plain@plan.example')}`);
    const browser = plain.browser();
    const { body } = await browser.signIn('plain@plan.example', PASSWORD);
    expect(body._embedded.factors.map((factor: { factorType: string }) => factor.factorType)).toEqual(['sms']);
    const json = { stateToken: body.stateToken, factorType: 'token:software:totp', provider: 'GOOGLE' };
    expect((await browser.request('POST', '/api/v1/authn/factors', { json })).status).toBe(400);
  });
});
