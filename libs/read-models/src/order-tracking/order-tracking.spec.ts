import { describe, expect, it } from '@jest/globals';
import { referralDecider } from '@throughline/domain';
import { Story } from '../testing/story.js';
import { orderTrackingProjection as projection } from './order-tracking.js';

const id = '263250000000001';
const ORDERED = { insuranceType: { medicare: false, medicaid: true, commercial: false }, items: [] };

describe('The parcels of an order', () => {
  it('are those of its items, until these are stopped', () => {
    const story = new Story().submit(id).move(`${id}-1`, [1], 'Ready for Dropship');
    const rows = () => {
      const state = story.events.reduce<ReturnType<typeof projection.evolve>>(projection.evolve, undefined);
      return state ? projection.rows(state).map(({ order_id, tracking }) => ({ order_id, tracking })) : [];
    };
    expect(rows()).toEqual([]);
    const by = { userId: 'sam', name: 'Sam Oduya' };
    story.work('RecordOutcome', {
      referralId: id,
      taskId: `${id}-2`,
      outcome: 'order-placed',
      itemIds: [1],
      note: null,
      method: null,
      orderId: 'PO-7',
      order: ORDERED,
      by,
      at: story.now,
      dayMs: null,
    });
    expect(rows()).toEqual([{ order_id: 'PO-7', tracking: [] }]);
    story.execute(referralDecider, id, {
      type: 'AssignTrackingNumber',
      data: { referralId: id, itemIds: [1], carrier: 'FedEx', number: '771234' },
    });
    expect(rows()).toEqual([{ order_id: 'PO-7', tracking: [{ carrier: 'FedEx', number: '771234' }] }]);
    story.work('StopItems', { referralId: id, itemIds: [1], reason: 'Moved away', at: story.now });
    expect(rows()).toEqual([{ order_id: 'PO-7', tracking: [] }]);
  });
});
