import { describe, expect, it } from '@jest/globals';
import { dialogOf, signInMessage, smsFactorOf } from './sign-in.js';

describe('A failed sign-in', () => {
  it.each([
    [{ errorSummary: 'Authentication failed', message: 'x' }, 'Login failed: Incorrect username or password'],
    [{ errorSummary: 'API call exceeded rate limit' }, 'API call exceeded rate limit'],
    [new Error('Unable to retrieve OAuth iframe response'), 'Unable to retrieve OAuth iframe response'],
    [{}, 'Login attempt failed'],
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
  const sms = { factorType: 'sms', id: 'sms1' };
  const key = { factorType: 'webauthn', id: 'key1' };

  it('is the phone, among others or after its code was sent', () => {
    expect(smsFactorOf({ factors: [key, sms] })).toBe(sms);
    expect(smsFactorOf({ factor: sms })).toBe(sms);
  });

  it.each([{ factors: [key] }, { factors: [] }, { factor: key }, {}])('is missing in %j', (transaction) => {
    expect(() => smsFactorOf(transaction)).toThrow('No SMS factor');
  });
});
