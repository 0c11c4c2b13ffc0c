import { describe, expect, it } from '@jest/globals';
import { anOrderDraft } from './order.testing.js';
import { errorsOn } from './order-contract.testing.js';

describe('An item of a request with little more than an id', () => {
  const line = { itemCategory: 'Mobility', item: 'Folding walker', qty: 1 };
  const errorsOf = (sent: object) => errorsOn('general', { ...anOrderDraft(), items: [sent] });

  it('is named in the message, with its missing field', () => {
    expect(errorsOf({ id: 'nope', qty: 1 })).toEqual({
      'items.0.id': 'Item "nope" must be sent as the catalogue gives it. It lacks its category, its name.',
      'items.0.itemCategory': 'Category is required.',
      'items.0.item': 'Item is required.',
    });
    expect(errorsOf({ ...line, item: ' ', catalogueId: 'nope' })['items.0.id']).toContain('It lacks its name.');
    expect(errorsOf({ ...line, id: 'folding-walker', option: { id: 'adult' } })).toEqual({
      'items.0.id': 'Item "folding-walker" must be sent as the catalogue gives it. It lacks the name of its option.',
      'items.0.option.name': 'Option name is required.',
    });
  });

  it('is one item, and a custom item is none of the catalogue', () => {
    const walker = { ...line, id: 'folding-walker' };
    const custom = { ...line, itemCategory: 'Custom Item' };
    for (const taken of [walker, { ...walker, catalogueId: 'folding-walker' }, { ...walker, catalogueId: '' }])
      expect(errorsOf(taken)).toEqual({});
    for (const taken of [custom, { ...custom, id: 7, catalogueId: null }, { ...custom, id: '', catalogueId: '' }])
      expect(errorsOf(taken)).toEqual({});
    expect(errorsOf({ ...walker, catalogueId: 'rollator' })).toEqual({
      'items.0.id': 'Item id and catalogueId are two items. Send one of them.',
    });
    for (const named of [{ id: 'folding-walker' }, { catalogueId: 'folding-walker' }])
      expect(errorsOf({ ...custom, ...named })).toEqual({
        'items.0.id':
          'A custom item has no id. Leave it out, or send the category that the catalogue gives with the id.',
      });
  });

  it('has no such message if it has no id, or if nothing is missing', () => {
    expect(errorsOf({ ...line, itemCategory: 'Custom Item', item: '' })).toEqual({
      'items.0.item': 'Item is required.',
    });
    expect(errorsOf({ ...line, id: 'folding-walker' })).toEqual({});
  });
});

describe('What becomes of an item after it was ordered', () => {
  const [item] = anOrderDraft().items;
  const errorsOf = (more: object) => errorsOn('general', { ...anOrderDraft(), items: [{ ...item, ...more }] });
  const message = 'An order cannot set this. Leave it out, or send null.';
  const task = { id: '1-1', name: 'Create Patient', department: 'Demos', completedDate: null };

  it.each([
    ['deleted', true],
    ['stoppedReason', { reason: 'Not covered' }],
    ['stoppedReason', 'Not covered'],
    ['currentTask', task],
    ['lastTask', task],
    ['orderId', 'PO-7'],
    ['brightreeItemID', 'B-1'],
    ['brightreeItemKey', 7],
  ])('is refused in an order: %s %j', (field, value) => {
    expect(errorsOf({ [field]: value })).toEqual({ [`items.0.${field}`]: message });
  });

  it('may be sent as nothing, as the specification has it', () => {
    expect(errorsOf({ deleted: false, orderId: null, brightreeItemID: '', brightreeItemKey: null })).toEqual({});
    expect(errorsOf({ stoppedReason: { reason: null }, currentTask: null, lastTask: null })).toEqual({});
  });
});
