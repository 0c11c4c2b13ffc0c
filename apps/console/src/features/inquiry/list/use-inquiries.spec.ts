import { describe, expect, it } from '@jest/globals';
import type { Inquiry } from '@throughline/contracts';
import { liveInquiries } from './use-inquiries.js';

const row = (inquiryId: string) => ({ inquiryId, status: 'open' }) as Inquiry;
const change = (inquiryId: string, status: string) => ({
  ...{ position: 1, key: inquiryId, at: '2026-11-21T12:00:00.000Z' },
  row: { inquiryId, status },
});

describe('Messages on the screen', () => {
  it('keep their place when somebody settles one, and count the others that changed', () => {
    const { rows, arrived, changedAt } = liveInquiries(
      [row('1'), row('2')],
      [change('1', 'answered'), change('9', 'open'), change('9', 'closed')],
    );
    expect(rows.map(({ inquiryId, status }) => `${inquiryId} ${status}`)).toEqual(['1 answered', '2 open']);
    // How the first was settled is not known here, so nobody can reopen it as if they had read that.
    expect(rows.map(({ isSettledUnread }) => isSettledUnread)).toEqual([true, false]);
    expect(arrived).toBe(1);
    expect([...changedAt.keys()]).toEqual(['1', '9']);
  });
});
