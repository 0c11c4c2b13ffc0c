import { describe, expect, it } from '@jest/globals';
import { choicesOf, factorStep, rememberDaysOf } from './second-factor.js';
import { dialogOf } from './sign-in-step.js';
import { signInMessage } from './sign-in.js';

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

describe('A status of the provider', () => {
  it.each([
    ['SUCCESS', 'in'],
    ['MFA_ENROLL', 'setup-phone'],
    ['MFA_ENROLL_ACTIVATE', 'setup-phone'],
    ['MFA_REQUIRED', 'verify-phone'],
    ['MFA_CHALLENGE', 'verify-phone'],
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

  it('is chosen where there are several', async () => {
    const factors = [sms, app];
    expect(await factorStep({ status: 'MFA_REQUIRED', factors }, pending)).toMatchObject({
      dialog: 'choose-factor',
      factors: choicesOf({ factors }),
    });
  });

  it('is asked for where it is the only one', async () => {
    expect(await factorStep({ status: 'MFA_REQUIRED', factors: [app, key] }, pending)).toEqual({
      dialog: 'verify-app',
      pending,
      factorId: 'uft1',
    });
    const offered = { factorType: 'sms', status: 'NOT_SETUP' };
    expect(await factorStep({ status: 'MFA_ENROLL_ACTIVATE', factor: sms }, pending)).toEqual({
      dialog: 'setup-phone',
      pending,
    });
    expect(await factorStep({ status: 'MFA_ENROLL', factors: [offered] }, pending)).toEqual({
      dialog: 'setup-phone',
      pending,
    });
  });

  it.each([{ factors: [key] }, { factors: [] }, { factor: key }, {}])('is missing in %j', async (transaction) => {
    await expect(factorStep({ status: 'MFA_REQUIRED', ...transaction }, pending)).rejects.toThrow('No SMS factor');
  });
});
