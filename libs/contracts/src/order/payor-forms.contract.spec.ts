import { describe, expect, it } from '@jest/globals';
import { ORDERS } from './order.contract.js';
import { anOrderDraft, withText } from './order.testing.js';
import { errorsOn } from './order-contract.testing.js';

describe.each(['general', 'breast-pump'] as const)('Insurance on the %s form', (form) => {
  const types = { medicare: false, medicaid: false, commercial: false };
  const errorsOf = (insurance: object) => {
    const draft = anOrderDraft();
    return errorsOn(form, { ...draft, insuranceInfo: { ...draft.insuranceInfo, medicaidId: '', ...insurance } });
  };

  it.each([
    [types, { 'insuranceInfo.insuranceType': 'At least one insurance type is required.' }],
    [{ ...types, medicaid: true }, { 'insuranceInfo.medicaidId': 'Medicaid ID is required.' }],
    [{ ...types, medicare: true }, { 'insuranceInfo.medicareId': 'Medicare ID is required.' }],
    [
      { ...types, commercial: true },
      {
        'insuranceInfo.commIns1Name': 'Commercial Insurance 1 Name is required.',
        'insuranceInfo.commIns1Id': 'Commercial Insurance 1 ID is required.',
      },
    ],
  ])('of %j requires its ids', (insuranceType, errors) => {
    expect(errorsOf({ insuranceType })).toEqual(errors);
  });

  it('is Medicaid by default', () => {
    for (const insuranceType of [{}, null, undefined])
      expect(errorsOf({ insuranceType })).toEqual({ 'insuranceInfo.medicaidId': 'Medicaid ID is required.' });
    expect(errorsOf({ insuranceType: 'medicaid' })).toEqual({
      'insuranceInfo.insuranceType': 'Insurance types must be an object, such as {"medicaid": true}.',
    });
  });
});

describe('A payor’s form', () => {
  const named = {
    referralInfo: { company: 'Magnolia Community Plan' },
    insuranceInfo: { plan: 'Magnolia Community Plan', insuranceType: { medicaid: true } },
  };
  const withFixed = (given: { readonly referralInfo?: object; readonly insuranceInfo?: object }) => {
    const draft = anOrderDraft('magnolia');
    return {
      ...draft,
      referralInfo: { ...draft.referralInfo, ...given.referralInfo },
      insuranceInfo: { ...draft.insuranceInfo, ...given.insuranceInfo },
    };
  };

  it.each([[{}], [{ insuranceInfo: { plan: null, insuranceType: null } }], [named]])(
    'fixes plan, insurance type and company: %j',
    (given) => {
      const { insuranceInfo, referralInfo } = ORDERS.magnolia.parse(withFixed(given));
      expect(insuranceInfo).toMatchObject({
        insuranceType: { medicare: false, medicaid: true, commercial: false },
        medicaidId: 'A123',
        plan: 'Magnolia Community Plan',
      });
      expect([referralInfo.company, referralInfo.referralSource]).toEqual(['Magnolia Community Plan', 'Portal']);
    },
  );

  it('refuses another plan, insurance type or company', () => {
    const company = 'Company is Magnolia Community Plan on this order form. Leave it out.';
    const plan = 'Plan is Magnolia Community Plan on this order form. Leave it out.';
    const insuranceType =
      'Members of Magnolia Community Plan have Medicaid through it: this order form takes no other insurance type.';
    for (const other of ['Saguaro', 'magnolia community plan', 'Magnolia']) {
      expect(errorsOn('magnolia', withFixed({ referralInfo: { company: other } }))).toEqual({
        'referralInfo.company': company,
      });
      expect(errorsOn('magnolia', withFixed({ insuranceInfo: { plan: other } }))).toEqual({
        'insuranceInfo.plan': plan,
      });
    }
    for (const other of [{ medicare: true }, { medicaid: false, commercial: true }, { commercial: true }]) {
      expect(errorsOn('magnolia', withFixed({ insuranceInfo: { insuranceType: other } }))).toEqual({
        'insuranceInfo.insuranceType': insuranceType,
      });
    }
  });

  it.each([
    ['magnolia', 'AZ', 'Magnolia Community Plan delivers in Mississippi only.'],
    ['diapers', 'MD', 'Commonwealth Community Plan delivers in Virginia only.'],
    ['pregnancy-rewards', 'NM', 'Saguaro Health Plan delivers in Arizona only.'],
  ] as const)('refuses an address in another state: %s', (form, state, message) => {
    expect(errorsOn(form, withText('memberInfo.state', state))).toEqual({ 'memberInfo.state': message });
  });

  it('alone has a plan', () => {
    const sent = (plan: unknown) => ({ ...anOrderDraft(), insuranceInfo: { ...anOrderDraft().insuranceInfo, plan } });
    for (const form of ['general', 'breast-pump'] as const) {
      const refused = { 'insuranceInfo.plan': 'This order form has no plan. Leave it out.' };
      for (const plan of ['Another plan', 7, true]) expect(errorsOn(form, sent(plan))).toEqual(refused);
      for (const nothing of ['', null, undefined])
        expect(ORDERS[form].parse(sent(nothing)).insuranceInfo).not.toHaveProperty('plan');
    }
  });
});
