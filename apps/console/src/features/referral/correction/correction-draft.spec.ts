import { describe, expect, it } from '@jest/globals';
import { correctReferralBody, type ReferralDetail, referralDetailOf } from '@throughline/contracts';
import { type Order, replay } from '@throughline/domain';
import { correctionForm, draftOf, PARTS } from './correction-draft.js';

const order: Order = {
  referralInfo: {
    ...{ lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example', phone: '6025550112' },
    ...{ referralSource: 'Portal', company: null, sendNotificationsFlag: false },
  },
  memberInfo: {
    ...{ lastName: 'Osei', firstName: 'Kofi', DOB: '1990-02-28', gender: 'Male', phone: '6025550100' },
    ...{ ACPhone: null, preferredLang: null, email: null, ACEmail: null, address1: '1 Main St', address2: null },
    ...{ city: 'Jackson', state: 'MS', zip: '39201', height: 70.5, weight: null, allergies: null, diag: null },
  },
  physicianInfo: { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null },
  insuranceInfo: {
    insuranceType: { medicare: false, medicaid: true, commercial: false },
    ...{ medicareId: null, medicaidId: 'A1', commIns1Name: null, commIns1Id: null, commIns2Name: null },
    ...{ commIns2Id: null, waiverBenefits: null },
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
    for (const part of Object.values(PARTS).flat()) {
      const parsed = correctReferralBody.parse({ referralId, [part]: draft[part] });
      expect([part, parsed[part]]).toEqual([part, part === 'babyInfo' ? undefined : detail[part]]);
    }
  });

  it('has the form of the payor whose plan the order has', () => {
    expect(correctionForm(readAs(order)).payor).toBeNull();
    const ofPlan = { ...order, insuranceInfo: { ...order.insuranceInfo, plan: 'Magnolia Community Plan' } };
    expect(correctionForm(readAs(ofPlan)).payor).toMatchObject({ state: 'MS' });
    // No field is fixed by a look-up: a wrong date of birth is corrected like any other.
    expect(correctionForm(readAs(ofPlan)).lookUp).toBeNull();
  });
});
