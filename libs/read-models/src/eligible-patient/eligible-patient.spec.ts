import { describe, expect, it } from '@jest/globals';
import { eligibilityDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { eligiblePatientProjection } from './eligible-patient.js';

describe('Eligible patients', () => {
  const at = '2026-11-21T12:00:00.000Z';
  const redeem = (eligiblePatientId: string, referralId: string) =>
    ({ type: 'RedeemBenefit', data: { eligiblePatientId, referralId, at } }) as const;
  const register = (eligiblePatientId: string, programme: 'diaper' | 'pregnancy') =>
    ({ type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme, at } }) as const;

  it('have a row each, which says whether they had their benefit', () => {
    const story = new Story()
      .execute(eligibilityDecider, 'a-1', register('a-1', 'diaper'))
      .execute(eligibilityDecider, 'b', register('b', 'pregnancy'))
      .execute(eligibilityDecider, 'a-1', redeem('a-1', '1'))
      .execute(eligibilityDecider, 'a-1', redeem('a-1', '2'));
    expect([...project(eligiblePatientProjection, story.events).rows.values()]).toEqual([
      { eligible_patient_id: 'a-1', programme: 'diaper', redeemed: true, merged: null },
      { eligible_patient_id: 'b', programme: 'pregnancy', redeemed: false, merged: null },
    ]);
  });

  it('are counted once, also one that an earlier release had under another id', () => {
    const earlier = { programme: 'diaper', datedId: 'a' } as const;
    const story = new Story()
      .execute(eligibilityDecider, 'a', register('a', 'diaper'))
      .execute(eligibilityDecider, 'm', { type: 'RedeemBenefit', data: { ...redeem('m', '1').data, earlier } })
      .execute(eligibilityDecider, 'a', {
        type: 'MergeEligiblePatient',
        data: { eligiblePatientId: 'a', intoId: 'm', at },
      });
    const { rows } = project(eligiblePatientProjection, story.events);
    expect([...rows.values()].flatMap(eligiblePatientProjection.tally!)).toEqual([
      { scope: 'diaper', label: 'redeemed' },
    ]);
  });

  it('do not include a member who was never registered', () => {
    const story = new Story().execute(eligibilityDecider, 'a', redeem('a', '1'));
    expect(project(eligiblePatientProjection, story.events).rows.size).toBe(0);
  });
});
