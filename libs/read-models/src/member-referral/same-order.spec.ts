import { describe, expect, it } from '@jest/globals';
import { memberKey } from '@throughline/contracts';
import { itemsKey, medicaidKey } from './same-order.js';

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
