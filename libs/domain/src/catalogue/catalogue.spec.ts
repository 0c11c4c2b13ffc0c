import { describe, expect, it } from '@jest/globals';
import { CUSTOM_ITEM, ITEM_CATEGORIES } from '../kernel/terms.js';
import { type CatalogueItem, type CatalogueQuestion, categoryGroup, itemsFor } from './catalogue.js';

const item = (id: string, more: Partial<CatalogueItem> = {}): CatalogueItem => ({
  id,
  itemCategory: 'Supplies',
  item: id,
  description: 'Each.',
  hcpcs: null,
  image: null,
  options: [],
  states: 'all',
  groups: 'all',
  ...more,
});

const gloves = item('gloves');
const pump = item('pump', { itemCategory: 'Breast Pump', states: ['AZ', 'TX'] });
const diapers = item('diapers', { itemCategory: 'Baby Diaper Rewards', states: ['VA'], groups: [7] });
const gauze = item('gauze');
const CATALOGUE = [gloves, diapers, gauze, pump];

const offered = (question: CatalogueQuestion) => itemsFor(CATALOGUE, question).map(({ id }) => id);

describe('Catalogue', () => {
  it('offers what the member’s state allows, by category, and within one in the provider’s order', () => {
    expect(offered({ state: 'AZ' })).toEqual(['pump', 'gloves', 'gauze']);
    expect(offered({ state: 'OH' })).toEqual(['gloves', 'gauze']);
  });

  it('offers a group its own items, which nobody else is offered, beside those for everybody', () => {
    expect(offered({ state: 'VA', groupId: 7 })).toEqual(['diapers', 'gloves', 'gauze']);
    expect(offered({ state: 'VA', groupId: 8 })).toEqual(['gloves', 'gauze']);
    expect(offered({ state: 'VA' })).toEqual(['gloves', 'gauze']);
    expect(offered({ state: 'AZ', groupId: 7 })).not.toContain('diapers');
  });

  it('offers in some state what any state may order', () => {
    const nowhere = item('nowhere', { states: [] });
    expect(itemsFor([pump, diapers, nowhere], { state: null, groupId: 7 })).toEqual([pump, diapers]);
    expect(offered({ state: null })).toEqual(['pump', 'gloves', 'gauze']);
  });

  it('offers only one category on request', () => {
    expect(offered({ state: 'AZ', itemCategory: 'Breast Pump' })).toEqual(['pump']);
    expect(offered({ state: 'AZ', itemCategory: 'Rockets' })).toEqual([]);
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
