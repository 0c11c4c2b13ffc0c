import { testTenant } from '@throughline/platform/testing';
import { describe, expect, it } from '@jest/globals';
import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { answerOf, functionsOf, oktaClient, refusalOf } from './testing/okta-client.js';
import { ISSUER, PASSWORD, PHONE } from './testing/running-identity.js';
import {
  NEW_PASSWORD,
  REDIRECT_URI,
  addUserWithPhone,
  credentials,
  groupId,
  identity,
  notice,
  open,
  optionalGroupId,
  signIn,
} from './conformance.testing.js';

/** With OIDC_ISSUER, OIDC_CLIENT_ID, PUBLIC_ORIGIN, TEST_USERNAME and TEST_PASSWORD these run against that tenant as well (README.md). */
const tenant = testTenant();

if (tenant !== undefined) {
  // Named here so that `npm test` reports what was skipped.
  describe(`Not asked of ${tenant.issuer}`, () => {
    it.skip('MFA_ENROLL, MFA_REQUIRED and MFA_CHALLENGE: it sends codes to real phones', () => undefined);
    it.skip('PASSWORD_EXPIRED: it would change the password of the person', () => undefined);
    it.skip('RECOVERY and PASSWORD_RESET: it sends links to a real mailbox', () => undefined);
    it.skip('LOCKED_OUT: it would lock the account of the person', () => undefined);
  });
}

const addToGroup = (id: string, group = groupId) => identity.manage('PUT', `/api/v1/groups/${group}/users/${id}`);

const sentCode = () => identity.sentCode();

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const verifier = (transaction: AuthnTransaction) =>
  transaction.factors![0]!['verify'] as (options?: object) => Promise<AuthnTransaction>;

const enroller = (transaction: AuthnTransaction) =>
  transaction.factors![0]!['enroll'] as (options: object) => Promise<AuthnTransaction>;

const embedded = {
  issuer: ISSUER,
  clientId: 'throughline-console',
  redirectUri: REDIRECT_URI,
  username: 'tokens@plan.example',
  password: PASSWORD,
};

describe.each(tenant ? [embedded, tenant] : [embedded])('SUCCESS, by $issuer', (provider) => {
  const { clientId, redirectUri, username, password } = provider;
  const openProvider = () =>
    oktaClient({ ...provider, address: provider === embedded ? identity.address : new URL(provider.issuer).origin });

  it('leads to tokens that the client verifies', async () => {
    if (provider === embedded) await identity.addUser(username);
    const { client, browser } = openProvider();
    const { status, sessionToken } = await client.signInWithCredentials({ username, password });
    expect(status).toBe('SUCCESS');
    const params = await client.token.prepareTokenParams();
    const answered = await browser.authorizeByRedirect({
      client_id: clientId,
      redirect_uri: redirectUri,
      sessionToken,
      code_challenge: params.codeChallenge,
      nonce: params.nonce,
      state: params.state,
    });
    const authorizationCode = answered.get('code') ?? '';
    const { tokens } = await client.token.exchangeCodeForTokens({ ...params, authorizationCode, redirectUri });
    expect(tokens.idToken?.claims).toMatchObject({ preferred_username: username, amr: ['pwd'] });
    expect(await client.session.exists()).toBe(true);
    await client.revokeAccessToken(tokens.accessToken);
    await client.session.close();
    expect(await client.session.exists()).toBe(false);
  });

  it('is refused with the text that the portal shows for it', async () => {
    const refused = await refusalOf(
      openProvider().client.signInWithCredentials({ username: 'nobody@plan.example', password }),
    );
    expect(refused).toMatchObject({ status: 401, errorCode: 'E0000004', errorSummary: 'Authentication failed' });
  });

  it('is not reached with an unknown link or state', async () => {
    const { client } = openProvider();
    const invalid = { status: 401, errorCode: 'E0000011', errorSummary: 'Invalid token provided' };
    expect(await refusalOf(client.verifyRecoveryToken({ recoveryToken: 'unknown' }))).toMatchObject(invalid);
    expect(await refusalOf(client.tx.resume({ stateToken: 'unknown' }))).toMatchObject(invalid);
  });
});

