import type { Command } from '../kernel/decider.js';
import type { Language } from '../kernel/language.js';
import type { CorrectReferral } from './correction/correct-referral.js';
import type { OrderFormId } from './order/order-form-heads.js';
import type { OfferedItem } from './order/order-rules.js';
import type { Order } from './order/order.js';

/** Submits an order, which becomes a referral. */
export type SubmitReferral = Command<
  'SubmitReferral',
  {
    readonly referralId: string;
    /** The form that it was filled in on, whose rules apply. */
    readonly form: OrderFormId;
    readonly order: Order;
    /** What the catalogue offers in the member's state, to the form's group: `itemsFor({ state, groupId })`. */
    readonly offered: readonly OfferedItem[];
    /** The referrer's company as their account has it; null for an anonymous submitter. */
    readonly companyId: number | null;
    /** The member whose benefit it asks for, as the look-up found them; absent on a form without a look-up. */
    readonly eligiblePatientId?: string;
    /** The language of the page on which it was filled in. */
    readonly language?: Language;
    /** ISO 8601, UTC. */
    readonly submittedAt: string;
  }
>;

/** Adds a tracking number to items. An item may travel in several parcels: the number is added to those it has. */
export type AssignTrackingNumber = Command<
  'AssignTrackingNumber',
  {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    /** The carrier's own name: 'FedEx', 'UPS', … */
    readonly carrier: string;
    readonly number: string;
    readonly seen?: SeesParcels | undefined;
  }
>;

/** What the author of a tracking number saw. */
export interface SeesParcels {
  /** The task in which the items were. Absent: any task. */
  readonly taskId?: string | undefined;
  /** Items that the author has moved to another task since. It is not part of a request: the API finds it in the log. */
  readonly moved?: readonly number[];
  /** The tracking numbers that the items had, with their carriers. Absent: any numbers. */
  readonly numbers?: readonly string[] | undefined;
}

/** Records whether the benefit that the order asked for was redeemed or went to another order. */
export type RecordBenefitOutcome = Command<
  'RecordBenefitOutcome',
  { readonly referralId: string; readonly outcome: 'redeemed' | 'refused'; readonly decidedAt: string }
>;

export type ReferralCommand = SubmitReferral | AssignTrackingNumber | RecordBenefitOutcome | CorrectReferral;
