import { describe, expect, it } from '@jest/globals';
import type { LinkedAct } from '@throughline/contracts';
import { branchOf, moreWords } from './branches.js';

const act = (eventId: string, followed = 0) => ({ eventId, followed }) as LinkedAct;
const page = (found: number, ...rows: LinkedAct[]) => ({ found, rows });
const idsOf = (rows: readonly LinkedAct[]) => rows.map(({ eventId }) => eventId);

describe('A branch of the tree of causes', () => {
  const order = act('order', 57);
  const asked = act('asked');

  it('shows the way to its act before anything was read, and then where that stands', () => {
    expect(branchOf(order, [order, asked])).toEqual({ rows: [asked], left: 57 });
    const { rows, left } = branchOf(order, [order, asked], [page(57, act('a'), asked)]);
    expect([idsOf(rows), left]).toEqual([['a', 'asked'], 55]);
  });

  it('shows the way to its act beyond what was read, and does not count it as read', () => {
    const { rows, left } = branchOf(order, [order, asked], [page(57, act('a')), page(58, act('b'))]);
    expect([idsOf(rows), left]).toEqual([['a', 'b', 'asked'], 56]);
  });

  it('that is not on the way shows what was read alone', () => {
    expect(branchOf(act('other', 1), [order, asked], [page(1, act('a'))])).toEqual({ rows: [act('a')], left: 0 });
  });

  it('says how many are read next, and of how many', () => {
    expect([moreWords(37, 57), moreWords(2, 1022)]).toEqual(['20 more of 57', '2 more of 1,022']);
  });
});
