import { describe, expect, it } from '@jest/globals';
import { itemTaskDecider } from '../item-task/item-task.decider.js';
import type { Recorded } from '../kernel/event.js';
import { anItem, anOrder } from '../referral/order/order.testing.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import { openFirstTaskWhenReferralSubmitted } from './open-first-task-when-referral-submitted.policy.js';

const submitted = {
  type: 'ReferralSubmitted',
  data: {
    referralId: '1',
    order: anOrder([anItem(1), anItem(2)]),
    companyId: null,
    submittedAt: '2026-11-21T11:27:10.000Z',
  },
} as Recorded<ReferralSubmitted>;

describe('When a referral is submitted', () => {
  const command = openFirstTaskWhenReferralSubmitted(submitted, null);

  it('every item begins at Create Patient, from the time of the submission', () => {
    expect(itemTaskDecider.decide(itemTaskDecider.initialState, command)).toMatchObject([
      { type: 'TaskOpened', data: { task: 'Create Patient', itemIds: [1, 2], openedAt: submitted.data.submittedAt } },
    ]);
  });

  it('nothing more happens the second time', () => {
    const { decide, evolve, initialState } = itemTaskDecider;
    const state = decide(initialState, command).reduce(evolve, initialState);
    expect(decide(state, command)).toEqual([]);
  });
});
