import type { DomainEvent } from '../kernel/event.js';
import type { RewardProgramme } from '../kernel/terms.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: eligibility-{eligiblePatientId}. That id is a keyed hash over programme and Medicaid ID (`benefitKey`): the log does not tell who the
 * member is, and a second import reaches the same streams. Streams from before decision 95 have a hash over programme, Medicaid ID and date
 * of birth (`eligiblePatientKey`).
 */

export type EligiblePatientRegistered = DomainEvent<
  'EligiblePatientRegistered',
  {
    readonly eligiblePatientId: string;
    readonly programme: RewardProgramme;
    readonly registeredAt: string;
    /** The keyed hash of `eligiblePatientKey`. Absent from events before decision 95, where the id of the stream is that hash. */
    readonly datedId?: string;
    /** The line of the imported file. Absent where there was no file, and from events before decision 95. */
    readonly line?: number;
  }
>;

/** An administrator imported another date of birth as the right one. Whether the benefit is redeemed does not change. */
export type DateOfBirthCorrected = DomainEvent<
  'DateOfBirthCorrected',
  {
    readonly eligiblePatientId: string;
    readonly datedId: string;
    /** The line of the imported file. */
    readonly line: number;
    readonly correctedAt: string;
  }
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

/**
 * The stream is over, unless the member is registered again later: the member's benefit is decided in the stream `eligibility-{intoId}`.
 * The ended stream was from before decision 95, or its Medicaid ID had the wrong number of leading zeros.
 */
export type EligiblePatientMerged = DomainEvent<
  'EligiblePatientMerged',
  { readonly eligiblePatientId: string; readonly intoId: string; readonly mergedAt: string }
>;

export type EligibilityEvent =
  EligiblePatientRegistered | DateOfBirthCorrected | BenefitRedeemed | RedemptionRefused | EligiblePatientMerged;

export const ELIGIBILITY_WORDS: SomeEventWords<EligibilityEvent> = {
  EligiblePatientRegistered: null,
  DateOfBirthCorrected: null,
  BenefitRedeemed: null,
  RedemptionRefused: null,
  EligiblePatientMerged: null,
};
