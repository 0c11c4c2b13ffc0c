import { describe, expect, it } from '@jest/globals';
import type { ItemsByCategory } from '@throughline/contracts';
import { groupsOf, pageOfItems } from './offered-items.js';

const item = (itemCategory: string, id: string, more = {}) => ({
  id,
  itemCategory,
  item: `Item ${id}`,
  description: 'Each.',
  hcpcs: null,
  image: null,
  imageAlt: null,
  options: [],
  ...more,
});

const walker = { hcpcs: 'E0143', options: [{ id: 'r', name: 'Red', hcpcs: 'E0149' }] };
const offered: ItemsByCategory = {
  'Pregnancy Rewards': [item('Pregnancy Rewards', 'seat')],
  'Sensory Kits': [item('Sensory Kits', 'kit')],
  Supplies: Array.from({ length: 32 }, (_, n) => item('Supplies', String(n))),
  Equipment: [item('Equipment', 'rollator', walker)],
};

const page = (filter: { group?: string; search?: string; page?: number }) =>
  pageOfItems(offered, { group: '', search: '', page: 0, ...filter });
const idsOn = (filter: Parameters<typeof page>[0]) => page(filter).items.map(({ id }) => id);

describe('Pages of the picker', () => {
  it('hold fifteen items each, in the order of the offer', () => {
    expect(page({})).toMatchObject({ page: 0, pages: 3, count: 35 });
    expect([0, 1, 2].map((n) => idsOn({ page: n }).length)).toEqual([15, 15, 5]);
    expect(new Set([0, 1, 2].flatMap((n) => idsOn({ page: n }))).size).toBe(35);
  });

  it('end with the last one, whatever page is requested', () => {
    expect(page({ page: 9 }).page).toBe(2);
    expect(page({ page: 9, search: 'nothing' })).toMatchObject({ page: 0, pages: 1, count: 0, items: [] });
  });

  it('are found by what the catalogue says in the language of the page, and in English', () => {
    const words = (english: string) => ({ 'Item rollator': 'Andador', Red: 'Rojo' })[english] ?? english;
    const found = (search: string) => pageOfItems(offered, { group: '', search, page: 0, words }).count;
    expect(['andador rojo', 'rollator', 'red'].map(found)).toEqual([1, 1, 1]);
  });

  it('are of one group, in which Member Rewards stands for the rewards', () => {
    expect(groupsOf(offered)).toEqual(['Member Rewards', 'Supplies', 'Equipment']);
    expect(idsOn({ group: 'Member Rewards' })).toEqual(['seat', 'kit']);
  });

  it.each(['e0143', 'E0149', 'red', 'equipment roll', ' rollator '])('are found by every word of “%s”', (search) => {
    expect(idsOn({ search })).toEqual(['rollator']);
  });

  it.each([
    ['XL', ['briefs', 'gown']],
    ['extra large', ['briefs', 'gown']],
    ['x-large', ['briefs', 'gown']],
    ['xl briefs', ['briefs']],
    ['XS', []],
    ['59-64', ['briefs']],
    ['t4523', ['briefs']],
    ['odegard', ['cream']],
    ['DARCY', ['cream']],
    ["d'arcy ødegård", ['cream']],
  ])('are found by an option’s size, name or code, and by names however they are written: %s', (search, expected) => {
    const sizes = [
      { id: 's', name: 'Small, 20-31 in. waist', hcpcs: 'T4521' },
      { id: 'xl', name: 'Extra large, 59-64 in. waist', hcpcs: 'T4523' },
    ];
    const items = {
      Supplies: [
        item('Supplies', 'briefs', { item: 'Briefs', options: sizes }),
        item('Supplies', 'gown', { item: 'Gown', options: [{ id: 'a', name: 'XL', hcpcs: null }] }),
        item('Supplies', 'cream', { item: 'Ødegård & D’Arcy cream', description: 'Soothing.' }),
      ],
    };
    expect(pageOfItems(items, { group: '', search, page: 0 }).items.map(({ id }) => id)).toEqual(expected);
  });
});
