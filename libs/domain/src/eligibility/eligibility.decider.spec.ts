import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { type EligibilityCommand, eligibilityDecider } from './eligibility.decider.js';
import type { EligibilityEvent } from './eligibility.events.js';
import { redemptionOf } from './eligibility.js';

const eligiblePatientId = 'hash';
const at = '2026-11-21T12:00:00.000Z';

const register: EligibilityCommand = {
  type: 'RegisterEligiblePatient',
  data: { eligiblePatientId, programme: 'diaper', at },
};
const redeem = (referralId: string): EligibilityCommand => ({
  type: 'RedeemBenefit',
  data: { eligiblePatientId, referralId, at },
});
const registered: EligibilityEvent = {
  type: 'EligiblePatientRegistered',
  data: { eligiblePatientId, programme: 'diaper', registeredAt: at },
};
const redeemed = (referralId: string): EligibilityEvent => ({
  type: 'BenefitRedeemed',
  data: { eligiblePatientId, referralId, redeemedAt: at },
});
const refused = (
  referralId: string,
  because: 'already-redeemed' | 'not-registered' = 'already-redeemed',
): EligibilityEvent => ({
  type: 'RedemptionRefused',
  data: { eligiblePatientId, referralId, because, refusedAt: at },
});

describe('Eligibility', () => {
  it('begins with the registration, once', () => {
    given(eligibilityDecider, []).when(register).then([registered]);
    given(eligibilityDecider, [registered]).when(register).thenNothing();
  });

  it('is not renewed by a second import after it was redeemed', () => {
    given(eligibilityDecider, [registered, redeemed('1')])
      .when(register)
      .thenNothing();
  });

  it('is redeemed by one order, once', () => {
    given(eligibilityDecider, [registered])
      .when(redeem('1'))
      .then([redeemed('1')]);
    given(eligibilityDecider, [registered, redeemed('1')])
      .when(redeem('1'))
      .thenNothing();
  });

  it('is refused to every other order, once for each', () => {
    const used = [registered, redeemed('1')];
    given(eligibilityDecider, used)
      .when(redeem('2'))
      .then([refused('2')]);
    given(eligibilityDecider, [...used, refused('2')])
      .when(redeem('2'))
      .thenNothing();
    given(eligibilityDecider, [...used, refused('2')])
      .when(redeem('3'))
      .then([refused('3')]);
  });

  it('is refused if the member was not registered, also after a later registration', () => {
    given(eligibilityDecider, [])
      .when(redeem('1'))
      .then([refused('1', 'not-registered')]);
    given(eligibilityDecider, [refused('1', 'not-registered'), registered])
      .when(redeem('1'))
      .thenNothing();
  });

  describe('with a date of birth', () => {
    const dated = { ...registered, data: { ...registered.data, datedId: 'march', line: 7 } } as EligibilityEvent;
    const correct: EligibilityCommand = {
      type: 'CorrectDateOfBirth',
      data: { eligiblePatientId, datedId: 'december', line: 3, at },
    };
    const corrected: EligibilityEvent = {
      type: 'DateOfBirthCorrected',
      data: { eligiblePatientId, datedId: 'december', line: 3, correctedAt: at },
    };

    it('keeps the first that it was registered with', () => {
      const other: EligibilityCommand = { ...register, data: { ...register.data, datedId: 'december' } };
      given(eligibilityDecider, [dated]).when(other).thenNothing();
    });

    it('takes another when it is corrected, once, and stays redeemed', () => {
      given(eligibilityDecider, [dated]).when(correct).then([corrected]);
      given(eligibilityDecider, [dated, corrected]).when(correct).thenNothing();
      given(eligibilityDecider, []).when(correct).thenNothing();
      given(eligibilityDecider, [dated, redeemed('1')])
        .when(correct)
        .then([corrected]);
      given(eligibilityDecider, [dated, redeemed('1'), corrected])
        .when(redeem('2'))
        .then([refused('2')]);
    });
  });

  describe('from before the Medicaid ID alone was its id', () => {
    const earlier = { programme: 'diaper', datedId: 'march' } as const;
    const dated = { ...registered, data: { ...registered.data, datedId: 'march' } } as EligibilityEvent;
    const withEarlier: EligibilityCommand = { type: 'RedeemBenefit', data: { ...redeem('1').data, earlier } } as never;
    const takeOver: EligibilityCommand = {
      type: 'TakeOverRedemption',
      data: { ...redeem('1').data, earlier },
    } as never;
    const merge: EligibilityCommand = { type: 'MergeEligiblePatient', data: { eligiblePatientId, intoId: 'm', at } };
    const merged: EligibilityEvent = {
      type: 'EligiblePatientMerged',
      data: { eligiblePatientId, intoId: 'm', mergedAt: at },
    };

    it('is redeemed where the Medicaid ID has no other registration', () => {
      given(eligibilityDecider, [])
        .when(withEarlier)
        .then([dated, redeemed('1')]);
      given(eligibilityDecider, [registered, redeemed('2')])
        .when(withEarlier)
        .then([refused('1')]);
    });

    it('has its redemption taken over once, and none is refused in retrospect', () => {
      given(eligibilityDecider, [])
        .when(takeOver)
        .then([dated, redeemed('1')]);
      given(eligibilityDecider, [registered])
        .when(takeOver)
        .then([redeemed('1')]);
      given(eligibilityDecider, [registered, redeemed('2')])
        .when(takeOver)
        .thenNothing();
    });

    it('is merged once, and then decides on no order: the stream that it was merged into does', () => {
      given(eligibilityDecider, [registered]).when(merge).then([merged]);
      given(eligibilityDecider, [registered, merged]).when(merge).thenNothing();
      given(eligibilityDecider, []).when(merge).thenNothing();
      given(eligibilityDecider, [registered, merged]).when(redeem('1')).thenNothing();
    });
  });

  describe('under a Medicaid ID with other zeros before it', () => {
    const merge: EligibilityCommand = { type: 'MergeEligiblePatient', data: { eligiblePatientId, intoId: 'm', at } };
    const merged: EligibilityEvent = {
      type: 'EligiblePatientMerged',
      data: { eligiblePatientId, intoId: 'm', mergedAt: at },
    };
    const restore = (referralId: string | null): EligibilityCommand => ({
      type: 'RestoreEligiblePatient',
      data: { eligiblePatientId, programme: 'diaper', referralId, at },
    });

    it('ends with the order that redeemed it, which is not refused afterwards', () => {
      const ended = [registered, redeemed('1'), merged];
      given(eligibilityDecider, [registered, redeemed('1')])
        .when(merge)
        .then([merged]);
      given(eligibilityDecider, ended).when(redeem('1')).thenNothing();
      given(eligibilityDecider, ended)
        .when(redeem('2'))
        .then([refused('2')]);
      expect(redemptionOf(ended.reduce(eligibilityDecider.evolve, eligibilityDecider.initialState), '1')).toBe(
        'redeemed',
      );
    });

    it('is registered again when that ID was the right one, with what became of the benefit', () => {
      given(eligibilityDecider, [registered, merged]).when(restore(null)).then([registered]);
      given(eligibilityDecider, [registered, merged])
        .when(restore('1'))
        .then([registered, redeemed('1')]);
      for (const events of [[], [registered], [registered, redeemed('2')], [registered, merged, registered]])
        given(eligibilityDecider, events).when(restore('1')).thenNothing();
    });
  });

  it('gives each order its outcome', () => {
    const state = [registered, redeemed('1'), refused('2')].reduce(
      eligibilityDecider.evolve,
      eligibilityDecider.initialState,
    );
    expect(['1', '2', '3'].map((id) => redemptionOf(state, id))).toEqual(['redeemed', 'refused', 'pending']);
  });
});
