import { describe, expect, it } from '@jest/globals';
import { clock, expiryAction, minutesToAnnounce } from './session-expiry.js';

describe('Session expiry', () => {
  it('renews at 1800 seconds and warns at 360', () => {
    expect([1801, 1800, 361, 360, 0, -5].map(expiryAction)).toEqual(['none', 'renew', 'renew', 'warn', 'warn', 'warn']);
  });

  it('announces five, two and one minutes', () => {
    expect([300_000, 120_001, 120_000, 60_000, 1].map(minutesToAnnounce)).toEqual([5, 5, 2, 1, 1]);
  });

  it('shows what is left as a clock', () => {
    expect([300_000, 65_000, 999, -1].map(clock)).toEqual(['5:00', '1:05', '0:01', '0:00']);
  });
});
