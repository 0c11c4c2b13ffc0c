import { describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import {
  addToCart,
  addUhcCodes,
  brokenRules,
  customLine,
  hasLine,
  limitOfAll,
  lineOf,
  notOffered,
  piecesOf,
  removeUhcCode,
  whyNotOffered,
} from './cart.js';
import { faultOfLine } from './validate-order.js';

const briefs = {
  id: 'briefs',
  itemCategory: 'Incontinence',
  item: 'Briefs',
  description: 'Tape-on',
  hcpcs: 'T4521',
  image: '/catalogue/pictures/brief.svg',
  imageAlt: 'A brief',
  options: [
    { id: 'm', name: 'Medium', hcpcs: 'T4522' },
    { id: 'l', name: 'Large', hcpcs: 'T4523' },
  ],
};

describe('Cart', () => {
  it('adds the same item and option to the existing line', () => {
    const cart = addToCart(addToCart([], lineOf(briefs, 'm')), lineOf(briefs, 'm'));
    expect(cart.map(({ qty }) => qty)).toEqual(['2']);
  });

  it('keeps another option on a line of its own', () => {
    expect(addToCart(addToCart([], lineOf(briefs, 'm')), lineOf(briefs, 'l'))).toHaveLength(2);
  });

  it('contains a line, in any quantity, until it is removed', () => {
    const line = customLine({ name: ' Shower chair ', description: '' });
    const cart = addToCart(addToCart([lineOf(briefs, 'm')], line), line);
    expect(hasLine(cart, line)).toBe(true);
    expect(hasLine(cart.slice(0, 1), line)).toBe(false);
    expect(hasLine([], line)).toBe(false);
  });

  it('starts at one if the line has no valid quantity', () => {
    const line = lineOf(briefs, 'm');
    expect(addToCart([{ ...line, qty: '1e3' }], line).map(({ qty }) => qty)).toEqual(['1']);
  });

  it('adds the same custom item with the same description to the existing line', () => {
    const cushion = customLine({ name: 'Cushion', description: 'Gel' });
    const cart = addToCart([lineOf(briefs, null), cushion], customLine({ name: ' Cushion', description: 'Gel ' }));
    expect(cart.map(({ qty }) => qty)).toEqual(['1', '2']);
    expect(addToCart([cushion], customLine({ name: 'Cushion', description: '' }))).toHaveLength(2);
    expect(addToCart([cushion], customLine({ name: 'Pad', description: 'Gel' }))).toHaveLength(2);
  });

  it.each([
    ['9999', undefined],
    ['10000', 'Quantity is limited to 9999.'],
    ['1e3', 'Quantity must be a whole number of at least 1.'],
    ['', 'Quantity is required.'],
  ])('reports for a line with the quantity %j: %s', (qty, fault) => {
    const line = { ...lineOf(briefs, 'm'), qty };
    expect(faultOfLine(line)).toBe(fault);
    expect(brokenRules([line], orderFormOf('general'))).toEqual([]);
  });

  it('reports the rules that the cart as a whole breaks', () => {
    const pump = { ...lineOf(briefs, 'm'), itemCategory: 'Breast Pump' };
    expect(brokenRules([pump, pump], orderFormOf('general'))).toMatchObject([{ code: 'order/too-many-breast-pumps' }]);
  });

  it('is counted against the maximum of the form where one counts everything that can be ordered there', () => {
    const line = customLine({ name: 'Cane', description: '' });
    const cases = { ...line, itemCategory: 'Baby Diaper Rewards' };
    const cart = [
      { ...cases, qty: '2' },
      { ...cases, qty: '1' },
      { ...cases, qty: '1.5' },
      { ...line, qty: '9' },
    ];
    expect(piecesOf(cart, 'Baby Diaper Rewards')).toBe(3);
    expect(limitOfAll(orderFormOf('diapers'))).toMatchObject({ most: 4, least: { pieces: 4 } });
    expect(limitOfAll(orderFormOf('pregnancy-rewards'))).toMatchObject({ most: 4 });
    for (const form of ['general', 'breast-pump', 'magnolia'] as const)
      expect(limitOfAll(orderFormOf(form))).toBeUndefined();
  });

  it('names what is not offered in the state, once the offer is known', () => {
    const cart = [lineOf(briefs, 'm')];
    expect(notOffered(cart, undefined)).toEqual([]);
    expect(notOffered(cart, { Incontinence: [briefs] })).toEqual([]);
    expect(notOffered(cart, { Supplies: [] })).toEqual(cart);
  });

  it('names what is no longer offered with its option', () => {
    const cart = [lineOf(briefs, 'm'), lineOf(briefs, 'l')];
    const large = briefs.options.filter(({ id }) => id === 'l');
    expect(notOffered(cart, { Incontinence: [{ ...briefs, options: large }] })).toEqual([cart[0]]);
  });

  it('says whether another state offers what this one does not', () => {
    const cane = {
      catalogueId: 'cane',
      itemCategory: 'Equipment',
      item: 'Cane',
      hcpcs: null,
      description: null,
      qty: '1',
    };
    const line = { ...cane, option: null };
    expect(whyNotOffered(line, 'Arizona', {}, undefined)).toBe('Not available in Arizona');
    expect(whyNotOffered(line, 'Arizona', {}, ['cane'])).toBe('Not available in Arizona');
    expect(whyNotOffered(line, 'Arizona', {}, [])).toBe('Not offered any more');
    const offered = { Equipment: [{ id: 'cane', options: [{ id: 'small' }] }] } as never;
    const large = { ...line, option: { id: 'large', name: 'Large', hcpcs: null } };
    expect(whyNotOffered(large, 'Arizona', offered, ['cane'])).toBe('This option is not offered any more');
  });

  it('allows a custom item in every state', () => {
    expect(notOffered([{ ...lineOf(briefs, null), catalogueId: null }], {})).toEqual([]);
  });
});

describe('UHC codes', () => {
  it('are added, each once', () => {
    expect(addUhcCodes('', 'A1')).toEqual({ codes: 'A1', refused: '' });
    expect(addUhcCodes('A1', 'A1')).toEqual({ codes: 'A1', refused: '' });
    expect(addUhcCodes('A1', ' ')).toEqual({ codes: 'A1', refused: '' });
  });

  it('can be pasted as a list', () => {
    expect(addUhcCodes('A1', ' A1, B2;C3\nD4 ')).toEqual({ codes: 'A1,B2,C3,D4', refused: '' });
  });

  it('are letters and digits only: other text stays as it was typed', () => {
    expect(addUhcCodes('A1', 'b-2')).toEqual({ codes: 'A1', refused: 'b-2' });
    expect(addUhcCodes('A1', 'B2, é3; C3 --')).toEqual({ codes: 'A1,B2,C3', refused: 'é3 --' });
  });

  it('are removed by name', () => {
    expect(removeUhcCode('A1,B2', 'A1')).toBe('B2');
  });
});
