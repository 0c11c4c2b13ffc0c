import { describe, expect, it } from '@jest/globals';
import { plansOf } from './plans.js';

describe('The plan of a member', () => {
  const none = { medicare: false, medicaid: false, commercial: false };
  it.each([
    [{ medicaid: true }, null, ['Medicaid']],
    [{ medicaid: true, medicare: true }, null, ['Medicaid', 'Medicare']],
    [{ commercial: true }, 'Acme Health', ['Acme Health']],
    [{ commercial: true }, null, ['Commercial']],
    [{}, null, []],
  ])('of %j with %j is %j', (type, commIns1Name, plans) =>
    expect(plansOf({ insuranceType: { ...none, ...type }, commIns1Name })).toEqual(plans),
  );
  it('is the one that the form fixes', () =>
    expect(
      plansOf({ insuranceType: { ...none, medicaid: true }, commIns1Name: null, plan: 'Valley Health Plan' }),
    ).toEqual(['Valley Health Plan']));
});
