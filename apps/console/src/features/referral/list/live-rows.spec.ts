import { describe, expect, it } from '@jest/globals';
import type { Change, ReferralListRow } from '@throughline/contracts';
import { liveReferrals } from './live-rows.js';

const row = (referralId: string, status = 'Shipped') => ({ referralId, status }) as ReferralListRow;
const change = (of: ReferralListRow, position = 1): Change => ({ position, key: of.referralId, row: of, at: '' });

describe('Live rows of a list', () => {
  it('keep their place when they change', () => {
    const live = liveReferrals([row('2'), row('1')], [change(row('1', 'Delivered'))]);
    expect(live.rows.map(({ referralId, status }) => `${referralId} ${status}`)).toEqual(['2 Shipped', '1 Delivered']);
    expect([...live.changed]).toEqual(['1']);
    expect(live.elsewhere.size).toBe(0);
  });

  it('do not move for new rows, which wait', () => {
    const live = liveReferrals([row('1')], [change(row('2')), change(row('2'), 2)]);
    expect(live.rows.map(({ referralId }) => referralId)).toEqual(['1']);
    expect([...live.elsewhere]).toEqual(['2']);
  });

  it('have the latest of several values', () => {
    const live = liveReferrals([row('1')], [change(row('1', 'A')), change(row('1', 'B'), 2), change(row('3'), 3)]);
    expect(live.rows[0]?.status).toBe('B');
    expect([live.changed.size, live.elsewhere.size]).toEqual([1, 1]);
  });
});
