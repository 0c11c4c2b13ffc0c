import type { DomainEvent } from '../kernel/event.js';
import type { RewardProgramme } from '../kernel/terms.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: eligibility-{eligiblePatientId}. That id is a keyed hash over programme, Medicaid ID and date of birth (`eligiblePatientKey`):
 * the log does not tell who the member is, and a second import reaches the same streams.
 */

export type EligiblePatientRegistered = DomainEvent<
  'EligiblePatientRegistered',
  { readonly eligiblePatientId: string; readonly programme: RewardProgramme; readonly registeredAt: string }
>;

export type BenefitRedeemed = DomainEvent<
  'BenefitRedeemed',
  { readonly eligiblePatientId: string; readonly referralId: string; readonly redeemedAt: string }
>;

/** The order was recorded, but its benefit went to another order: none of it may be delivered. */
export type RedemptionRefused = DomainEvent<
  'RedemptionRefused',
  {
    readonly eligiblePatientId: string;
    readonly referralId: string;
    readonly because: 'already-redeemed' | 'not-registered';
    readonly refusedAt: string;
  }
>;

export type EligibilityEvent = EligiblePatientRegistered | BenefitRedeemed | RedemptionRefused;

export const ELIGIBILITY_WORDS: SomeEventWords<EligibilityEvent> = {
  EligiblePatientRegistered: null,
  BenefitRedeemed: null,
  RedemptionRefused: null,
};
