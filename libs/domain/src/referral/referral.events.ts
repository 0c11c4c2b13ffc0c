import type { DomainEvent } from '../kernel/event.js';
import type { Language } from '../kernel/language.js';
import type { CorrectionEvent } from './correction/correction.events.js';
import type { OrderFormId } from './order/order-form-heads.js';
import type { Order } from './order/order.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 */

export type ReferralSubmitted = DomainEvent<
  'ReferralSubmitted',
  {
    readonly referralId: string;
    /** The form that it was filled in on. Absent from events that are older than the second form: 'general'. */
    readonly form?: OrderFormId;
    readonly order: Order;
    /** The referrer's company as their account has it; null for an anonymous submitter. Decides who else may read it. */
    readonly companyId: number | null;
    /** Keyed hash that identifies the member whose benefit the order asks for. Absent on a form without a look-up. */
    readonly eligiblePatientId?: string;
    /** The language of the page on which it was filled in; absent: English. */
    readonly language?: Language;
    /** ISO 8601, UTC. */
    readonly submittedAt: string;
  }
>;

export type TrackingNumberAssigned = DomainEvent<
  'TrackingNumberAssigned',
  {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    /** The carrier's own name: 'FedEx', 'UPS', … */
    readonly carrier: string;
    readonly number: string;
  }
>;

/**
 * The outcome of the benefit that the order asked for. It is decided in the benefit's own stream (`eligibility-…`) and repeated here for
 * consumers that follow the order's stream.
 */
export type BenefitOutcomeTold = DomainEvent<
  'BenefitOutcomeTold',
  { readonly referralId: string; readonly outcome: 'redeemed' | 'refused'; readonly decidedAt: string }
>;

export type ReferralEvent = ReferralSubmitted | TrackingNumberAssigned | BenefitOutcomeTold | CorrectionEvent;
