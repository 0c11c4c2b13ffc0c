import { describe, expect, it } from '@jest/globals';
import { limitedReferral } from '@throughline/contracts';
import { referralDecider } from '@throughline/domain';
import { foldBatch } from '../projecting/fold-batch.js';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { limitedReferralProjection } from './limited-referral.js';

const ID = '263251234512345';

const story = () =>
  new Story()
    .submit(ID)
    .move(`${ID}-1`, [2], 'Shipped')
    .execute(referralDecider, ID, {
      type: 'AssignTrackingNumber',
      data: { referralId: ID, itemIds: [2], carrier: 'UPS', number: '1Z999' },
    });

describe('Limited referral', () => {
  it('shows steps, tasks and carriers', () => {
    const { rows } = project(limitedReferralProjection, story().events);
    const row = rows.get(ID)?.row;
    expect(limitedReferral.strict().parse(row)).toEqual(row);
    expect(row).toMatchObject({
      referralId: ID,
      carriers: ['UPS'],
      groups: [
        { itemCount: 1, task: 'Create Patient', stopped: false },
        { itemCount: 1, task: 'Shipped', stopped: false },
      ],
    });
  });

  it('shows a step as skipped that no item of its group was in, also after the tasks were completed', () => {
    const moved = story().move(`${ID}-1`, [1], 'Select Items').move(`${ID}-3`, [1], 'Ready for Dropship');
    const { rows } = project(limitedReferralProjection, moved.events);
    expect(rows.get(ID)?.row.groups.map(({ steps }) => steps.map(({ status }) => status).join(' '))).toEqual([
      'done done skipped current waiting waiting',
      'done skipped skipped skipped current waiting',
    ]);
  });

  it('counts an item that was removed no more', () => {
    const { rows } = project(
      limitedReferralProjection,
      story().correct(ID, { items: [{ id: 2, deleted: true }] }).events,
    );
    expect(rows.get(ID)?.row.groups).toMatchObject([{ itemCount: 1, task: 'Create Patient' }]);
  });

  it('names known carriers, each once, and repeats nothing that staff wrote', () => {
    const shipped = story();
    for (const [n, carrier] of ['UPS Ground', 'Left with Rosa', 'Fedex', 'by Rosa’s neighbour'].entries()) {
      const data = { referralId: ID, itemIds: [2], carrier, number: String(n) };
      shipped.execute(referralDecider, ID, { type: 'AssignTrackingNumber', data });
    }
    const { rows } = project(limitedReferralProjection, shipped.events);
    expect(rows.get(ID)?.row.carriers).toEqual(['UPS', 'Other carrier', 'FedEx']);
  });

  it('keeps nothing about people or what was ordered, not even in its state', () => {
    const { memberInfo, items } = anOrder({ items: 1, member: { lastName: 'Diaz-Vega' } });
    const corrected = story().correct(ID, { order: { memberInfo }, added: items, items: [{ id: 1, qty: 1990 }] });
    const { advanced } = foldBatch(limitedReferralProjection, corrected.events, new Map(), new Map());
    const kept = JSON.stringify(advanced);
    for (const secret of [
      'Diaz',
      'Rosa',
      'Ruiz',
      'plan.example',
      'Okafor',
      'Item 1',
      'Custom',
      'MD-4711',
      'ring twice',
      '1990',
    ]) {
      expect(kept).not.toContain(secret);
    }
  });
});
