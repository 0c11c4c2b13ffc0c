import { describe, expect, it } from '@jest/globals';
import type { CatalogueItem } from './catalogue.js';
import { catalogueDifference, isNoChange } from './catalogue-difference.js';

const item = (id: string, more: Partial<CatalogueItem> = {}): CatalogueItem => ({
  id,
  itemCategory: 'Supplies',
  item: `The ${id}`,
  description: 'Each.',
  hcpcs: null,
  image: null,
  options: [],
  states: 'all',
  groups: 'all',
  ...more,
});
const small = { id: 's', name: 'Small', hcpcs: 'T4521' };
const large = { id: 'l', name: 'Large', hcpcs: null };

const fieldsOf = (from: Partial<CatalogueItem>, to: Partial<CatalogueItem>) =>
  catalogueDifference([item('pads', from)], [item('pads', to)]).changed[0]?.fields;

describe('The difference of two catalogues', () => {
  it('names what is added, changed and retired, and counts the rest', () => {
    const { changed, ...rest } = catalogueDifference(
      [item('pads'), item('gloves'), item('bags')],
      [item('pads'), item('gloves', { item: 'Gloves' }), item('wipes')],
    );
    expect(changed.map(({ id }) => id)).toEqual(['gloves']);
    expect(rest).toEqual({
      added: [{ id: 'wipes', item: 'The wipes', itemCategory: 'Supplies' }],
      retired: [{ id: 'bags', item: 'The bags', itemCategory: 'Supplies' }],
      reordered: [],
      unchanged: 1,
    });
  });

  it.each([
    [{}, { hcpcs: 'A4927' }, [{ field: 'HCPCS', from: null, to: 'A4927' }]],
    [{}, { states: ['AZ', 'VA'] }, [{ field: 'States', from: 'all', to: 'AZ VA' }]],
    [{ groups: [7] }, {}, [{ field: 'Groups', from: '7', to: 'all' }]],
    [
      { image: 'a.svg' },
      { itemCategory: 'Equipment' as const, image: null },
      [
        { field: 'Category', from: 'Supplies', to: 'Equipment' },
        { field: 'Picture', from: 'a.svg', to: null },
      ],
    ],
    [
      { options: [small] },
      { options: [large] },
      [
        { field: 'Option s', from: 'Small (T4521)', to: null },
        { field: 'Option l', from: null, to: 'Large' },
      ],
    ],
    [
      { itemEs: 'Compresas', options: [small] },
      { descriptionEs: 'Cada una.', options: [{ ...small, nameEs: 'Pequeño' }] },
      [
        { field: 'Name in Spanish', from: 'Compresas', to: null },
        { field: 'Description in Spanish', from: null, to: 'Cada una.' },
        { field: 'Option s', from: 'Small (T4521)', to: 'Small / Pequeño (T4521)' },
      ],
    ],
    [
      { options: [small, large] },
      { options: [large, small] },
      [{ field: 'Order of options', from: 'Small, Large', to: 'Large, Small' }],
    ],
  ] satisfies (readonly [Partial<CatalogueItem>, Partial<CatalogueItem>, object[]])[])(
    'says each changed field: %j to %j',
    (from, to, fields) => expect(fieldsOf(from, to)).toEqual(fields),
  );

  it('says in which category items that stay are shown in another order', () => {
    const [pads, gloves, cane] = [item('pads'), item('gloves'), item('cane', { itemCategory: 'Equipment' })];
    const difference = catalogueDifference([pads, gloves, cane], [cane, gloves, pads]);
    expect(difference.reordered).toEqual(['Supplies']);
    expect(isNoChange(difference)).toBe(false);
  });

  it('is none where nobody would see one', () => {
    const before = [item('pads', { states: ['AZ', 'VA'] }), item('cane', { itemCategory: 'Equipment' })];
    const after = [item('cane', { itemCategory: 'Equipment' }), item('pads', { states: ['VA', 'AZ'] })];
    expect(isNoChange(catalogueDifference(before, after))).toBe(true);
  });
});
