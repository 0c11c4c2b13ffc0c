import { describe, expect, it } from '@jest/globals';
import { CUSTOM_ITEM, ITEM_CATEGORIES } from '../kernel/item-category.js';
import { CATALOGUE, categoryGroup, itemsFor } from './catalogue.js';

const categoriesOf = (items: typeof CATALOGUE) => [...new Set(items.map(({ itemCategory }) => itemCategory))];

describe('Catalogue', () => {
  it('names each item and each of its options once', () => {
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
    for (const { options } of CATALOGUE) expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
  });

  it('has something in every category, in the order of the categories', () => {
    expect(categoriesOf(CATALOGUE)).toEqual([...ITEM_CATEGORIES]);
  });

  it('has codes as payors write them', () => {
    const codes = CATALOGUE.flatMap(({ hcpcs, options }) => [hcpcs, ...options.map((option) => option.hcpcs)]);
    expect(codes.filter((code) => code !== null && !/^[A-Z]\d{4}$/.test(code))).toEqual([]);
  });

  it('offers what the member’s state allows', () => {
    const wearable = (state: string) => itemsFor({ state }).some(({ id }) => id === 'breast-pump-wearable');
    expect([wearable('AZ'), wearable('VA')]).toEqual([true, false]);
  });

  it('offers members’ diaper orders to group 7 in Virginia alone', () => {
    const diapers = { itemCategory: 'Baby Diaper Rewards', groupId: 7 };
    expect(itemsFor({ state: 'VA', ...diapers })).not.toEqual([]);
    expect(itemsFor({ state: 'AZ', ...diapers })).toEqual([]);
    expect(itemsFor({ state: 'VA', itemCategory: 'Baby Diaper Rewards' })).toEqual([]);
  });

  it('offers pregnancy rewards in Arizona, and one category alone when asked for it', () => {
    expect(categoriesOf(itemsFor({ state: 'AZ', itemCategory: 'Pregnancy Rewards', groupId: 7 }))).toEqual([
      'Pregnancy Rewards',
    ]);
  });

  it('groups the rewards', () => {
    expect([...ITEM_CATEGORIES, CUSTOM_ITEM].map(categoryGroup)).toEqual([
      'Breast Pump',
      'Member Rewards',
      'Member Rewards',
      'Member Rewards',
      'Incontinence',
      'Supplies',
      'Equipment',
      'Custom Item',
    ]);
  });
});
