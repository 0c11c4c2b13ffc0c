import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { now } from '../kernel/words.js';
import { inTheAudit } from '../kernel/words.testing.js';
import type { CatalogueItem } from './catalogue.js';
import {
  ORDERING_GROUP_WORDS,
  orderableItems,
  type OrderingGroupEvent,
  orderingGroupDecider,
  orderingGroups,
} from './ordering-group.js';

const change = (withheld: ('Supplies' | 'Equipment')[]) =>
  ({ type: 'ChangeOrderingGroup', data: { groupId: 9, withheld, reason: 'New contract' } }) as const;
const changed = (withheld: ('Supplies' | 'Equipment')[]): OrderingGroupEvent => ({
  type: 'OrderingGroupChanged',
  data: { groupId: 9, withheld, reason: 'New contract' },
});
const item = (id: string, itemCategory: CatalogueItem['itemCategory'], groups: CatalogueItem['groups']) => ({
  id,
  itemCategory,
  item: id,
  description: id,
  hcpcs: null,
  image: null,
  options: [],
  groups,
  states: 'all' as const,
});
const CATALOGUE = [
  item('gloves', 'Supplies', 'all'),
  item('box', 'Supplies', [9]),
  item('cane', 'Equipment', 'all'),
  item('case', 'Baby Diaper Rewards', [7, 11]),
];

describe('A group', () => {
  inTheAudit(ORDERING_GROUP_WORDS, {
    OrderingGroupChanged: [
      { groupId: 9, withheld: ['Supplies'], reason: 'New contract' },
      'Gus Orr changed what may be ordered: Members of Magnolia Community Plan',
      now('Withheld', 'Supplies'),
      now('Reason', 'New contract'),
    ],
  });

  it('is changed once, whatever the order of the categories', () => {
    given(orderingGroupDecider, [])
      .whenFresh(change(['Equipment', 'Supplies']))
      .then([changed(['Supplies', 'Equipment'])]);
    given(orderingGroupDecider, [changed(['Supplies', 'Equipment'])])
      .whenFresh(change(['Equipment', 'Supplies']))
      .thenNothing();
    given(orderingGroupDecider, []).whenFresh(change([])).thenNothing();
    given(orderingGroupDecider, [changed(['Supplies'])])
      .whenFresh(change([]))
      .then([changed([])]);
  });

  it('may order what the catalogue grants, without what is withheld from it', () => {
    const ids = (groupId: number | null) =>
      orderableItems(
        CATALOGUE,
        { '9': { withheld: ['Supplies'] }, none: { withheld: ['Equipment'] } },
        { state: 'MS', groupId },
        [],
      ).map(({ id }) => id);
    expect([ids(9), ids(null), ids(7)]).toEqual([['cane'], ['gloves'], ['case', 'gloves', 'cane']]);
  });

  it.each([
    ['in none', [], ['gloves', 'cane']],
    ['in one', ['Intake'], ['cane']],
    ['in two, who may order what either may', ['Intake', 'Case Managers'], ['gloves', 'cane']],
    ['in two, without what is withheld from both', ['Intake', 'Ops'], ['cane']],
    ['in a group that no company has, which counts for nothing', ['Members', 'Intake'], ['cane']],
  ])('of people withholds from a person %s', (_, enrolledIn, offered) => {
    const withheld = {
      Intake: { withheld: ['Supplies'] },
      Ops: { withheld: ['Supplies', 'Equipment'] },
      'Case-Managers': { withheld: ['Equipment'] },
    } as const;
    const items = orderableItems(CATALOGUE, withheld, { state: 'MS' }, enrolledIn);
    expect(items.map(({ id }) => id)).toEqual(offered);
  });

  it('of people withholds beside the group of the order', () => {
    const withheld = { none: { withheld: ['Supplies'] }, 'Case-Managers': { withheld: ['Equipment'] } } as const;
    expect(orderableItems(CATALOGUE, withheld, { state: 'MS' }, ['Case Managers'])).toEqual([]);
  });

  it('of people is listed with how many are in it and all of the catalogue', () => {
    const groups = orderingGroups(CATALOGUE, { Intake: { withheld: ['Supplies'] } }, { Intake: 3, Members: 1 });
    const ofPeople = groups.filter(({ people }) => people !== null);
    expect(ofPeople.map(({ name }) => name)).toEqual([
      'Case Managers',
      'Clinical Staff',
      'Fullfillment',
      'Intake',
      'Ops',
    ]);
    expect(ofPeople[0]).toMatchObject({ groupId: 'Case Managers', people: 0 });
    expect(ofPeople[3]).toMatchObject({
      people: 3,
      categories: [
        { itemCategory: 'Baby Diaper Rewards', items: 1, withheld: false },
        { itemCategory: 'Supplies', items: 2, withheld: true },
        { itemCategory: 'Equipment', items: 1, withheld: false },
      ],
    });
  });

  it('of orders is listed with its categories, if it has a name or the catalogue mentions it', () => {
    const all = orderingGroups(CATALOGUE, { '9': { withheld: ['Supplies', 'Incontinence'] } }, {});
    const groups = all.filter(({ people }) => people === null);
    expect(groups.map(({ groupId }) => groupId)).toEqual([null, 7, 9, 11]);
    expect(groups.at(-1)?.name).toBe('Group 11');
    expect(groups[2]?.categories).toEqual([
      { itemCategory: 'Incontinence', items: 0, withheld: true },
      { itemCategory: 'Supplies', items: 2, withheld: true },
      { itemCategory: 'Equipment', items: 1, withheld: false },
    ]);
  });
});
