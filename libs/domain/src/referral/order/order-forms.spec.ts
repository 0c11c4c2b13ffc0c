import { describe, expect, it } from '@jest/globals';
import { companyOf } from '../../company/companies.js';
import { ORDER_FORM_IDS, type OrderFormId } from './order-form-heads.js';
import { orderFormOf } from './order-forms.js';

const FORMS = ORDER_FORM_IDS.map(orderFormOf);
const PAYORS = FORMS.flatMap(({ payor }) => payor ?? []);

describe('Order forms', () => {
  it('each have a unique id and route', () => {
    expect(FORMS.map(({ id, route }) => [id, route])).toEqual([
      ['general', '/create-referral'],
      ['breast-pump', '/create-referral/breast-pump'],
      ['magnolia', '/create-referral/magnolia'],
      ['diapers', '/DiaperRewards/UHCCPVA'],
      ['pregnancy-rewards', '/PregnancyRewards/ACH'],
    ]);
  });

  it('have the specified message for an empty cart', () => {
    expect(FORMS.map(({ emptyCart }) => emptyCart)).toEqual([
      'No items selected. Please close the modal, select an item, and submit again.',
      'No items selected',
      'No items selected',
      'No items selected',
      'No items selected',
    ]);
  });

  it('ask for what each order needs', () => {
    for (const { sections } of FORMS)
      expect(sections).toEqual(expect.arrayContaining(['referrer', 'member', 'address', 'insurance', 'items']));
  });

  it('ask for the state right before the items that it decides', () => {
    for (const { sections } of FORMS) expect(sections[sections.indexOf('items') - 1]).toBe('address');
  });

  it('of a payor name a company that exists, as it is called, in the state that is fixed', () => {
    expect(PAYORS).not.toHaveLength(0);
    for (const { companyId, name, state } of PAYORS) expect(companyOf(companyId)).toMatchObject({ name, state });
  });

  it('with a look-up fix what the specification fixes, each for a programme and a payor of its own', () => {
    const fixed = FORMS.filter(({ lookUp }) => lookUp).map(({ lookUp, itemCategory, payor }) => [
      lookUp?.programme,
      itemCategory,
      payor?.state,
      payor?.groupId,
      payor?.companyId,
    ]);
    expect(fixed).toEqual([
      ['diaper', 'Baby Diaper Rewards', 'VA', 7, 40],
      ['pregnancy', 'Pregnancy Rewards', 'AZ', 7, 12],
    ]);
  });

  it('with a look-up have the specified message for a member that may not order', () => {
    const notEligibleOn = (form: OrderFormId) => orderFormOf(form).lookUp?.notEligible;
    expect(notEligibleOn('diapers')).toMatch(
      /^We were unable to locate you in our system or you have already redeemed your benefit\. .*member services at \(804\)/,
    );
    expect(notEligibleOn('pregnancy-rewards')).toMatch(
      /^We were unable to locate you in our system\. .*member services at \(602\) .*Maternity Care Manager\.$/,
    );
  });
});
