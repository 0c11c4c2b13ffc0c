import { describe, expect, it } from '@jest/globals';
import { eligibilityDecider } from '../eligibility/eligibility.decider.js';
import type { EligibilityEvent, RedemptionRefused } from '../eligibility/eligibility.events.js';
import { itemTaskDecider } from '../item-task/item-task.decider.js';
import { opened } from '../item-task/item-task.testing.js';
import type { Recorded } from '../kernel/event.js';
import { anItem, anOrder } from '../referral/order/order.testing.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import {
  redeemBenefitWhenReferralSubmitted,
  turnDownItemsWhenRedemptionRefused,
} from './one-order-per-benefit.policy.js';

const at = '2026-11-21T11:27:10.000Z';
const submitted = (referralId: string, eligiblePatientId?: string) =>
  ({
    type: 'ReferralSubmitted',
    data: {
      referralId,
      order: anOrder([anItem(1), anItem(2)]),
      companyId: null,
      submittedAt: at,
      ...(eligiblePatientId !== undefined && { eligiblePatientId }),
    },
  }) as Recorded<ReferralSubmitted>;

/** The outcome of the benefit for each order, one after another. */
function redemptions(...orders: Recorded<ReferralSubmitted>[]): readonly EligibilityEvent[] {
  const { decide, evolve, initialState } = eligibilityDecider;
  const known: EligibilityEvent = {
    type: 'EligiblePatientRegistered',
    data: { eligiblePatientId: 'hash', programme: 'diaper', registeredAt: at },
  };
  let history: readonly EligibilityEvent[] = [known];
  for (const order of orders) {
    const command = redeemBenefitWhenReferralSubmitted(order);
    if (command) history = [...history, ...decide(history.reduce(evolve, initialState), command)];
  }
  return history.slice(1);
}

describe('When a referral asks for a benefit', () => {
  it('the first redeems it and the second is refused, however often the policy runs', () => {
    const [first, second] = [submitted('1', 'hash'), submitted('2', 'hash')];
    expect(redemptions(first, second, first, second)).toMatchObject([
      { type: 'BenefitRedeemed', data: { referralId: '1', redeemedAt: at } },
      { type: 'RedemptionRefused', data: { referralId: '2', because: 'already-redeemed', refusedAt: at } },
    ]);
  });

  it('one that asks for none leads to nothing', () => {
    expect(redeemBenefitWhenReferralSubmitted(submitted('1'))).toBeNull();
  });
});

describe('When a redemption is refused', () => {
  it.each([
    ['already-redeemed', /already redeemed/],
    ['not-registered', /not eligible/],
  ] as const)('every item of the order is stopped and canceled, with the reason: %s', (because, reason) => {
    const refused = { data: { eligiblePatientId: 'hash', referralId: '1', because, refusedAt: at } };
    const command = turnDownItemsWhenRedemptionRefused(refused as Recorded<RedemptionRefused>);
    const { decide, evolve, initialState } = itemTaskDecider;
    const state = evolve(initialState, opened(1, 'Create Patient', [1, 2]));
    expect(decide(state, command)).toMatchObject([
      { type: 'ItemsStopped', data: { itemIds: [1, 2], reason: expect.stringMatching(reason) as unknown } },
      { type: 'TaskCompleted' },
      { type: 'ItemsCanceled', data: { itemIds: [1, 2] } },
    ]);
  });
});
