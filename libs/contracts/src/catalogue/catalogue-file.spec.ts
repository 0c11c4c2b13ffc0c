import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalogueInSpanish, ITEM_CATEGORIES, itemsFor } from '@throughline/domain';
import { parseCatalogue } from './catalogue-file.js';
import { orderLine } from '../order/order-line.js';

const briefs = { id: 'briefs', itemCategory: 'Incontinence', item: 'Briefs', description: 'Each.' };
const size = { id: 'm', name: 'Medium', hcpcs: 'T4522' };
const parse = (...items: object[]) => parseCatalogue(JSON.stringify({ items }));

describe('Catalogue file', () => {
  it('may have its names and descriptions in Spanish as well', () => {
    const inBoth = {
      ...briefs,
      itemEs: 'Calzones',
      descriptionEs: 'Cada uno.',
      options: [{ ...size, nameEs: 'Mediano' }],
    };
    expect(parse(inBoth)[0]).toMatchObject(inBoth);
    expect(catalogueInSpanish(parse(inBoth, { ...briefs, id: 'pads', item: 'Pads' }))).toEqual({
      Briefs: 'Calzones',
      'Each.': 'Cada uno.',
      Medium: 'Mediano',
    });
  });

  it('may omit optional fields', () => {
    expect(parse(briefs)).toEqual([{ ...briefs, hcpcs: null, image: null, options: [], states: 'all', groups: 'all' }]);
  });

  it.each([
    [{ ...briefs, hcpcs: 'T45' }, 'item "briefs", field hcpcs: must be a letter and four digits, as A4927.'],
    [{ ...briefs, item: '' }, 'item "briefs", field item: must have at least 1 character.'],
    [{ ...briefs, description: undefined }, 'item "briefs", field description: is required.'],
    [{ ...briefs, itemCategory: 'Rockets' }, 'item "briefs", field itemCategory: must be one of Breast Pump,'],
    [{ ...briefs, image: '../briefs.svg' }, 'item "briefs", field image: must be a file name, as walker.svg.'],
    [{ ...briefs, states: ['ZZ'] }, 'item "briefs", field states'],
    [{ ...briefs, states: [] }, 'item "briefs", field states'],
    [{ ...briefs, groups: ['7'] }, 'item "briefs", field groups'],
    [{ ...briefs, options: [{ ...size, name: '' }] }, 'item "briefs", field options.0.name: must have at least 1'],
    [{ ...briefs, options: [size, size] }, 'item "briefs" has the option "m" twice.'],
    [{ ...briefs, option: [size] }, 'item "briefs" has no field option.'],
    [{ ...briefs, options: [{ ...size, code: 1 }] }, 'item "briefs" has no field options.0.code.'],
    [{ ...briefs, id: '' }, 'item 2, field id: must be 1 to 50 of a-z, 0-9 and -.'],
    [{ ...briefs, id: 'pads' }, 'item "pads" is there twice.'],
  ])('is refused by one line that names item and field: %j', (item, message) => {
    const pads = { ...briefs, id: 'pads' };
    expect(() => parse(pads, item)).toThrow(message);
    expect(() => parse(pads, item)).not.toThrow('\n');
  });

  it.each([
    ['{"items": [', 'it is not JSON'],
    ['[]', 'The request must be an object.'],
    ['{"items": []}', 'items must have at least 1 entry.'],
  ])('is refused as a whole: %s', (text, message) => {
    expect(() => parseCatalogue(text)).toThrow(message);
  });
});

describe('The supplied catalogue', () => {
  const catalogue = parseCatalogue(readFileSync('catalogue/catalogue.json', 'utf8'));

  it('has items in every category', () => {
    expect(new Set(catalogue.map(({ itemCategory }) => itemCategory))).toEqual(new Set(ITEM_CATEGORIES));
  });

  it('has no item that an order cannot contain', () => {
    for (const {
      id,
      options: [option = null],
      ...item
    } of catalogue) {
      expect(orderLine.safeParse({ ...item, catalogueId: id, option, qty: 1 }).error).toBeUndefined();
    }
  });

  it('bills each covered item by a code of its own or of its options', () => {
    const rewards: readonly string[] = ['Pregnancy Rewards', 'Baby Diaper Rewards', 'Sensory Kits'];
    const without = catalogue
      .filter(({ itemCategory }) => !rewards.includes(itemCategory))
      .filter(
        ({ hcpcs, options }) =>
          (options.length === 0 ? [] : options).some((option) => option.hcpcs === null) && hcpcs === null,
      );
    expect(without).toEqual([]);
  });

  it('gives the members’ own orders what the specification fixes for them', () => {
    const diapers = { itemCategory: 'Baby Diaper Rewards', groupId: 7 };
    expect(itemsFor(catalogue, { state: 'VA', ...diapers })).not.toEqual([]);
    expect(itemsFor(catalogue, { state: 'AZ', ...diapers })).toEqual([]);
    expect(itemsFor(catalogue, { state: 'VA', itemCategory: 'Baby Diaper Rewards' })).toEqual([]);
    expect(itemsFor(catalogue, { state: 'AZ', itemCategory: 'Pregnancy Rewards', groupId: 7 })).not.toEqual([]);
  });
});
