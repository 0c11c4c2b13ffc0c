import { describe, expect, it } from '@jest/globals';
import { itemTaskDecider } from '../item-task/item-task.decider.js';
import { opened } from '../item-task/item-task.testing.js';
import type { Recorded } from '../kernel/event.js';
import { anItem } from '../referral/order/order.testing.js';
import { type ItemsCorrected, placeItemsWhenOrderCorrected } from './place-items-when-order-corrected.policy.js';

const common = { referralId: '1', correctedAt: '2026-11-20T18:00:00.000Z' };
const { decide, evolve, initialState } = itemTaskDecider;

/** The events of the tasks that corrections lead to, for a referral whose first two items are in Create Patient. */
function tasksAfter(...corrections: ItemsCorrected[]) {
  const before = [opened(1, 'Create Patient', [1, 2])];
  return corrections
    .map((event) => placeItemsWhenOrderCorrected(event as Recorded<ItemsCorrected>, null))
    .reduce((events, command) => [...events, ...decide(events.reduce(evolve, initialState), command)], before)
    .slice(1);
}

describe('When the items of an order are corrected', () => {
  const removed = { type: 'ItemRemoved', data: { ...common, itemId: 2 } } as const;

  it('an added item enters Select Items', () => {
    expect(tasksAfter({ type: 'ItemAdded', data: { ...common, item: anItem(3) } })).toEqual([
      opened(2, 'Select Items', [3]),
    ]);
  });

  it('a removed item leaves its task, and enters Select Items when it is restored', () => {
    expect(tasksAfter(removed, { type: 'ItemRestored', data: { ...common, itemId: 2 } })).toMatchObject([
      { type: 'ItemsWithdrawn', data: { itemIds: [2], withdrawnAt: common.correctedAt } },
      { type: 'TaskOpened', data: { task: 'Select Items', itemIds: [2] } },
    ]);
    expect(tasksAfter(removed, removed)).toHaveLength(1);
  });
});
