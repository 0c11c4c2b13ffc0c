import { describe, expect, it } from '@jest/globals';
import { memberKey } from '@throughline/contracts';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { itemsKey, medicaidKey, memberReferralProjection } from './member-referral.js';

const ID = '263251234512345';

describe('The referrals of a member', () => {
  it('are found by name and date of birth as they were corrected', () => {
    const { memberInfo } = anOrder();
    const story = new Story().submit(ID);
    const keyIn = ({ events }: Story) => project(memberReferralProjection, events).rows.get(ID)?.member_key;
    expect(keyIn(story)).toBe(memberKey(memberInfo));
    story.correct(ID, { order: { memberInfo: { ...memberInfo, lastName: 'Díaz-Vega', DOB: '1990-12-31' } } });
    expect(keyIn(story)).toBe(memberKey({ ...memberInfo, lastName: 'diaz-vega', DOB: '1990-12-31' }));
  });

  it('have what is compared: the Medicaid ID as it was corrected, and the items as they were ordered', () => {
    const { insuranceInfo } = anOrder();
    const story = new Story().submit(ID);
    const rowIn = ({ events }: Story) => project(memberReferralProjection, events).rows.get(ID);
    const sent = rowIn(story);
    expect(sent).toMatchObject({ medicaid_key: 'MD4711', company_id: 40, submitter_user_id: 'ana' });
    story.correct(ID, {
      order: { insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' } },
      items: [{ id: 2, deleted: true }],
    });
    expect(rowIn(story)).toEqual({ ...sent, medicaid_key: 'MD4712' });
  });

  it('have none of it for an order of a release that did not keep it, however it is corrected', () => {
    const { evolve, rows } = memberReferralProjection;
    const { insuranceInfo } = anOrder();
    const story = new Story().submit(ID);
    story.correct(ID, { order: { insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' } } });
    const { sent: _, ...before } = evolve(undefined, story.events[0]!)!;
    const corrected = story.events.find(({ type }) => type === 'InsuranceCorrected')!;
    expect(rows(evolve(before, corrected)!)).toMatchObject([
      { medicaid_key: null, items_key: null, submitted_at: null },
    ]);
  });
});

const item = { catalogueId: null, item: 'Shower chair', description: null, option: null };
const gloves = { catalogueId: 'gloves', item: 'Gloves', description: 'Each.', option: { id: 'M' } };

describe('The same items', () => {
  it.each([
    ['in another order', [gloves, item], [item, gloves]],
    ['one of them twice', [gloves, item], [item, gloves, item]],
    ['with a name that is typed otherwise', [item], [{ ...item, item: ' shower  CHAIR' }]],
    ['which the catalogue has renamed meanwhile', [gloves], [{ ...gloves, item: 'Gloves, vinyl', description: null }]],
  ])('are found %s', (_, one, other) => expect(itemsKey(one)).toBe(itemsKey(other)));

  it.each([
    ['another item', [item], [{ ...item, item: 'Bath chair' }]],
    ['a further item', [item], [item, gloves]],
    ['another size', [gloves], [{ ...gloves, option: { id: 'L' } }]],
    ['no size', [gloves], [{ ...gloves, option: null }]],
    ['another description of a custom item', [item], [{ ...item, description: 'White' }]],
    ['a custom item with the name of one of the catalogue', [gloves], [{ ...gloves, catalogueId: null }]],
  ])('are not %s', (_, one, other) => expect(itemsKey(one)).not.toBe(itemsKey(other)));
});

describe('The same member', () => {
  it('is found by a Medicaid ID however it is written, and by none where there is none', () => {
    expect(['MD-4711', 'md 4711', ' MD4711\u200b', 'ＭＤ4711'].map(medicaidKey)).toEqual(Array(4).fill('MD4711'));
    expect([null, '', ' - '].map(medicaidKey)).toEqual([null, null, null]);
  });

  it('is found by name and date of birth however the name is written', () => {
    const rosa = { lastName: 'D’Arcy Núñez', firstName: 'Rosa', DOB: '1990-02-03' };
    expect(memberKey({ ...rosa, lastName: 'darcy  nunez' })).toBe(memberKey(rosa));
    expect(memberKey({ ...rosa, DOB: '1990-03-02' })).not.toBe(memberKey(rosa));
  });
});
