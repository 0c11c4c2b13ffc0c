import { MOST_ITEMS } from '@throughline/domain';
import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { dayOfBirth, optionalText, requiredText } from '../order/fields.js';
import { comparedLine } from '../order/order-line.js';

/*
 * The same order sent twice (docs/decisions/0107): the same member with the same items. Members are the same by Medicaid ID, or by name and
 * date of birth (`memberKey`).
 */

/** For how long after an order the same order counts as sent twice. Minutes. */
export const SAME_ORDER_WINDOW_MINUTES = 30;

/** POST /referrals/same-orders (ours): the fields to compare of an order that is about to be submitted. */
export const sameOrdersQuestion = z.object({
  memberInfo: z.object({
    lastName: requiredText('Last Name'),
    firstName: requiredText('First Name'),
    DOB: dayOfBirth('DOB'),
  }),
  medicaidId: optionalText('Medicaid ID'),
  items: z.array(comparedLine).min(1).max(MOST_ITEMS),
});
export type SameOrdersQuestion = z.output<typeof sameOrdersQuestion>;

/** Newest first. */
export const ordersSentBefore = z.array(
  z.object({
    referralId: z.string(),
    /** Whole minutes since it was submitted, by the server's clock. */
    minutesAgo: z.number().int(),
  }),
);
export type OrdersSentBefore = z.infer<typeof ordersSentBefore>;

/** How many other referrals of a member are listed. The Referrals list finds the rest. */
export const MAX_OF_MEMBER = 20;

/** GET /referrals/referral/{id}/of-member (ours). */
export const referralsOfMember = z.object({
  /** Newest first, without the referral itself. */
  rows: z.array(
    z.object({
      referralId: z.string(),
      submittedAt: z.string(),
      status: z.string(),
      memberLastName: z.string(),
      memberFirstName: z.string(),
      /** False: the same name and date of birth alone. */
      isSameMedicaidId: z.boolean(),
      /** The end of the Medicaid ID, where it is another one; null: the referral has none, or it is the same. */
      otherMedicaidIdEnd: z.string().nullable(),
      /** It was also submitted within `SAME_ORDER_WINDOW_MINUTES` of this one, with the same items. */
      isSameOrder: z.boolean(),
    }),
  ),
  /** There are more than `MAX_OF_MEMBER`. */
  hasMore: z.boolean(),
  /** True while another same order may follow: the referral was submitted less than `SAME_ORDER_WINDOW_MINUTES` ago. */
  mayGrow: z.boolean(),
  feed: feedPosition,
});
export type ReferralsOfMember = z.infer<typeof referralsOfMember>;
