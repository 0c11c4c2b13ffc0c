import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { OfferedItem } from './order/order-rules.js';
import { anItem, anOrder } from './order/order.testing.js';
import type { AssignTrackingNumber, SubmitReferral } from './referral.commands.js';
import { referralDecider } from './referral.decider.js';
import type { ReferralSubmitted, TrackingNumberAssigned } from './referral.events.js';

const referralId = '263254123071844';
const submittedAt = '2026-11-21T11:27:10.000Z';
const offer = (id: string, itemCategory: string): OfferedItem => ({
  id,
  itemCategory,
  item: id === 'pads' ? 'Pads' : 'Pump',
  hcpcs: 'T4535',
  description: 'Each.',
  options: [],
});
const offered = [offer('pads', 'Incontinence'), offer('pump', 'Breast Pump')];

const submit = (...items: ReturnType<typeof anItem>[]): SubmitReferral => ({
  type: 'SubmitReferral',
  data: { referralId, form: 'general', order: anOrder(items), offered, companyId: 12, submittedAt },
});
const submitted = (...items: ReturnType<typeof anItem>[]): ReferralSubmitted => ({
  type: 'ReferralSubmitted',
  data: { referralId, form: 'general', order: anOrder(items), companyId: 12, submittedAt },
});
const assign = (...itemIds: number[]): AssignTrackingNumber => ({
  type: 'AssignTrackingNumber',
  data: { referralId, itemIds, carrier: 'FedEx', number: '771234' },
});
const assigned = (...itemIds: number[]): TrackingNumberAssigned => ({
  type: 'TrackingNumberAssigned',
  data: { referralId, itemIds, carrier: 'FedEx', number: '771234' },
});

describe('Referral', () => {
  describe('before its submission', () => {
    const nothing = given(referralDecider, []);

    it('is submitted with its items', () => {
      nothing.when(submit(anItem(1), anItem(2))).then([submitted(anItem(1), anItem(2))]);
    });

    it('needs an item', () => {
      nothing.when(submit()).thenRejected('order/no-items');
    });

    it('must keep the rules of the cart', () => {
      nothing.when(submit(anItem(1, { qty: 0 }))).thenRejected('order/quantity-not-whole');
      nothing
        .when(submit(anItem(1, { catalogueId: 'pump', itemCategory: 'Breast Pump', item: 'Pump', qty: 2 })))
        .thenRejected('order/too-many-breast-pumps');
    });

    it('orders nothing that it names otherwise than the catalogue', () => {
      for (const more of [
        { itemCategory: 'Supplies' },
        { item: 'Pads' },
        { hcpcs: 'X9999' },
        { description: 'Two.' },
      ]) {
        const pump = { catalogueId: 'pump', itemCategory: 'Breast Pump', item: 'Pump', qty: 2 };
        nothing.when(submit(anItem(1, { ...pump, ...more }))).thenRejected('order/item-named-otherwise');
      }
    });

    it('of a breast pump needs to say when the baby is due', () => {
      nothing
        .when(submit(anItem(1, { catalogueId: 'pump', itemCategory: 'Breast Pump', item: 'Pump', qty: 1 })))
        .thenRejected('order/baby-required');
    });

    it('must keep the rules of its own form, which is recorded', () => {
      const pads = submit(anItem(1));
      const onPumpForm = { ...pads, data: { ...pads.data, form: 'breast-pump' } } as const;
      nothing.when(onPumpForm).thenRejected('order/category-not-on-form');
      const forPayor = { ...pads, data: { ...pads.data, form: 'magnolia' } } as const;
      const recorded = submitted(anItem(1));
      nothing.when(forPayor).then([{ ...recorded, data: { ...recorded.data, form: 'magnolia' } }]);
    });

    it('of a form with a look-up says whose benefit it asks for', () => {
      const reward = { catalogueId: 'reward', itemCategory: 'Pregnancy Rewards', item: 'Pump', qty: 1 };
      const { data } = submit(anItem(1, reward));
      const rewards = [offer('reward', 'Pregnancy Rewards')];
      const order = { ...data, form: 'pregnancy-rewards', offered: rewards } as const;
      nothing.when({ type: 'SubmitReferral', data: order }).thenRejected('order/look-up-required');
      const events = nothing.when({ type: 'SubmitReferral', data: { ...order, eligiblePatientId: 'hash' } }).events();
      expect(events).toMatchObject([{ data: { form: 'pregnancy-rewards', eligiblePatientId: 'hash' } }]);
    });

    it('is still read if it was recorded before forms had names', () => {
      const { form: _, ...before } = submitted(anItem(1)).data;
      given(referralDecider, [{ type: 'ReferralSubmitted', data: before }])
        .when(assign(1))
        .then([assigned(1)]);
    });

    it('may order only what is offered', () => {
      nothing.when(submit(anItem(1, { catalogueId: 'walker' }))).thenRejected('order/item-not-offered');
      nothing
        .when(submit(anItem(1, { option: { id: 'xl', name: 'XL', hcpcs: null } })))
        .thenRejected('order/option-not-offered');
    });

    it('has no tracking number', () => {
      nothing.when(assign(1)).thenRejected('referral/not-found');
    });
  });

  describe('when submitted', () => {
    const referral = given(referralDecider, [submitted(anItem(1), anItem(2))]);

    it('is not submitted again', () => {
      referral.when(submit(anItem(1))).thenRejected('referral/already-submitted');
    });

    it('takes a tracking number for some items', () => {
      referral.when(assign(2, 2)).then([assigned(2)]);
    });

    it('has no tracking number for an item that was not ordered', () => {
      referral.when(assign(1, 3)).thenRejected('referral/unknown-item');
    });
  });

  describe('with a tracking number', () => {
    const referral = given(referralDecider, [submitted(anItem(1), anItem(2)), assigned(1)]);

    it('is not given the same number twice', () => {
      referral.when(assign(1)).thenNothing();
    });

    it('gets it for further items only', () => {
      referral.when(assign(1, 2)).then([assigned(2)]);
    });

    it('gets none for an item that was removed', () => {
      const removed = { type: 'ItemRemoved', data: { referralId, itemId: 1, correctedAt: submittedAt } } as const;
      given(referralDecider, [submitted(anItem(1)), removed])
        .when(assign(1))
        .thenRejected('referral/item-not-shipped');
    });

    it('gets another one for a second parcel of the same item', () => {
      const second: AssignTrackingNumber = { ...assign(1), data: { ...assign(1).data, number: '990000' } };
      expect(referral.when(second).events()).toHaveLength(1);
    });
  });

  describe('that asked for a benefit', () => {
    const recordOutcome = (outcome: 'redeemed' | 'refused') =>
      ({ type: 'RecordBenefitOutcome', data: { referralId, outcome, decidedAt: submittedAt } }) as const;
    const outcomeRecorded = {
      type: 'BenefitOutcomeTold',
      data: { referralId, outcome: 'refused', decidedAt: submittedAt },
    } as const;

    it('is given the outcome once', () => {
      given(referralDecider, [submitted(anItem(1))])
        .when(recordOutcome('refused'))
        .then([outcomeRecorded]);
      given(referralDecider, [submitted(anItem(1)), outcomeRecorded])
        .when(recordOutcome('refused'))
        .thenNothing();
      given(referralDecider, []).when(recordOutcome('redeemed')).thenRejected('referral/not-found');
    });
  });
});
