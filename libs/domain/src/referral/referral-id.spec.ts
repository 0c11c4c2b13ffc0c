import { describe, expect, it } from '@jest/globals';
import { isReferralId, referralId } from './referral-id.js';

const at = '2026-11-21T11:27:10.999Z';

describe('Referral id', () => {
  it('is the year, the day of the year, the second of the day and a random number, in 15 digits', () => {
    expect(referralId({ at, random: 0.71844 })).toBe('263254123071844');
    expect(referralId({ at: '2005-01-01T00:00:00Z', random: 0 })).toBe('050010000000000');
    expect(referralId({ at: '2028-12-31T23:59:59Z', random: 0.999999 })).toBe('283668639999999');
  });

  it('sorts by time as text', () => {
    const ids = ['2026-01-09T23:00:00Z', '2026-01-10T01:00:00Z', '2026-11-21T00:00:00Z', '2027-01-01T00:00:00Z'].map(
      (time) => referralId({ at: time, random: 0.5 }),
    );
    expect([...ids].sort()).toEqual(ids);
  });

  it('is an integer that JavaScript can hold', () => {
    expect(Number.isSafeInteger(Number(referralId({ at: '2099-12-31T23:59:59Z', random: 0.999999 })))).toBe(true);
  });

  it('is distinguished from other text', () => {
    expect(isReferralId('263254123071844')).toBe(true);
    expect(['26325', '26325 41230 71844', '26325412307184x', ''].some(isReferralId)).toBe(false);
  });
});
