import { describe, expect, it } from '@jest/globals';
import { type Call, allows, CALLS, nextState, STATES } from './states.js';

const facts = { userStatus: 'ACTIVE', hasActiveFactor: false, secondFactorDone: false, policy: undefined } as const;

describe('After the right password', () => {
  it.each([
    [{}, 'SUCCESS'],
    [{ hasActiveFactor: true }, 'MFA_REQUIRED'],
    [{ hasActiveFactor: true, userStatus: 'PASSWORD_EXPIRED' }, 'MFA_REQUIRED'],
    [{ hasActiveFactor: true, secondFactorDone: true, userStatus: 'PASSWORD_EXPIRED' }, 'PASSWORD_EXPIRED'],
    [{ policy: 'REQUIRED', userStatus: 'PASSWORD_EXPIRED' }, 'PASSWORD_EXPIRED'],
    [{ policy: 'REQUIRED' }, 'MFA_ENROLL'],
    [{ policy: 'OPTIONAL' }, 'MFA_ENROLL'],
    [{ policy: 'OPTIONAL', secondFactorDone: true }, 'SUCCESS'],
    [{ policy: 'REQUIRED', hasActiveFactor: true, secondFactorDone: true }, 'SUCCESS'],
  ] as const)('%j leads to %s', (changes, state) => {
    expect(nextState({ ...facts, ...changes })).toBe(state);
  });
});

describe('A state', () => {
  it('allows the calls that it offers, cancel and introspect, and no others', () => {
    const allowed = Object.keys(STATES).map((state) => [
      state,
      (Object.keys(CALLS) as Call[]).filter((call) => allows(state as keyof typeof STATES, call)),
    ]);
    expect(Object.fromEntries(allowed)).toEqual({
      MFA_ENROLL: ['enroll', 'skip', 'cancel', 'introspect'],
      MFA_ENROLL_ACTIVATE: ['activate', 'resendActivation', 'previous', 'cancel', 'introspect'],
      MFA_REQUIRED: ['verify', 'cancel', 'introspect'],
      MFA_CHALLENGE: ['verify', 'resendChallenge', 'previous', 'cancel', 'introspect'],
      PASSWORD_EXPIRED: ['changePassword', 'cancel', 'introspect'],
      RECOVERY: ['answer', 'cancel', 'introspect'],
      PASSWORD_RESET: ['resetPassword', 'cancel', 'introspect'],
    });
  });
});
