import { describe, expect, it } from '@jest/globals';
import { inCatalogueWords, namingViolations } from './catalogue-words.js';
import type { OfferedItem } from './order/order-rules.js';
import { anItem, pads, pump, sky } from './order/order.testing.js';

describe('An item of the catalogue', () => {
  it('is recorded in the catalogue’s own words', () => {
    const asShouted = anItem(1, {
      catalogueId: 'pump',
      itemCategory: 'Breast pump',
      item: 'PUMP',
      hcpcs: null,
      option: sky,
    });
    expect(inCatalogueWords(asShouted, [pads, pump])).toMatchObject({
      itemCategory: 'Breast Pump',
      item: 'Pump',
      hcpcs: 'E0603',
      option: sky,
      qty: 30,
    });
  });
});

describe('What an item is called', () => {
  const asOffered = { ...anItem(1), catalogueId: 'pump', itemCategory: 'Breast Pump', item: 'Pump', hcpcs: 'E0603' };
  const tinted: OfferedItem = { ...pump, options: [{ id: 'sky', name: 'Sky blue', hcpcs: 'E0603' }], hcpcs: null };
  const faults = (more: Parameters<typeof anItem>[1], offer = pump) =>
    namingViolations([{ ...asOffered, description: 'One.', option: sky, ...more }], [pads, offer]).map(
      ({ code, message }) => {
        expect(code).toBe('order/item-named-otherwise');
        return message;
      },
    );

  it.each<[Parameters<typeof anItem>[1], string]>([
    [{ item: 'Gloves' }, 'Gloves is in the catalogue with another name: "Pump", not "Gloves".'],
    [
      { itemCategory: 'Wheelchairs' },
      'Pump is in the catalogue with another category: "Breast Pump", not "Wheelchairs".',
    ],
    [{ hcpcs: 'X9999' }, 'Pump is in the catalogue with another HCPCS: "E0603", not "X9999".'],
    [{ description: 'Two.' }, 'Pump is in the catalogue with another description: "One.", not "Two.".'],
    [
      { option: { ...sky, name: 'Gold' } },
      'Pump is in the catalogue with another option name: "Sky blue", not "Gold".',
    ],
    [
      { option: { ...sky, hcpcs: 'X1' } },
      'Pump is in the catalogue with another HCPCS of the option: "E0603", not "X1".',
    ],
  ])('is what the catalogue calls it, or is refused: %j', (more, message) => {
    expect(faults(more)).toEqual([`${message} Remove it, and add it again.`]);
  });

  it('may be written in other letters, or be left out where it need not be said', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ item: ' pump ', itemCategory: 'BREAST  PUMP', hcpcs: 'e0603', description: ' one. ' })).toEqual([]);
    expect(faults({ item: 'ｐｕｍｐ', option: { ...sky, name: 'sky  BLUE' } })).toEqual([]);
    expect(faults({ hcpcs: null, description: null, option: null })).toEqual([]);
    expect(faults({ hcpcs: '', description: ' ' })).toEqual([]);
  });

  it('may have the HCPCS of its option', () => {
    expect(faults({ hcpcs: 'E0603' }, tinted)).toEqual([]);
    expect(faults({ hcpcs: 'E0602' }, tinted)).toHaveLength(1);
  });

  it('is not asked of what is not offered', () => {
    expect(faults({ catalogueId: 'walker', item: 'Walker' })).toEqual([]);
    expect(faults({ catalogueId: null, itemCategory: 'Custom Item', item: 'Anything' })).toEqual([]);
    expect(faults({ option: { ...sky, id: 'gold', name: 'Gold' } })).toEqual([]);
  });

  it('is told once of each item, however much of it differs', () => {
    expect(faults({ item: 'Gloves', hcpcs: 'X', description: 'Two.' })).toHaveLength(1);
  });
});
