import { unknownEvent } from '../kernel/decider.js';
import type { ReferralEvent } from './referral.events.js';

/** A referral, as far as its own decisions depend on it. */
export type ReferralState =
  | { readonly status: 'none' }
  | {
      readonly status: 'submitted';
      readonly itemIds: readonly number[];
      readonly parcels: readonly {
        readonly itemIds: readonly number[];
        readonly carrier: string;
        readonly number: string;
      }[];
      /** Whether the outcome of the benefit was recorded. */
      readonly benefitDecided: boolean;
    };

export const NO_REFERRAL: ReferralState = { status: 'none' };

export function evolve(state: ReferralState, event: ReferralEvent): ReferralState {
  switch (event.type) {
    case 'ReferralSubmitted':
      return {
        status: 'submitted',
        itemIds: event.data.order.items.map(({ id }) => id),
        parcels: [],
        benefitDecided: false,
      };
    case 'TrackingNumberAssigned': {
      if (state.status === 'none') return state;
      const { itemIds, carrier, number } = event.data;
      return { ...state, parcels: [...state.parcels, { itemIds, carrier, number }] };
    }
    case 'BenefitOutcomeTold':
      return state.status === 'none' ? state : { ...state, benefitDecided: true };
    default:
      return unknownEvent(event);
  }
}
