import type { RewardProgramme } from '../kernel/terms.js';
import { unknownEvent } from '../kernel/decider.js';
import type { EligibilityEvent } from './eligibility.events.js';

/** A member as written by the member, a health plan's file or an order. */
export interface EligiblePatient {
  readonly programme: RewardProgramme;
  readonly medicaidId: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

/**
 * The text of which a keyed hash is the `eligiblePatientId`. Case, spaces and hyphens of a Medicaid ID do not
 * matter. The hashes are in stored events: never change it.
 */
export function eligiblePatientKey({ programme, medicaidId, dateOfBirth }: EligiblePatient): string {
  return `${programme}\n${medicaidId.replaceAll(/[\s-]/g, '').toUpperCase()}\n${dateOfBirth}`;
}

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
      return unknownEvent(event);
  }
}

/** What became of the benefit that an order asked for. */
export type Redemption = 'redeemed' | 'refused' | 'pending';

/** `pending`: the worker has not come to this order yet. */
export function redemptionOf(state: EligibilityState, referralId: string): Redemption {
  if (state.status === 'redeemed' && state.referralId === referralId) return 'redeemed';
  return state.refused.includes(referralId) ? 'refused' : 'pending';
}
