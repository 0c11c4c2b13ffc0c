import type { Replaced } from '../kernel/corrections.js';
import { unknownEvent } from '../kernel/decider.js';
import { type CorrectionEvent, isCorrection } from './correction/correction.events.js';
import { type CorrectableItem, type CorrectableOrder, evolveOrder, replacedBy } from './correction/corrected-order.js';
import type { OrderFormId } from './order/order-form-heads.js';
import type { ReferralEvent } from './referral.events.js';

/** The facts about a referral that its own decisions depend on. */
export type ReferralState = { readonly status: 'none' } | SubmittedReferral;

export interface SubmittedReferral extends CorrectableOrder {
  readonly status: 'submitted';
  readonly form: OrderFormId;
  readonly submittedAt: string;
  /** The values that corrections replaced, oldest first. */
  readonly replaced: readonly Replaced[];
  readonly parcels: readonly {
    readonly itemIds: readonly number[];
    readonly carrier: string;
    readonly number: string;
  }[];
  /** Whether the outcome of the benefit was recorded. */
  readonly benefitDecided: boolean;
}

export const NO_REFERRAL: ReferralState = { status: 'none' };

export function evolve(state: ReferralState, event: ReferralEvent): ReferralState {
  switch (event.type) {
    case 'ReferralSubmitted': {
      const { order, form = 'general', submittedAt } = event.data;
      const { items, ...rest } = order;
      const nothingYet = { corrections: 0, replaced: [], parcels: [], benefitDecided: false };
      return { status: 'submitted', form, submittedAt, order: rest, items, ...nothingYet };
    }
    case 'TrackingNumberAssigned': {
      if (state.status === 'none') return state;
      const { itemIds, carrier, number } = event.data;
      return { ...state, parcels: [...state.parcels, { itemIds, carrier, number }] };
    }
    case 'BenefitOutcomeTold':
      return state.status === 'none' ? state : { ...state, benefitDecided: true };
    default:
      if (!isCorrection(event)) return unknownEvent(event);
      return state.status === 'none' ? state : evolveCorrected(state, event);
  }
}

function evolveCorrected(state: SubmittedReferral, event: CorrectionEvent): SubmittedReferral {
  const correction = state.corrections ?? 0;
  const replaced = replacedBy(event).map(([path, before]) => ({ path, before, correction }));
  const after = evolveOrder<CorrectableItem, SubmittedReferral>(state, event, (item) => item);
  return { ...after, replaced: [...state.replaced, ...replaced] };
}
