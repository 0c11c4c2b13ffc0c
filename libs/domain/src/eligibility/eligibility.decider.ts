import { type Command, type Decider, unreachable } from '../kernel/decider.js';
import type { RewardProgramme } from '../kernel/terms.js';
import type { EligibilityEvent } from './eligibility.events.js';
import { type EligibilityState, evolve, NOT_REGISTERED, redemptionOf } from './eligibility.js';

/** Registers a member of a programme, as its health plan says. Does nothing if the member is known. */
export type RegisterEligiblePatient = Command<
  'RegisterEligiblePatient',
  { readonly eligiblePatientId: string; readonly programme: RewardProgramme; readonly at: string }
>;

/** Redeems the member's benefit for an order. Sent by a policy, which may run twice. */
export type RedeemBenefit = Command<
  'RedeemBenefit',
  { readonly eligiblePatientId: string; readonly referralId: string; readonly at: string }
>;

export type EligibilityCommand = RegisterEligiblePatient | RedeemBenefit;

/** One member's one benefit: redeemed by one order, refused to every other. Stream `eligibility-{eligiblePatientId}`. */
export const eligibilityDecider: Decider<EligibilityState, EligibilityCommand, EligibilityEvent> = {
  category: 'eligibility',
  initialState: NOT_REGISTERED,
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'RegisterEligiblePatient':
        return register(state, command.data);
      case 'RedeemBenefit':
        return redeem(state, command.data);
      default:
        return unreachable(command);
    }
  },
};

function register(
  { status }: EligibilityState,
  { eligiblePatientId, programme, at }: RegisterEligiblePatient['data'],
): EligibilityEvent[] {
  if (status !== 'unknown') return [];
  return [{ type: 'EligiblePatientRegistered', data: { eligiblePatientId, programme, registeredAt: at } }];
}

/** A refusal is a fact of its own: the order that it concerns is recorded already, and has to be turned down. */
function redeem(
  state: EligibilityState,
  { eligiblePatientId, referralId, at }: RedeemBenefit['data'],
): EligibilityEvent[] {
  if (redemptionOf(state, referralId) !== 'pending') return [];
  if (state.status === 'eligible') {
    return [{ type: 'BenefitRedeemed', data: { eligiblePatientId, referralId, redeemedAt: at } }];
  }
  const because = state.status === 'redeemed' ? 'already-redeemed' : 'not-registered';
  return [{ type: 'RedemptionRefused', data: { eligiblePatientId, referralId, because, refusedAt: at } }];
}