describe('MFA_ENROLL', () => {
  it('enrols a phone with a code, and then signs in', async () => {
    await addToGroup(await identity.addUser('enrol@plan.example'));
    const begun = await signIn('enrol@plan.example');
    expect([begun.status, functionsOf(begun)]).toEqual(['MFA_ENROLL', ['cancel']]);
    expect(begun.factors).toMatchObject([
      { factorType: 'sms', provider: 'OKTA', status: 'NOT_SETUP', enrollment: 'REQUIRED' },
    ]);
    const sent = await enroller(begun)({ profile: { phoneNumber: PHONE, updatePhone: true } });
    expect([sent.status, functionsOf(sent)]).toEqual(['MFA_ENROLL_ACTIVATE', ['activate', 'cancel', 'prev', 'resend']]);
    expect(sent.factor).toMatchObject({ factorType: 'sms', profile: { phoneNumber: '+1 XXX-XXX-0137' } });
    const done = await sent.activate!({ passCode: await sentCode() });
    expect([done.status, done.sessionToken]).toEqual(['SUCCESS', expect.any(String)]);
    identity.pass({ seconds: 30 });
    expect(await notice('enrol@plan.example', 'Your second factor was changed')).toContain('phone +1 XXX-XXX-');
    expect((await signIn('enrol@plan.example')).status).toBe('MFA_REQUIRED');
  });

  it('goes back to another number', async () => {
    await addToGroup(await identity.addUser('typo@plan.example'));
    const begun = await signIn('typo@plan.example');
    const mistyped = await enroller(begun)({ profile: { phoneNumber: '512-555-0199' } });
    const back = await mistyped.prev!();
    expect(back.status).toBe('MFA_ENROLL');
    identity.pass({ seconds: 30 });
    const sent = await enroller(back)({ profile: { phoneNumber: '(512) 555-0198' } });
    expect((await sent.activate!({ passCode: await sentCode() })).status).toBe('SUCCESS');
  });

  it('may be skipped only where the group leaves it open', async () => {
    await addToGroup(await identity.addUser('open@plan.example'), optionalGroupId);
    const begun = await signIn('open@plan.example');
    expect([begun.status, functionsOf(begun)]).toEqual(['MFA_ENROLL', ['cancel', 'skip']]);
    expect((await begun.skip!()).status).toBe('SUCCESS');
    await addToGroup(await identity.addUser('closed@plan.example'));
    const { client, browser } = open();
    const closed = await client.signInWithCredentials(credentials('closed@plan.example'));
    const { stateToken } = answerOf(closed);
    const answer = await browser.request('POST', '/api/v1/authn/skip', { json: { stateToken } });
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'E0000079']);
  });

  it('never keeps the owner of a phone from signing in, however often others enrol it', async () => {
    const phoneNumber = '+15125550136';
    await identity.addUserWithPhone('owner@plan.example', phoneNumber);
    await addToGroup(await identity.addUser('enroller@plan.example'));
    let enrolling = await signIn('enroller@plan.example');
    const enrol = () => enroller(enrolling)({ profile: { phoneNumber } });
    for (let code = 0; code < 5; code++) {
      const sent = await enrol();
      expect((await verifier(await signIn('owner@plan.example'))()).status).toBe('MFA_CHALLENGE');
      expect((await refusalOf(sent.resend!('sms'))).status).toBe(429);
      enrolling = await sent.prev!();
      identity.pass({ seconds: 30 });
    }
    expect(await refusalOf(enrol())).toMatchObject({
      status: 429,
      errorSummary: expect.stringContaining('38 minutes'),
    });
    await addToGroup(await identity.addUser('other.enroller@plan.example'));
    enrolling = await signIn('other.enroller@plan.example');
    expect((await enrol()).status).toBe('MFA_ENROLL_ACTIVATE');
  });

  it.each([
    '123',
    '+44 20 7946 0958',
    '51255501999',
    '012 555 0199',
    '112 555 0199',
    '512 055 0199',
    '512 155 0199',
    '900 555 0199',
    '976 555 0199',
  ])('refuses the number %s', async (phoneNumber) => {
    const login = `number-${phoneNumber.replace(/\D/g, '')}@plan.example`;
    await addToGroup(await identity.addUser(login));
    const begun = await signIn(login);
    expect(await refusalOf(enroller(begun)({ profile: { phoneNumber } }))).toMatchObject({ errorCode: 'E0000098' });
  });
});

