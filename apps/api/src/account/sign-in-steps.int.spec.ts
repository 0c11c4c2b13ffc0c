import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REQUESTS_PER_MINUTE } from '../rate-limit/rate-limits.js';
import { startApi } from '../testing/api-under-test.js';
import { post } from '../testing/call.js';
import { PENDING_USER } from '../testing/identity-stand-in.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

const stateToken = 'a-state-token';
const newPassword = 'Corr3ct-horse!';
const reset = (body: object = { stateToken, newPassword }) => post(api, '/okta/reset-password', body);
const change = () => post(api, '/okta/change-password', { stateToken, oldPassword: 'Old-one-1!', newPassword });
const verify = (body: object = {}) => post(api, '/okta/factors/sms1/verify', { stateToken, ...body });
const enroll = (userId = PENDING_USER, phone = '6025550182') =>
  post(api, `/okta/users/${userId}/factors/enroll`, { stateToken, phone });
const activate = (userId = PENDING_USER) =>
  post(api, `/okta/users/${userId}/factors/sms1/activate`, { stateToken, passCode: ' 123456 ' });

/** The calls to the provider that a request causes. */
async function stepsOf(request: () => Promise<unknown>) {
  const before = api.identity.steps.length;
  await request();
  return api.identity.steps.slice(before);
}

const isIn = (status: string, id = PENDING_USER) => ({ status: 200, body: { status, _embedded: { user: { id } } } });

describe('A step of a sign-in', () => {
  it('of a mailed link sets the password and does not sign in, whatever is still to do', async () => {
    for (const status of ['SUCCESS', 'MFA_REQUIRED', 'MFA_ENROLL']) {
      api.identity.answersNext({ status: 200, body: { status, sessionToken: 'secret' } });
      const { status: code, body } = await reset();
      expect({ code, body }).toEqual({ code: 200, body: { success: true, message: 'OK', data: null } });
    }
  });

  it('answers with what is next, and at the end with the session token', async () => {
    api.identity.answersNext({ status: 200, body: { status: 'MFA_CHALLENGE', stateToken, _embedded: {} } });
    expect((await verify()).body.data).toEqual({ status: 'MFA_CHALLENGE', sessionToken: null });
    const end = { status: 'SUCCESS', sessionToken: 'a-session-token' };
    expect((await verify({ passCode: '123456' })).body.data).toEqual(end);
    expect((await change()).body.data).toEqual(end);
  });

  it('remembers the browser if the person wants it', async () => {
    const asked = await stepsOf(() => verify({ passCode: '123456', rememberDevice: true }));
    expect(asked).toEqual([['/factors/sms1/verify?rememberDevice=true', { stateToken, passCode: '123456' }]]);
    expect(await stepsOf(() => verify({ passCode: '123456', rememberDevice: false }))).toEqual([
      ['/factors/sms1/verify', { stateToken, passCode: '123456' }],
    ]);
  });

  it.each([
    [401, 'E0000011', 'Invalid token provided', 403, 'identity/invalid-token', 'Invalid token provided'],
    [403, 'E0000068', 'Invalid Passcode/Answer', 400, 'identity/code-refused', 'Invalid Passcode/Answer'],
    [403, 'E0000079', 'This operation is not allowed', 409, 'identity/wrong-state', 'This operation is not allowed'],
    [404, 'E0000007', 'Not found', 404, 'factor/not-found', 'This factor was not found.'],
    [429, 'E0000047', 'A code was sent a moment ago.', 429, 'request/too-many', 'A code was sent a moment ago.'],
    [500, 'E0000009', 'Internal Server Error', 503, 'identity/unavailable', 'Sign-in is briefly unavailable'],
  ])('answered %i %s (%s) by the provider, is refused with %i %s', async (...row) => {
    const [status, errorCode, errorSummary, expected, code, message] = row;
    api.identity.answersNext({ status, body: { errorCode, errorSummary }, headers: { 'retry-after': '17' } });
    const answer = await verify({ passCode: '000000' });
    expect(answer).toMatchObject({ status: expected, body: { success: false, code } });
    expect(answer.body.message).toContain(message);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('17');
  });

  it.each([
    ['New password', ['It is too easy', 'It is yours'], { newPassword: 'It is too easy. It is yours' }],
    ['Old password', ['Old password is not correct'], { oldPassword: 'Old password is not correct' }],
  ])('is refused with the reasons at the field: %s', async (_, causes, errors) => {
    const errorCauses = causes.map((errorSummary) => ({ errorSummary }));
    api.identity.answersNext({ status: 403, body: { errorCode: 'E0000014', errorSummary: 'No', errorCauses } });
    expect(await change()).toMatchObject({ status: 400, body: { code: 'identity/password-refused', errors } });
  });

  it('is refused with the broken rule before the provider is called', async () => {
    expect(
      await stepsOf(async () => {
        const { status, body } = await reset({ stateToken, newPassword: 'short' });
        expect([status, body.errors]).toEqual([400, { newPassword: 'New password must be at least 8 letters' }]);
        expect((await enroll(PENDING_USER, '602555')).body.errors).toEqual({ phone: 'Phone is not valid' });
      }),
    ).toEqual([]);
  });

  it('is limited by its state token, at whatever factor it guesses', async () => {
    for (let tries = 0; tries < REQUESTS_PER_MINUTE.signInByToken; tries++) await verify({ passCode: '000000' });
    expect((await verify({ passCode: '000000' })).status).toBe(429);
    expect((await activate()).status).toBe(429);
    expect((await post(api, '/okta/factors/sms1/verify', { stateToken: 'of another' })).status).toBe(200);
  });
});

