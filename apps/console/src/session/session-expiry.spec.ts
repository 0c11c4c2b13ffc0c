import { describe, expect, it } from '@jest/globals';
import { clock, expiryAction, minutesToAnnounce, tokenLife } from './session-expiry.js';

describe('Session expiry', () => {
  it('renews at 1800 seconds and warns at 360', () => {
    expect([1801, 1800, 361, 360, 0, -5].map(expiryAction)).toEqual(['none', 'renew', 'renew', 'warn', 'warn', 'warn']);
  });

  it('announces five, two and one minutes', () => {
    expect([300_000, 120_001, 120_000, 60_000, 1].map(minutesToAnnounce)).toEqual([5, 5, 2, 1, 1]);
  });

  const HOUR = 3600;
  /** Tokens that are valid for an hour, received when the browser's clock showed `cameAt` (s) and the provider's 1,000,000. */
  const tokens = (cameAt: number) => ({
    accessToken: { expiresAt: cameAt + HOUR },
    idToken: { expiresAt: cameAt + HOUR, claims: { iat: 1_000_000, exp: 1_000_000 + HOUR } },
  });

  const leftOf = (stored: object, now: number) =>
    tokenLife(
      () => stored,
      () => now * 1000,
      () => now * 1000,
    )();

  it.each([
    ['six minutes slow', -360],
    ['three hours fast', 3 * HOUR],
    ['years slow', -990_000],
  ])('counts the life of a token by a clock that is %s', (_how, off) => {
    const stored = tokens(1_000_000 + off);
    expect(leftOf(stored, 1_000_000 + off)).toBe(HOUR);
    expect(leftOf(stored, 1_000_000 + off + HOUR)).toBe(0);
  });

  it('renews tokens that are yet to come by a clock that was set back, and does not warn of them', () => {
    expect(expiryAction(leftOf(tokens(1_000_000), 1_000_000 - 2 * HOUR))).toBe('renew');
  });

  it('has nothing left without a token', () => {
    expect(leftOf({}, 0)).toBe(0);
  });

  it('shows what is left as a clock', () => {
    expect([300_000, 65_000, 999, -1].map(clock)).toEqual(['5:00', '1:05', '0:01', '0:00']);
  });
});
