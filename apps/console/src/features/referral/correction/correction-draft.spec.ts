import { describe, expect, it } from '@jest/globals';
import { correctReferralBody, type ReferralDetail, referralDetailOf } from '@throughline/contracts';
import { type Order, replay } from '@throughline/domain';
import { correctionForm, draftOf, SECTION_KEYS, replacedBy } from './correction-draft.js';

const order: Order = {
  referralInfo: {
    lastName: 'Ruiz',
    firstName: 'Ana',
    email: 'ana@plan.example',
    phone: '6025550112',
    referralSource: 'Portal',
    company: null,
    sendNotificationsFlag: false,
  },
  memberInfo: {
    lastName: 'Osei',
    firstName: 'Kofi',
    DOB: '1990-02-28',
    gender: 'Male',
    phone: '6025550100',
    ACPhone: null,
    preferredLang: null,
    email: null,
    ACEmail: null,
    address1: '1 Main St',
    address2: null,
    city: 'Jackson',
    state: 'MS',
    zip: '39201',
    height: 70.5,
    weight: null,
    allergies: null,
    diag: null,
  },
  physicianInfo: { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null },
  insuranceInfo: {
    insuranceType: { medicare: false, medicaid: true, commercial: false },
    medicareId: null,
    medicaidId: 'A1',
    commIns1Name: null,
    commIns1Id: null,
    commIns2Name: null,
    commIns2Id: null,
    waiverBenefits: null,
  },
  items: [],
  babyInfo: null,
  otherInfo: null,
  uhcCodes: null,
};

const readAs = (of: Order): ReferralDetail => {
  const data = { referralId: '263251234512345', order: of, companyId: null, submittedAt: '2026-11-21T12:00:00.000Z' };
  return {
    ...referralDetailOf(replay([{ type: 'ReferralSubmitted', data }])!, null),
    feed: { epoch: '', position: 0 },
  };
};

describe('The draft of a correction', () => {
  it('sends back every value as it was read', () => {
    const { referralId, ...detail } = readAs(order);
    const draft = draftOf({ referralId, ...detail });
    for (const key of Object.values(SECTION_KEYS).flat()) {
      const parsed = correctReferralBody.parse({ referralId, [key]: draft[key] });
      expect([key, parsed[key]]).toEqual([key, key === 'babyInfo' ? undefined : detail[key]]);
    }
  });

  it('has the form of the payor whose plan the order has', () => {
    expect(correctionForm(readAs(order)).payor).toBeNull();
    const ofPlan = { ...order, insuranceInfo: { ...order.insuranceInfo, plan: 'Magnolia Community Plan' } };
    expect(correctionForm(readAs(ofPlan)).payor).toMatchObject({ state: 'MS' });
    // A look-up fixes no field here: a wrong date of birth is corrected like any other.
    expect(correctionForm(readAs(ofPlan)).lookUp).toBeNull();
  });
});

describe('A correction of items after others have corrected them', () => {
  const withItems = (...items: readonly object[]) => ({ items: { Supplies: items } }) as unknown as ReferralDetail;
  const [small, large] = ['Small', 'Large'].map((name) => ({ id: name.toLowerCase(), name }));
  const before = withItems({ id: 1, qty: 1, option: small }, { id: 2, qty: 1, option: null });
  const now = withItems({ id: 1, qty: 3, option: large }, { id: 2, qty: 1, option: null });

  it('says what it would replace of theirs', () => {
    expect(replacedBy({ 1: { qty: '2', option: 'medium' } }, { before, now })).toEqual({
      'items.1.qty': 'It is 3 by now: saving replaces it.',
      'items.1.option': 'It is Large by now: saving replaces it.',
    });
  });

  it('says nothing of what they left, and of what is as wanted already', () => {
    expect(replacedBy({ 1: { qty: ' 3', option: 'large' }, 2: { qty: '9' } }, { before, now })).toEqual({});
    expect(replacedBy({ 2: { deleted: true } }, { before, now })).toEqual({});
  });
});
