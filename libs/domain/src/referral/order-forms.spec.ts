import { describe, expect, it } from '@jest/globals';
import { companyOf } from '../company/companies.js';
import { ORDER_FORM_IDS, orderFormOf } from './order-forms.js';

const FORMS = ORDER_FORM_IDS.map(orderFormOf);
const PAYORS = FORMS.flatMap(({ payor }) => payor ?? []);

describe('Order forms', () => {
  it('have each their own id and route', () => {
    expect(FORMS.map(({ id, route }) => [id, route])).toEqual([
      ['general', '/create-referral'],
      ['breast-pump', '/create-referral/breast-pump'],
      ['magnolia', '/create-referral/magnolia'],
    ]);
  });

  it('say of an empty cart what the specification says', () => {
    expect(FORMS.map(({ emptyCart }) => emptyCart)).toEqual([
      'No items selected. Please close the modal, select an item, and submit again.',
      'No items selected',
      'No items selected',
    ]);
  });

  it('ask for what each order needs', () => {
    for (const { sections } of FORMS)
      expect(sections).toEqual(expect.arrayContaining(['referrer', 'member', 'address', 'insurance', 'items']));
  });

  it('of a payor name a company that exists, in the state that is fixed', () => {
    expect(PAYORS).not.toHaveLength(0);
    for (const { companyId, state } of PAYORS) expect(companyOf(companyId)?.state).toBe(state);
  });
});