describe('MFA_REQUIRED', () => {
  it('sends a code to a masked number, and signs in with it', async () => {
    await addUserWithPhone('phone@plan.example');
    const begun = await signIn('phone@plan.example');
    expect([begun.status, functionsOf(begun)]).toEqual(['MFA_REQUIRED', ['cancel']]);
    expect(begun.factors).toMatchObject([{ factorType: 'sms', profile: { phoneNumber: '+1 XXX-XXX-0137' } }]);
    expect(JSON.stringify(begun)).not.toContain('512');
    const sent = await verifier(begun)();
    expect([sent.status, functionsOf(sent)]).toEqual(['MFA_CHALLENGE', ['cancel', 'prev', 'resend', 'verify']]);
    const code = await sentCode();
    expect(await refusalOf(sent.verify!({ passCode: wrongCode(code) }))).toMatchObject({
      status: 403,
      errorCode: 'E0000068',
      errorSummary: 'Invalid Passcode/Answer',
    });
    const done = await sent.verify!({ passCode: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.status).toBe('SUCCESS');
    expect(await refusalOf(sent.verify!({ passCode: code }))).toMatchObject({ errorCode: 'E0000011' });
  });

  it('sends another code after thirty seconds, not before, and not to another sign-in either', async () => {
    await addUserWithPhone('resend@plan.example');
    const sent = await verifier(await signIn('resend@plan.example'))();
    const first = await sentCode();
    const refused = await refusalOf(sent.resend!('sms'));
    expect(refused).toMatchObject({ status: 429, errorCode: 'E0000047' });
    expect(refused.errorSummary).toMatch(/30 seconds/);
    expect(await refusalOf(verifier(await signIn('resend@plan.example'))())).toMatchObject({ status: 429 });
    identity.pass({ seconds: 30 });
    const again = await sent.resend!('sms');
    expect(again.status).toBe('MFA_CHALLENGE');
    expect(await refusalOf(sent.verify!({ passCode: first }))).toMatchObject({ errorCode: 'E0000068' });
    expect((await again.verify!({ passCode: await sentCode() })).status).toBe('SUCCESS');
  });

  it('accepts a code for five minutes, in its own sign-in, and once', async () => {
    await addUserWithPhone('minutes@plan.example');
    const sent = await verifier(await signIn('minutes@plan.example'))();
    const code = await sentCode();
    identity.pass({ seconds: 30 });
    const other = await verifier(await signIn('minutes@plan.example'))();
    expect(await refusalOf(other.verify!({ passCode: code }))).toMatchObject({ errorCode: 'E0000068' });
    const twice = await Promise.allSettled([1, 2].map(() => sent.verify!({ passCode: code })));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await sentCode();
    identity.pass({ minutes: 5 });
    expect(await refusalOf(other.verify!({ passCode: late }))).toMatchObject({ errorCode: 'E0000068' });
  });

  it('bounds the guesses of a person, however many codes are sent and however many tries arrive at once', async () => {
    await addUserWithPhone('guesses@plan.example');
    const sent = await verifier(await signIn('guesses@plan.example'))();
    const code = await sentCode();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => refusalOf(sent.verify!({ passCode: wrongCode(code) }))),
    );
    expect(guesses.map(({ errorCode }) => errorCode).sort()).toEqual([
      ...Array<string>(6).fill('E0000047'),
      ...Array<string>(6).fill('E0000068'),
    ]);
    identity.pass({ seconds: 30 });
    await sent.resend!('sms');
    expect(await refusalOf(sent.verify!({ passCode: await sentCode() }))).toMatchObject({ status: 429 });
    identity.pass({ minutes: 10 });
    const later = await verifier(await signIn('guesses@plan.example'))();
    expect((await later.verify!({ passCode: await sentCode() })).status).toBe('SUCCESS');
  });

  it('stays as it is when a code could not be sent, and sends one after thirty seconds', async () => {
    await identity.addUserWithPhone('unsent@plan.example', '+15125550138');
    const begun = await signIn('unsent@plan.example');
    identity.smsGatewayIsDown = true;
    expect(await refusalOf(verifier(begun)())).toMatchObject({ errorSummary: 'Unknown error' });
    identity.smsGatewayIsDown = false;
    expect(await refusalOf(verifier(begun)())).toMatchObject({ status: 429 });
    identity.pass({ seconds: 30 });
    const sent = await verifier(begun)();
    identity.pass({ seconds: 30 });
    identity.smsGatewayIsDown = true;
    expect(await refusalOf(sent.resend!('sms'))).toMatchObject({ errorSummary: 'Unknown error' });
    identity.smsGatewayIsDown = false;
    identity.pass({ seconds: 30 });
    const again = await sent.resend!('sms');
    expect((await again.verify!({ passCode: await sentCode() })).status).toBe('SUCCESS');
  });

  it('goes back, is looked at again, and ends by cancel', async () => {
    await addUserWithPhone('cancel@plan.example');
    const { client } = open();
    const begun = await client.signInWithCredentials({ ...credentials('cancel@plan.example') });
    const sent = await verifier(begun)();
    const stateToken = answerOf(sent)['stateToken']!;
    expect((await client.tx.resume({ stateToken })).status).toBe('MFA_CHALLENGE');
    expect((await client.tx.introspect({ stateToken })).status).toBe('MFA_CHALLENGE');
    const back = await sent.prev!();
    expect(back.status).toBe('MFA_REQUIRED');
    expect(await refusalOf(sent.prev!())).toMatchObject({ status: 403, errorCode: 'E0000079' });
    await back.cancel!();
    expect(await refusalOf(client.tx.resume({ stateToken }))).toMatchObject({ errorCode: 'E0000011' });
  });
});

