import { describe, expect, it } from '@jest/globals';
import { referralId } from '@throughline/domain';
import { isRecentEnoughToMail } from './mail-limits.js';
import { oldestReferralToMail } from './mail-of-order.js';

const now = new Date('2026-01-02T12:00:00.000Z');
const last = '2025-12-30T12:00:00.001Z';
const late = '2025-12-30T12:00:00.000Z';

describe('A mail about an order', () => {
  it('is sent for three days, across the year', () => {
    expect([isRecentEnoughToMail(last, now), isRecentEnoughToMail(late, now)]).toEqual([true, false]);
  });

  it('is searched for among the ids of those days', () => {
    expect(referralId({ at: last, random: 0.5 }) >= oldestReferralToMail(now)).toBe(true);
    expect(referralId({ at: '2025-12-30T11:59:59.999Z', random: 0.999 }) < oldestReferralToMail(now)).toBe(true);
  });
});
