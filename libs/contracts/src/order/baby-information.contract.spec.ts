import { describe, expect, it } from '@jest/globals';
import { type OrderFormId, orderFormOf } from '@throughline/domain';
import { asksForBaby } from './form-facts.js';
import { ORDERS } from './order.contract.js';
import { anOrderDraft } from './order.testing.js';
import { errorsOn } from './order-contract.testing.js';

describe('Baby information that no item requires', () => {
  const withBaby = (babyInfo: unknown, form: 'general' | 'magnolia' = 'general') => ({
    ...anOrderDraft(form),
    babyInfo,
  });
  const baby = { lastName: 'Osei', firstName: null, dueDate: '2027-03-01', nicu: true };

  it.each(['general', 'magnolia'] as const)('is kept: %s', (form) => {
    expect(ORDERS[form].parse(withBaby(baby, form)).babyInfo).toEqual(baby);
  });

  it('is complete where there is any', () => {
    const required = { 'babyInfo.dueDate': 'Due Date is required.' };
    for (const part of [{ lastName: 'Osei' }, { nicu: true }, { ...baby, dueDate: '' }])
      expect(errorsOn('general', withBaby(part))).toEqual(required);
    for (const odd of ['Osei', 7, true, ['Osei']])
      expect(Object.keys(errorsOn('general', withBaby(odd)))).toEqual([expect.stringMatching(/^babyInfo/)]);
  });

  it.each([[undefined], [null], [''], [{}], [{ lastName: '', firstName: null, dueDate: '', nicu: false }]])(
    'is null if nothing was filled in: %j',
    (nothing) => expect(ORDERS.general.parse(withBaby(nothing)).babyInfo).toBeNull(),
  );
});

describe('Baby information', () => {
  const asks = (form: OrderFormId, ...categories: string[]) =>
    asksForBaby(
      orderFormOf(form),
      categories.map((itemCategory) => ({ itemCategory })),
    );

  it('is required by the cart on the general form', () => {
    expect(asks('general')).toBe(false);
    expect(asks('general', 'Supplies', 'Baby Diaper Rewards')).toBe(false);
    expect(asks('general', 'Supplies', 'Breast Pump')).toBe(true);
    expect(asks('general', 'Pregnancy Rewards')).toBe(true);
  });

  it('is always required on the breast pump form, and never on a payor’s', () => {
    expect(asks('breast-pump')).toBe(true);
    expect(asks('magnolia', 'Breast Pump')).toBe(false);
  });
});
