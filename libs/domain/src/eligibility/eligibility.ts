import { unreachable } from '../kernel/decider.js';
import type { RewardProgramme } from '../kernel/reward-programme.js';
import type { EligibilityEvent } from './eligibility.events.js';

/** One member's one benefit. `refused` are the referrals that came too late. */
export type EligibilityState = { readonly refused: readonly string[] } & (
  | { readonly status: 'unknown' }
  | { readonly status: 'eligible'; readonly programme: RewardProgramme }
  | { readonly status: 'redeemed'; readonly referralId: string }
);

export const NOT_REGISTERED: EligibilityState = { status: 'unknown', refused: [] };

export function evolve(state: EligibilityState, event: EligibilityEvent): EligibilityState {
  switch (event.type) {
    case 'EligiblePatientRegistered':
      return { status: 'eligible', programme: event.data.programme, refused: state.refused };
    case 'BenefitRedeemed':
      return { status: 'redeemed', referralId: event.data.referralId, refused: state.refused };
    case 'RedemptionRefused':
      return { ...state, refused: [...state.refused, event.data.referralId] };
    default:
      return unreachable(event);
  }
}

/** What became of the benefit that an order asked for. */
export type Redemption = 'redeemed' | 'refused' | 'pending';

/** `pending`: the worker has not come to this order yet. */
export function redemptionOf(state: EligibilityState, referralId: string): Redemption {
  if (state.status === 'redeemed' && state.referralId === referralId) return 'redeemed';
  return state.refused.includes(referralId) ? 'refused' : 'pending';
}
