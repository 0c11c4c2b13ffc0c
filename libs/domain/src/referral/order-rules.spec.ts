import { describe, expect, it } from '@jest/globals';
import { inCatalogueWords, itemViolations, type OfferedItem, offerViolations } from './order-rules.js';
import { anItem } from './order.testing.js';

const codesOf = (...lines: [itemCategory: string, qty: number][]) =>
  itemViolations(lines.map(([itemCategory, qty]) => ({ itemCategory, qty }))).map(({ code }) => code);

describe('Items of an order', () => {
  it('are at least one', () => {
    expect(itemViolations([])).toEqual([{ code: 'order/no-items', message: 'At least 1 item must be selected' }]);
  });

  it('break no rule in any quantity where no rule limits it', () => {
    expect(codesOf(['Incontinence', 200], ['Supplies', 3])).toEqual([]);
  });

  it.each([0, -1, 1.5, NaN])('have no quantity of %p', (qty) => {
    expect(codesOf(['Supplies', qty])).toEqual(['order/quantity-not-whole']);
  });

  it('hold one breast pump at most, in lines and in quantity', () => {
    expect(codesOf(['Breast Pump', 1])).toEqual([]);
    expect(codesOf(['Breast Pump', 2])).toEqual(['order/too-many-breast-pumps']);
    expect(codesOf(['Breast Pump', 1], ['Breast Pump', 1])).toEqual(['order/too-many-breast-pumps']);
    expect(itemViolations([{ itemCategory: 'Breast Pump', qty: 2 }])[0]?.message).toBe(
      'Maximum of 1 breast pump can be ordered',
    );
  });

  it('hold two pregnancy rewards at most, in lines and in quantity', () => {
    expect(codesOf(['Pregnancy Rewards', 1], ['Pregnancy Rewards', 1])).toEqual([]);
    expect(codesOf(['Pregnancy Rewards', 2])).toEqual([]);
    expect(codesOf(['Pregnancy Rewards', 3])).toEqual(['order/too-many-pregnancy-rewards']);
    expect(codesOf(['Pregnancy Rewards', 2], ['Pregnancy Rewards', 1])).toEqual(['order/too-many-pregnancy-rewards']);
  });

  it('answer for every rule that they break', () => {
    expect(codesOf(['Breast Pump', 2], ['Pregnancy Rewards', 3])).toEqual([
      'order/too-many-breast-pumps',
      'order/too-many-pregnancy-rewards',
    ]);
  });
});

const pads: OfferedItem = {
  id: 'pads',
  itemCategory: 'Incontinence',
  item: 'Pads',
  hcpcs: 'T4535',
  description: 'Each.',
  options: [],
};
const pump: OfferedItem = {
  id: 'pump',
  itemCategory: 'Breast Pump',
  item: 'Pump',
  hcpcs: 'E0603',
  description: 'One.',
  options: [{ id: 'sky', name: 'Sky blue', hcpcs: null }],
};
const sky = { id: 'sky', name: 'Sky blue', hcpcs: null };

describe('What is ordered from the catalogue', () => {
  const violations = (more: Parameters<typeof anItem>[1]) => offerViolations([anItem(1, more)], [pads, pump], 'VA');
  const codes = (more: Parameters<typeof anItem>[1]) => violations(more).map(({ code }) => code);

  it('is offered in the member’s state', () => {
    expect(codes({ catalogueId: 'pads' })).toEqual([]);
    expect(codes({ catalogueId: 'walker' })).toEqual(['order/item-not-offered']);
  });

  it('has one of its options, if it has any', () => {
    expect(codes({ catalogueId: 'pump', option: sky })).toEqual([]);
    expect(codes({ catalogueId: 'pump' })).toEqual(['order/option-required']);
    expect(codes({ catalogueId: 'pump', option: { ...sky, id: 'gold' } })).toEqual(['order/option-not-offered']);
    expect(codes({ catalogueId: 'pads', option: sky })).toEqual(['order/option-not-offered']);
  });

  it('is refused by a message that names it', () => {
    const messages = [
      { catalogueId: 'walker', item: 'Folding walker' },
      { catalogueId: 'pump', item: 'Pump' },
      { catalogueId: 'pump', item: 'Pump', option: { ...sky, id: 'gold', name: 'Gold' } },
    ].map((more) => violations(more)[0]?.message);
    expect(messages).toEqual([
      'Folding walker cannot be ordered here for a member in VA. Remove it and submit again.',
      'An option of Pump must be selected',
      'Pump is not offered with the option Gold. Choose another and submit again.',
    ]);
  });

  it('may be a custom item, without options', () => {
    expect(codes({ catalogueId: null, itemCategory: 'Custom Item' })).toEqual([]);
    expect(codes({ catalogueId: null, itemCategory: 'Custom Item', option: sky })).toEqual([
      'order/option-not-offered',
    ]);
  });

  it('cannot pass a catalogue category off as a custom item', () => {
    expect(codes({ catalogueId: null, itemCategory: 'Equipment' })).toEqual(['order/item-not-offered']);
  });

  it('is recorded in the catalogue’s words, whatever the sender called it', () => {
    const renamed = anItem(1, {
      catalogueId: 'pump',
      itemCategory: 'Supplies',
      item: 'Gloves',
      hcpcs: 'X',
      option: sky,
    });
    expect(inCatalogueWords(renamed, [pads, pump])).toMatchObject({
      itemCategory: 'Breast Pump',
      item: 'Pump',
      hcpcs: 'E0603',
      option: sky,
      qty: 30,
    });
  });
});