describe('A phone', () => {
  it('that the provider does not take is refused in the words of the form', async () => {
    api.identity.answersNext(isIn('MFA_ENROLL'));
    const errorSummary = 'This phone number is invalid.';
    api.identity.answersNext({ status: 400, body: { errorCode: 'E0000098', errorSummary } });
    expect(await enroll(PENDING_USER, '9005550182')).toMatchObject({
      status: 400,
      body: { code: 'identity/phone-refused', errors: { phone: 'Phone is not valid' } },
    });
  });

  it('is enrolled and activated with the state token of its sign-in, which the provider checks', async () => {
    const profile = { phoneNumber: '+16025550182' };
    expect(await stepsOf(async () => expect((await enroll()).body.data).toEqual({ status: 'PENDING_ACTIVATION', id: 'sms-new' }))).toEqual([
      ['', { stateToken }],
      ['/factors?updatePhone=true', { stateToken, factorType: 'sms', provider: 'OKTA', profile }],
    ]); // prettier-ignore
    api.identity.answersNext(isIn('MFA_ENROLL_ACTIVATE'));
    expect(await stepsOf(async () => expect((await activate()).body.data).toEqual({ status: 'ACTIVE' }))).toEqual([
      ['', { stateToken }],
      ['/factors/sms1/lifecycle/activate', { stateToken, passCode: '123456' }],
    ]);
  });

  it('is sent another code by enrolling it again', async () => {
    api.identity.answersNext(isIn('MFA_ENROLL_ACTIVATE'));
    const asked = await stepsOf(enroll);
    expect(asked.map(([path]) => path)).toEqual(['', '/previous', '/factors?updatePhone=true']);
  });

  it.each([
    ['of another person', isIn('MFA_ENROLL', 'somebody-else')],
    ['that asks for the code of an enrolled phone', isIn('MFA_REQUIRED')],
    ['that sent a code to an enrolled phone', isIn('MFA_CHALLENGE')],
    ['that is not in progress', { status: 401, body: { errorCode: 'E0000011', errorSummary: 'Invalid token provided' } }],
  ])('is neither enrolled nor activated with the state token of a sign-in %s', async (_, answer) => {
    for (const call of [enroll, activate]) {
      api.identity.answersNext(answer);
      const asked = await stepsOf(async () => {
        expect(await call()).toMatchObject({ status: 403, body: { code: 'identity/invalid-token' } });
      });
      expect(asked).toEqual([['', { stateToken }]]);
    }
  }); // prettier-ignore
});
