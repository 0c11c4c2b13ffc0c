import { describe, it } from '@jest/globals';
import { carriersDecider } from '../carrier/carrier.js';
import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import { evolveItemTasks, NO_TASKS } from '../item-task/item-task.js';
import { canceled, completed, moved, opened, stopped } from '../item-task/item-task.testing.js';
import { given } from '../kernel/given.testing.js';
import { anItem, anOrder } from '../referral/order/order.testing.js';
import type { ReferralEvent } from '../referral/referral.events.js';
import { referralDeciderWith } from './only-shipped-items-in-parcels.policy.js';

const submitted: ReferralEvent = {
  type: 'ReferralSubmitted',
  data: {
    referralId: '1',
    form: 'general',
    order: anOrder([anItem(1), anItem(2)]),
    companyId: null,
    submittedAt: '2026-11-20T18:00:00.000Z',
  },
};
const parcel = { referralId: '1', itemIds: [1, 2], carrier: 'UPS', number: '1Z999AA10123456784' };
const assign = (seenIn?: string) =>
  ({ type: 'AssignTrackingNumber', data: { ...parcel, ...(seenIn && { seen: { taskId: seenIn } }) } }) as const;
const assigned: ReferralEvent = { type: 'TrackingNumberAssigned', data: parcel };
const carriers = carriersDecider.initialState;
const shipped = opened(1, 'Shipped', [1, 2]);

/** Assigns a tracking number after these events of the tasks, by an author who saw the items in `seenIn`. */
const parcelAfter = (tasks: readonly ItemTaskEvent[], seenIn?: string, ...before: readonly ReferralEvent[]) =>
  given(referralDeciderWith(tasks.reduce(evolveItemTasks, NO_TASKS), carriers), [submitted, ...before]).when(
    assign(seenIn),
  );

describe('A parcel', () => {
  it('is sent with an active carrier, or has its number already', () => {
    const none = { entries: carriers.entries.map((carrier) => ({ ...carrier, active: false })) };
    given(referralDeciderWith(NO_TASKS, none), [submitted]).when(assign()).thenRejected('carrier/not-active');
    given(referralDeciderWith(NO_TASKS, { entries: [] }), [submitted])
      .when(assign())
      .thenRejected('carrier/not-active');
    given(referralDeciderWith(NO_TASKS, none), [submitted, assigned]).when(assign()).thenNothing();
  });

  it('has items of any step, because a carrier gives its number when the label is printed', () => {
    for (const tasks of [
      [],
      [opened(1, 'Create Patient', [1, 2])],
      [shipped],
      [opened(1, 'Delivered', [1, 2]), completed(1)],
    ])
      parcelAfter(tasks).then([assigned]);
  });

  it('has none that is stopped or canceled', () => {
    parcelAfter([shipped, stopped(1, [2])]).thenRejected('referral/item-not-shipped');
    parcelAfter([shipped, stopped(1, [2]), canceled([2])], '1-1').thenRejected('referral/item-not-shipped');
  });

  it('has none that was taken back to an earlier step since its author saw it', () => {
    const back = [shipped, opened(2, 'Create Patient', [2])];
    parcelAfter(back, '1-1').thenRejected('referral/item-not-shipped');
    parcelAfter([...back, moved(2, 1, [2])], '1-1').then([assigned]);
    parcelAfter(back).then([assigned]);
    parcelAfter([shipped], '1-9').thenRejected('item-task/unknown-task');
  });

  it('has those of the task in which its author saw them, and none that went on to another', () => {
    const on = [shipped, opened(2, 'Delivered', [1, 2]), completed(1)];
    parcelAfter(on, '1-1').thenRejected('referral/item-not-shipped');
    parcelAfter(on, '1-2').then([assigned]);
    parcelAfter([...on, completed(2)], '1-1').thenRejected('referral/item-not-shipped');
    parcelAfter([...on, completed(2)], '1-2').then([assigned]);
    parcelAfter([opened(1, 'Create Patient', [1, 2]), opened(2, 'Shipped', [1, 2]), completed(1)], '1-1').thenRejected(
      'referral/item-not-shipped',
    );
    parcelAfter([shipped, opened(2, 'Create Patient', [1, 2]), completed(1)], '1-2').then([assigned]);
  });

  it('keeps the number that its items have already', () => {
    parcelAfter([shipped, stopped(1, [1, 2]), completed(1)], '1-1', assigned).thenNothing();
  });
});
