import { describe, expect, it, jest } from '@jest/globals';
import { choicesOf, factorStep, rememberDaysOf, resendCode } from './second-factor.js';
import { dialogOf, type SignInStep } from './sign-in-step.js';
import { memoryStorage, withAside } from '../storage/browser-storage.js';
import { signInWithPasskey } from './passkeys.js';
import { needRoom, signIn, signInMessage, stepOf } from './sign-in.js';

describe('A failed sign-in', () => {
  it.each([
    [{ errorSummary: 'Authentication failed', message: 'x' }, 'Login failed: Incorrect username or password'],
    [{ errorSummary: 'API call exceeded rate limit' }, 'API call exceeded rate limit'],
    [new Error('Unable to retrieve OAuth iframe response'), 'Unable to retrieve OAuth iframe response'],
    [{}, 'Login attempt failed'],
    [
      { name: 'AuthApiError', errorSummary: 'Unknown error', xhr: { status: 503 } },
      'Sign-in is briefly unavailable. Please try again.',
    ],
    [
      { name: 'AuthApiError', errorSummary: 'Failed to fetch' },
      'The sign-in cannot be reached. Check the connection and try again.',
    ],
    [{ name: 'AuthApiError', errorSummary: 'Wait 30 seconds.', xhr: { status: 429 } }, 'Wait 30 seconds.'],
  ])('of %j says "%s"', (error, message) => expect(signInMessage(error)).toBe(message));
});

describe('A sign-in in a browser that has no room for it', () => {
  const NO_ROOM = 'This browser has no room left for the data of this site, so nobody can sign in here.';
  const BLOCKED = 'This browser blocks the data of this site, so nobody can sign in here.';
  const room = withAside(memoryStorage());
  const refusing = (error: Error) =>
    Object.assign(memoryStorage(), {
      setItem: () => {
        throw error;
      },
    });

  it('says so before anything is sent', async () => {
    const signal = new AbortController().signal;
    // There is no storage outside a browser.
    await expect(signIn({ username: 'rosa@plan.example', password: 'x' }, signal)).rejects.toThrow(BLOCKED);
    await expect(signInWithPasskey(signal)).rejects.toThrow(BLOCKED);
    const full = new DOMException('Full', 'QuotaExceededError');
    expect(() => needRoom([room, withAside(refusing(full))])).toThrow(NO_ROOM);
  });

  it.each([
    ['the tab', [room, withAside(null)]],
    ['the site', [withAside(null), room]],
    [
      'the tab, as it says when it is to keep something',
      [room, withAside(refusing(new DOMException('No', 'SecurityError')))],
    ],
  ])('says that it is blocked where that is what keeps it from the storage of %s', (_, storages) => {
    expect(() => needRoom(storages)).toThrow(BLOCKED);
  });

  it('is tried where there is room, of which nothing is used up', () => {
    expect(() => needRoom([room, room])).not.toThrow();
    expect(room.length).toBe(0);
  });
});