describe('PASSWORD_EXPIRED', () => {
  const expire = async (id: string) => {
    expect((await identity.manage('POST', `/api/v1/users/${id}/lifecycle/expire_password`)).status).toBe(200);
  };

  it('asks for another password, with the old one, and then signs in', async () => {
    await expire(await identity.addUser('expired@plan.example'));
    const begun = await signIn('expired@plan.example');
    expect([begun.status, functionsOf(begun)]).toEqual(['PASSWORD_EXPIRED', ['cancel', 'changePassword']]);
    expect(begun.policy).toMatchObject({ complexity: { minLength: 8, minSymbol: 1 } });
    const change = (oldPassword: string, newPassword: string) => begun.changePassword!({ oldPassword, newPassword });
    const wrongOld = await refusalOf(change('Wr0ng-password!', NEW_PASSWORD));
    expect(wrongOld).toMatchObject({ status: 403, errorCode: 'E0000014', causes: ['Old password is not correct'] });
    expect((await refusalOf(change(PASSWORD, 'short'))).causes).toContain('New password must be at least 8 letters');
    expect((await refusalOf(change(PASSWORD, PASSWORD))).causes).toEqual([
      'New password must differ from your last 4 passwords',
    ]);
    const done = await change(PASSWORD, NEW_PASSWORD);
    expect([done.status, done.sessionToken]).toEqual(['SUCCESS', expect.any(String)]);
    expect(await notice('expired@plan.example', 'Your password was changed')).not.toContain(NEW_PASSWORD);
    expect((await signIn('expired@plan.example', NEW_PASSWORD)).status).toBe('SUCCESS');
    expect(await refusalOf(signIn('expired@plan.example'))).toMatchObject({ errorCode: 'E0000004' });
  });

  it('comes after the second factor, and before its enrolment', async () => {
    await expire(await addUserWithPhone('expired-phone@plan.example'));
    const sent = await verifier(await signIn('expired-phone@plan.example'))();
    expect((await sent.verify!({ passCode: await sentCode() })).status).toBe('PASSWORD_EXPIRED');
    const id = await identity.addUser('expired-enrol@plan.example');
    await addToGroup(id);
    await expire(id);
    const begun = await signIn('expired-enrol@plan.example');
    const changed = await begun.changePassword!({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(changed.status).toBe('MFA_ENROLL');
  });

  it('does not take any of the last four passwords, and then the first again', async () => {
    const login = 'history@plan.example';
    const id = await identity.addUser(login);
    const passwords = [PASSWORD, 'Sec0nd-horse!', 'Th1rd-horse!', 'F0urth-horse!', 'F1fth-horse!'];
    const change = async (oldPassword: string, newPassword: string) => {
      await expire(id);
      return (await signIn(login, oldPassword)).changePassword!({ oldPassword, newPassword });
    };
    for (const [index, password] of passwords.slice(1).entries()) await change(passwords[index]!, password);
    expect((await refusalOf(change(passwords[4]!, passwords[1]!))).errorCode).toBe('E0000014');
    expect((await change(passwords[4]!, PASSWORD)).status).toBe('SUCCESS');
  });
});

describe('A call in another state', () => {
  it('is refused with E0000079, and one of an unknown state token with E0000011', async () => {
    await addUserWithPhone('states@plan.example');
    const { client, browser } = open();
    const begun = await client.signInWithCredentials(credentials('states@plan.example'));
    const stateToken = answerOf(begun)['stateToken']!;
    const id = begun.factors![0]!['id'] as string;
    const calls: Record<string, object> = {
      factors: { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE } },
      [`factors/${id}/lifecycle/activate`]: { passCode: '000000' },
      [`factors/${id}/lifecycle/resend`]: {},
      [`factors/${id}/verify`]: { passCode: '000000' },
      [`factors/${id}/verify/resend`]: {},
      'credentials/change_password': { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
      'credentials/reset_password': { newPassword: NEW_PASSWORD },
      previous: {},
      skip: {},
    };
    for (const [path, body] of Object.entries(calls)) {
      const send = (token: string) =>
        browser.request('POST', `/api/v1/authn/${path}`, { json: { stateToken: token, ...body } });
      const { status, body: answer } = await send(stateToken);
      expect([path, status, answer.errorCode]).toEqual([path, 403, 'E0000079']);
      expect([path, (await send('unknown')).body.errorCode]).toEqual([path, 'E0000011']);
    }
    expect((await client.tx.resume({ stateToken })).status).toBe('MFA_REQUIRED');
    identity.pass({ minutes: 15 });
    expect(await refusalOf(client.tx.resume({ stateToken }))).toMatchObject({ errorCode: 'E0000011' });
  });
});
