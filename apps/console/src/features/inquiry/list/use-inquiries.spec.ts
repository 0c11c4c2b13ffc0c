import { describe, expect, it } from '@jest/globals';
import type { Inquiry } from '@throughline/contracts';
import { liveInquiries } from './use-inquiries.js';

const AT = '2026-11-21T12:00:00.000Z';
const row = (inquiryId: string) => ({ inquiryId, status: 'open' }) as Inquiry;
const change = (inquiryId: string, status: string, settledAt: string | null = status === 'open' ? null : AT) => ({
  position: 1,
  key: inquiryId,
  at: AT,
  row: { inquiryId, status, settledAt },
});

describe('Messages on the screen', () => {
  it('keep their place when somebody settles one, and count the others that changed', () => {
    const { rows, arrived, changedAt } = liveInquiries(
      [row('1'), row('2')],
      [change('1', 'answered'), change('9', 'open'), change('9', 'closed')],
      'open',
    );
    expect(rows.map(({ inquiryId, status }) => `${inquiryId} ${status}`)).toEqual(['1 answered', '2 open']);
    // Who settled the first message, and how, was not read. It must not be reopened as if somebody had read that.
    expect(rows.map(({ isSettledUnread }) => isSettledUnread)).toEqual([true, false]);
    expect(arrived).toBe(1);
    expect([...changedAt.keys()]).toEqual(['1', '9']);
  });

  it('that were closed, reopened and closed again do not keep the words and the name of the first closing', () => {
    const closed = { inquiryId: '1', status: 'closed', closed: { text: 'Spam', by: 'Dee Park', at: AT } } as Inquiry;
    const later = '2026-11-21T12:05:00.000Z';
    const again = liveInquiries([closed], [change('1', 'open'), change('1', 'closed', later)], 'done');
    expect([again.rows[0]?.isSettledUnread, again.arrived]).toEqual([true, 1]);
    // A change that leaves the status as it was, for example that a mail was sent.
    const same = liveInquiries([closed], [change('1', 'closed')], 'done');
    expect([same.rows[0]?.isSettledUnread, same.arrived]).toEqual([false, 0]);
  });
});
