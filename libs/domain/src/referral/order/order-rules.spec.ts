import { describe, expect, it } from '@jest/globals';
import type { OrderFormId } from './order-form-heads.js';
import { orderFormOf } from './order-forms.js';
import { itemViolations, offerViolations } from './order-rules.js';
import { anItem, pads, pump, sky } from './order.testing.js';

type Line = readonly [itemCategory: string, qty: number];

const violations = (form: OrderFormId, lines: readonly Line[]) =>
  itemViolations(
    lines.map(([itemCategory, qty]) => ({ itemCategory, qty })),
    orderFormOf(form),
  );
const codesOf = (...lines: Line[]) => violations('general', lines).map(({ code }) => code);

const ONE_PUMP = 'Maximum of 1 breast pump can be ordered';
const TWO_REWARDS = 'Maximum of 2 pregnancy rewards can be ordered';
const FEWER_THAN_FOUR = 'Order must contain 4 cases of diapers. Change the quantities so that they come to 4.';
const PUMPS_ONLY = 'Only items of category Breast Pump can be ordered on this form';

describe('Items of an order', () => {
  it.each<[OrderFormId, ...Line[]]>([
    ['general', ['Breast Pump', 1]],
    ['general', ['Pregnancy Rewards', 2]],
    ['general', ['Pregnancy Rewards', 1], ['Pregnancy Rewards', 1]],
    ['general', ['Incontinence', 200], ['Supplies', 3], ['Custom Item', 5]],
    ['breast-pump', ['Breast Pump', 1]],
    ['magnolia', ['Breast Pump', 1], ['Supplies', 12], ['Custom Item', 1]],
    ['diapers', ['Baby Diaper Rewards', 4]],
    ['diapers', ['Baby Diaper Rewards', 3], ['Baby Diaper Rewards', 1]],
    ['pregnancy-rewards', ['Pregnancy Rewards', 1]],
    ['pregnancy-rewards', ['Pregnancy Rewards', 4]],
    ['pregnancy-rewards', ['Pregnancy Rewards', 2], ['Pregnancy Rewards', 2]],
  ])('may be on the %s form: %j %j %j', (form, ...lines) => {
    expect(violations(form, lines)).toEqual([]);
  });

  it.each<[OrderFormId, readonly Line[], string]>([
    ['general', [], 'At least 1 item must be selected'],
    ['breast-pump', [], 'At least 1 item must be selected'],
    ['magnolia', [], 'At least 1 item must be selected'],
    ['general', [['Breast Pump', 2]], ONE_PUMP],
    [
      'general',
      [
        ['Breast Pump', 1],
        ['Breast Pump', 1],
      ],
      ONE_PUMP,
    ],
    ['breast-pump', [['Breast Pump', 2]], ONE_PUMP],
    [
      'breast-pump',
      [
        ['Breast Pump', 1],
        ['Breast Pump', 1],
      ],
      ONE_PUMP,
    ],
    ['magnolia', [['Breast Pump', 2]], ONE_PUMP],
    ['diapers', [], 'At least 1 item must be selected'],
    ['diapers', [['Baby Diaper Rewards', 3]], FEWER_THAN_FOUR],
    ['diapers', [['Baby Diaper Rewards', 5]], 'Maximum of 4 cases can be ordered'],
    [
      'diapers',
      [
        ['Baby Diaper Rewards', 4],
        ['Supplies', 1],
      ],
      'Only items of category Baby Diaper Rewards can be ordered on this form',
    ],
    ['pregnancy-rewards', [], 'At least 1 item must be selected'],
    ['pregnancy-rewards', [['Pregnancy Rewards', 5]], 'Maximum of 4 items can be selected'],
    [
      'pregnancy-rewards',
      [
        ['Pregnancy Rewards', 2],
        ['Pregnancy Rewards', 3],
      ],
      'Maximum of 4 items can be selected',
    ],
    ['general', [['Pregnancy Rewards', 3]], TWO_REWARDS],
    [
      'general',
      [
        ['Pregnancy Rewards', 2],
        ['Pregnancy Rewards', 1],
      ],
      TWO_REWARDS,
    ],
    [
      'breast-pump',
      [
        ['Breast Pump', 1],
        ['Supplies', 1],
      ],
      PUMPS_ONLY,
    ],
    ['breast-pump', [['Custom Item', 1]], PUMPS_ONLY],
  ])('on the %s form break with %j: %s', (form, lines, message) => {
    expect(violations(form, lines).map((broken) => broken.message)).toEqual([message]);
  });

  it.each([0, -1, 1.5, NaN])('have no quantity of %p', (qty) => {
    expect(codesOf(['Supplies', qty])).toEqual(['order/quantity-not-whole']);
  });

  it.each<[OrderFormId, string]>([
    ['general', 'Breast Pump'],
    ['diapers', 'Baby Diaper Rewards'],
    ['pregnancy-rewards', 'Pregnancy Rewards'],
  ])('are not counted on the %s form while a quantity is not whole: %s', (form, category) => {
    expect(violations(form, [[category, 1.5]]).map(({ code }) => code)).toEqual(['order/quantity-not-whole']);
  });

  it('are reported for every rule that they break', () => {
    expect(codesOf(['Breast Pump', 2], ['Pregnancy Rewards', 3])).toEqual([
      'order/too-many-breast-pumps',
      'order/too-many-pregnancy-rewards',
    ]);
  });
});

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
});
