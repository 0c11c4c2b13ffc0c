import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS_ACTOR, type Actor, type Recorded } from '../kernel/event.js';
import { anItem, anOrder } from '../referral/order/order.testing.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import { noteAdditionalInformationWhenReferralSubmitted } from './note-additional-information-when-referral-submitted.policy.js';

const ANA: Actor = { userId: 'u-ana', email: 'ana@plan.example', role: 'referrer', companyId: 12 };
const submittedAt = '2026-11-21T11:27:10.000Z';

const commandFor = (actor: Actor, otherInfo: string | null) =>
  noteAdditionalInformationWhenReferralSubmitted({
    type: 'ReferralSubmitted',
    data: { referralId: '1', order: { ...anOrder([anItem(1)]), otherInfo }, companyId: null, submittedAt },
    metadata: { actor },
  } as Recorded<ReferralSubmitted>);

describe('When a referral with additional information is submitted', () => {
  it('it becomes an internal note of the signed-in submitter', () => {
    expect(commandFor(ANA, 'Call after 5 p.m.')).toEqual({
      type: 'NoteAdditionalInformation',
      data: { referralId: '1', text: 'Call after 5 p.m.', authorUserId: 'u-ana', writtenAt: submittedAt },
    });
  });

  it('there is no note without a signed-in submitter, or without text', () => {
    expect(commandFor(ANONYMOUS_ACTOR, 'Call after 5 p.m.')).toBeNull();
    expect(commandFor(ANA, null)).toBeNull();
    expect(commandFor(ANA, '  ')).toBeNull();
  });
});
