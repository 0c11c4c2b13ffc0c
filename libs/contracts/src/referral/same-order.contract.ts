import { MOST_ITEMS } from '@throughline/domain';
import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { dayOfBirth, optionalText, requiredText } from '../order/fields.js';
import { comparedLine } from '../order/order-line.js';

/*
 * The same order sent twice (docs/decisions/0107): the same member with the same items. The member is the same by the Medicaid ID, or by name
 * and date of birth (`memberKey`).
 */

/** How long after an order the same one counts as sent twice. Minutes. */
export const SAME_ORDER_WINDOW_MINUTES = 30;

/** POST /referrals/same-orders (ours): of an order that is about to be submitted, what is compared. */
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

/** The newest first. */
export const ordersSentBefore = z.array(
  z.object({
    referralId: z.string(),
    /** Whole minutes since it was submitted, by the server's clock. */
    minutesAgo: z.number().int(),
  }),
);
export type OrdersSentBefore = z.infer<typeof ordersSentBefore>;

/** GET /referrals/referral/{id}/same-orders (ours). */
export const sameOrders = z.object({
  /** The oldest first; without the referral itself. */
  rows: z.array(z.object({ referralId: z.string(), submittedAt: z.string() })),
  /** Another may still come: the referral was submitted less than `SAME_ORDER_WINDOW_MINUTES` ago. */
  mayGrow: z.boolean(),
  feed: feedPosition,
});
export type SameOrders = z.infer<typeof sameOrders>;
