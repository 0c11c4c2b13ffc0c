import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../storage/browser-storage.js';
import { SIGN_IN_STEP } from '../storage/stored.js';
import { keepStep, keepTyped, keptSignIn, type ShownStep } from './kept-sign-in.js';

const NOW = 1_000_000;
const pending = { username: 'ana@plan.example', userId: 'u', stateToken: 's', hasChoice: false, rememberDays: 0 };
const code = { factorId: 'f', phone: '+1 XXX-XXX-0147', enrolling: null, sent: true, resendAt: 1_030_000 };
const verifying = {
  dialog: 'verify-phone',
  pending,
  code: { ...code, unsent: new Error('No.') as never },
} as const satisfies ShownStep;

describe('A sign-in in progress', () => {
  it('goes on after a reload with its step and what was typed', () => {
    const storage = memoryStorage();
    keepStep(storage, verifying, NOW);
    keepTyped(storage, { passCode: '12', remember: true });
    expect(keptSignIn(storage, NOW)).toMatchObject({
      step: { dialog: 'verify-phone', pending, code: { ...code, unsent: null } },
      typed: { passCode: '12', remember: true },
    });
  });

  it('never stores a password', () => {
    const storage = memoryStorage();
    keepStep(storage, { dialog: 'sign-in', username: '', notice: null }, NOW);
    keepTyped(storage, {
      username: 'ana',
      password: 'S3cret',
      oldPassword: 'S3cret',
      newPassword: 'S3cret',
      confirmation: 'S3cret',
    });
    expect(keptSignIn(storage, NOW)?.typed).toEqual({ username: 'ana' });
    expect(storage.getItem(SIGN_IN_STEP)).not.toContain('S3cret');
  });

  it('begins each step with nothing typed', () => {
    const storage = memoryStorage();
    keepStep(storage, verifying, NOW);
    keepTyped(storage, { passCode: '12' });
    keepStep(storage, { dialog: 'setup-phone', pending }, NOW);
    expect(keptSignIn(storage, NOW)?.typed).toEqual({});
  });

  it.each([
    ['it is closed', (storage: Storage) => storage.removeItem(SIGN_IN_STEP), NOW],
    ['an hour has passed', () => undefined, NOW + 3_600_001],
    [
      'another version stored it',
      (storage: Storage) => storage.setItem(SIGN_IN_STEP, '{"step":{"dialog":"captcha"}}'),
      NOW,
    ],
  ])('is not gone on with after %s', (_, change, now) => {
    const storage = memoryStorage();
    keepStep(storage, verifying, NOW);
    change(storage);
    keepTyped(storage, { passCode: '1' });
    expect(keptSignIn(storage, now)).toBeNull();
  });
});
