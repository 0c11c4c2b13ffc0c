import { type Command, type Decider, unreachable } from '../kernel/decider.js';
import type { RewardProgramme } from '../kernel/terms.js';
import type { EligibilityEvent } from './eligibility.events.js';
import { continuesIn, type EligibilityState, evolve, NOT_REGISTERED, redemptionOf } from './eligibility.js';

/** Registers a member of a programme, as stated by its health plan. Does nothing if the member is known. */
export type RegisterEligiblePatient = Command<
  'RegisterEligiblePatient',
  {
    readonly eligiblePatientId: string;
    readonly programme: RewardProgramme;
    readonly datedId?: string;
    readonly line?: number;
    readonly at: string;
  }
>;

/** Replaces the date of birth. Does nothing if it is the known one, or the member is unknown. */
export type CorrectDateOfBirth = Command<
  'CorrectDateOfBirth',
  { readonly eligiblePatientId: string; readonly datedId: string; readonly line: number; readonly at: string }
>;

/** A registration from before decision 95, in the stream `eligibility-{datedId}`. */
interface EarlierRegistration {
  readonly programme: RewardProgramme;
  readonly datedId: string;
}

/** Redeems the member's benefit for an order. Sent by a policy, which may run twice. `earlier` counts if the stream is empty. */
export type RedeemBenefit = Command<
  'RedeemBenefit',
  {
    readonly eligiblePatientId: string;
    readonly referralId: string;
    readonly earlier?: EarlierRegistration;
    readonly at: string;
  }
>;

/**
 * Records a redemption from before decision 95 in the stream of the Medicaid ID. Does nothing if the benefit is redeemed there: where an
 * earlier release gave two, both stay given.
 */
export type TakeOverRedemption = Command<
  'TakeOverRedemption',
  {
    readonly eligiblePatientId: string;
    readonly referralId: string;
    readonly earlier: EarlierRegistration;
    readonly at: string;
  }
>;

/**
 * Ends a stream whose benefit is now registered in another: a stream from before decision 95, or one whose Medicaid ID differs only in its
 * leading zeros.
 */
export type MergeEligiblePatient = Command<
  'MergeEligiblePatient',
  { readonly eligiblePatientId: string; readonly intoId: string; readonly at: string }
>;

/**
 * Registers a member again whose stream was ended. `referralId` is the order that redeemed the benefit meanwhile. Does nothing to a stream
 * that was not ended.
 */
export type RestoreEligiblePatient = Command<
  'RestoreEligiblePatient',
  RegisterEligiblePatient['data'] & { readonly referralId: string | null }
>;

export type EligibilityCommand =
  | RegisterEligiblePatient
  | CorrectDateOfBirth
  | RedeemBenefit
  | TakeOverRedemption
  | MergeEligiblePatient
  | RestoreEligiblePatient;

/** The one benefit of one member: redeemed by one order, refused to every other. Stream `eligibility-{eligiblePatientId}`. */
export const eligibilityDecider: Decider<EligibilityState, EligibilityCommand, EligibilityEvent> = {
  category: 'eligibility',
  initialState: NOT_REGISTERED,
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'RegisterEligiblePatient':
        return register(state, command.data);
      case 'CorrectDateOfBirth':
        return correctDateOfBirth(state, command.data);
      case 'RedeemBenefit':
        return redeem(state, command.data);
      case 'TakeOverRedemption':
        return takeOver(state, command.data);
      case 'MergeEligiblePatient':
        return merge(state, command.data);
      case 'RestoreEligiblePatient':
        return restore(state, command.data);
      default:
        return unreachable(command);
    }
  },
};

function register({ status }: EligibilityState, { at, ...data }: RegisterEligiblePatient['data']): EligibilityEvent[] {
  if (status !== 'unknown') return [];
  return [{ type: 'EligiblePatientRegistered', data: { ...data, registeredAt: at } }];
}

function correctDateOfBirth(state: EligibilityState, { at, ...data }: CorrectDateOfBirth['data']): EligibilityEvent[] {
  if (state.status !== 'eligible' && state.status !== 'redeemed') return [];
  if (state.datedId === data.datedId) return [];
  return [{ type: 'DateOfBirthCorrected', data: { ...data, correctedAt: at } }];
}

/**
 * A refusal is a fact of its own: the order that it concerns is recorded already, and has to be turned down. If a stream was merged before
 * any order redeemed its benefit, the stream that it was merged into decides.
 */
function redeem(
  state: EligibilityState,
  { eligiblePatientId, referralId, earlier, at }: RedeemBenefit['data'],
): EligibilityEvent[] {
  if (redemptionOf(state, referralId) !== 'pending') return [];
  const registered = earlier ? register(state, { eligiblePatientId, ...earlier, at }) : [];
  const { status } = registered.reduce(evolve, state);
  if (continuesIn(state) !== null) return [];
  if (status === 'eligible') {
    return [...registered, { type: 'BenefitRedeemed', data: { eligiblePatientId, referralId, redeemedAt: at } }];
  }
  const because = status === 'unknown' ? 'not-registered' : 'already-redeemed';
  return [{ type: 'RedemptionRefused', data: { eligiblePatientId, referralId, because, refusedAt: at } }];
}

const takeOver = (state: EligibilityState, command: TakeOverRedemption['data']): EligibilityEvent[] =>
  state.status === 'unknown' || state.status === 'eligible' ? redeem(state, command) : [];

function merge(state: EligibilityState, { at, ...data }: MergeEligiblePatient['data']): EligibilityEvent[] {
  if (state.status === 'unknown' || state.status === 'merged') return [];
  return [{ type: 'EligiblePatientMerged', data: { ...data, mergedAt: at } }];
}

function restore(
  { status }: EligibilityState,
  { referralId, at, ...data }: RestoreEligiblePatient['data'],
): EligibilityEvent[] {
  if (status !== 'merged') return [];
  const { eligiblePatientId } = data;
  return [
    { type: 'EligiblePatientRegistered', data: { ...data, registeredAt: at } },
    ...(referralId === null
      ? []
      : [{ type: 'BenefitRedeemed', data: { eligiblePatientId, referralId, redeemedAt: at } } as const]),
  ];
}