describe('A sign-in that was given up', () => {
  it.each(['SUCCESS', 'MFA_REQUIRED'])('goes no further when the provider answers %s', async (status) => {
    const answer = { status, sessionToken: 'a session token' } as never;
    await expect(stepOf(answer, 'rosa@plan.example', null, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

describe('A status of the provider', () => {
  it.each([
    ['SUCCESS', 'in'],
    ['MFA_ENROLL', 'enroll-factor'],
    ['MFA_ENROLL_ACTIVATE', 'enroll-factor'],
    ['MFA_REQUIRED', 'ask-factor'],
    ['MFA_CHALLENGE', 'ask-factor'],
    ['PASSWORD_EXPIRED', 'password-expired'],
    ['PASSWORD_RESET', 'reset-password'],
    ['LOCKED_OUT', 'locked-out'],
  ])('%s opens %s', (status, dialog) => expect(dialogOf(status)).toBe(dialog));

  it.each(['PASSWORD_WARN', 'RECOVERY', 'toString', ''])('"%s" is not known: the attempt failed', (status) => {
    expect(() => dialogOf(status)).toThrow('Login attempt failed');
  });
});

describe('The second factor', () => {
  const sms = { factorType: 'sms', id: 'sms1', profile: { phoneNumber: '+1 XXX-XXX-0137' } };
  const app = { factorType: 'token:software:totp', id: 'uft1', profile: { credentialId: 'rosa@plan.example' } };
  const key = { factorType: 'webauthn', id: 'key1' };
  const pending = {
    username: 'rosa@plan.example',
    userId: '00u1',
    stateToken: 'a-state-token',
    hasChoice: false,
    rememberDays: 0,
  };

  it('is a phone or an authenticator app, among others or after its code was sent', () => {
    const phone = { kind: 'phone', id: 'sms1', phone: '+1 XXX-XXX-0137' };
    expect(choicesOf({ factors: [key, sms, app] })).toEqual([phone, { kind: 'app', id: 'uft1', phone: null }]);
    expect(choicesOf({ factor: sms })).toEqual([phone]);
  });

  it.each([
    [{ allowRememberDevice: true, rememberDeviceLifetimeInMinutes: 43_200 }, 30],
    [{ allowRememberDevice: false, rememberDeviceLifetimeInMinutes: 43_200 }, 0],
    [{ complexity: { minLength: 8 } }, 0],
    [undefined, 0],
  ])('with the policy %j may be remembered for %i days', (policy, days) => {
    expect(rememberDaysOf({ policy })).toBe(days);
  });

  it('is chosen where there are several, the phone first', async () => {
    expect(await factorStep({ factors: [app, sms] }, 'ask-factor', pending)).toMatchObject({
      dialog: 'choose-factor',
      factors: [{ kind: 'phone' }, { kind: 'app' }],
    });
  });

  it('is the one that was chosen last, while there is one of its kind', async () => {
    const step = (factors: object[], preferred: string) =>
      factorStep({ factors } as never, 'ask-factor', pending, preferred);
    expect(await step([sms, app], 'app')).toMatchObject({ dialog: 'verify-app', factorId: 'uft1' });
    expect(await step([sms, { ...sms, id: 'sms2' }], 'app')).toMatchObject({ dialog: 'choose-factor' });
    const offered = [{ factorType: 'sms' }, { factorType: 'token:software:totp' }];
    expect(await factorStep({ factors: offered }, 'enroll-factor', pending, 'app')).toMatchObject({
      dialog: 'choose-factor',
    });
  });

  it('is chosen where the one that was chosen last cannot be asked for', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    jest.useFakeTimers();
    const asking = factorStep({ factors: [sms, app] }, 'ask-factor', pending, 'phone');
    await jest.runAllTimersAsync();
    const step = await asking;
    jest.useRealTimers();
    jest.restoreAllMocks();
    expect(step).toMatchObject({ dialog: 'choose-factor' });
  });

  it('is confirmed by no code before one was sent for this sign-in, and by that one from then on', async () => {
    const network = jest.spyOn(globalThis, 'fetch');
    const refuse = () =>
      Response.json(
        { success: false, message: 'Wait.', data: null, code: 'identity/limited' },
        { status: 429, headers: { 'retry-after': '27' } },
      );
    network.mockImplementation(() => Promise.resolve(refuse()));
    const codeOf = (step: SignInStep) => (step as Extract<SignInStep, { dialog: 'verify-phone' }>).code;
    const begun = codeOf(await factorStep({ factors: [sms] }, 'ask-factor', pending));
    network.mockResolvedValueOnce(Response.json({ success: true, message: '', data: { status: 'MFA_CHALLENGE' } }));
    const sent = codeOf(await resendCode(pending, begun));
    const refused = codeOf(await resendCode(pending, sent));
    jest.restoreAllMocks();
    expect([begun, sent, refused].map((code) => code.sent)).toEqual([false, true, true]);
    expect([begun, sent, refused].map((code) => code.unsent?.message)).toEqual(['Wait.', undefined, 'Wait.']);
  });

  it('is asked for where it is the only one', async () => {
    expect(await factorStep({ factors: [app, key] }, 'ask-factor', pending)).toEqual({
      dialog: 'verify-app',
      pending,
      factorId: 'uft1',
    });
    const offered = { factorType: 'sms', status: 'NOT_SETUP' };
    expect(await factorStep({ factor: sms }, 'enroll-factor', pending)).toEqual({
      dialog: 'setup-phone',
      pending,
    });
    expect(await factorStep({ factors: [offered] }, 'enroll-factor', pending)).toEqual({
      dialog: 'setup-phone',
      pending,
    });
  });

  it.each([{ factors: [key] }, { factors: [] }, { factor: key }, {}])('is missing in %j', async (transaction) => {
    await expect(factorStep(transaction, 'ask-factor', pending)).rejects.toThrow('No SMS factor');
  });
});
