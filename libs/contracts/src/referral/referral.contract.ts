import { PUBLIC_CARRIERS, REFERRAL_STATUSES } from '@throughline/domain';
import { z } from 'zod';
import {
  choices,
  feedPosition,
  type FeedPosition,
  listQuery,
  membersOfOneName,
  queryFlag,
  readersZone,
  searchedCount,
  sortModelOf,
} from '../envelope.contract.js';
import { REFERRAL_SORT_FIELDS } from '../search/list-address.js';
import { asSeen, requiredText } from '../order/fields.js';
import { withoutGroups } from './referral-facts.js';

/**
 * Digits, with or without separators. Any number of them is accepted, so that an id of the wrong length is an unknown referral and not an
 * error of its own.
 */
export const referralId = z.string().overwrite(withoutGroups).regex(/^\d+$/, 'Referral ID must contain only numbers.');
export const recertificationId = z.string().regex(/^R\d+$/, 'This is not the id of a recertification.');
/** The id of a referral or of a recertification. */
export const caseId = z
  .string()
  .overwrite(withoutGroups)
  .regex(/^R?\d+$/, 'Referral ID must contain only numbers.');

/** GET /referrals. With `includeCompany`, a company user lists all of the company's referrals and not only their own. */
export const listReferralsQuery = listQuery.extend({
  ...readersZone,
  includeCompany: queryFlag,
  status: choices('status', REFERRAL_STATUSES),
  sortModel: sortModelOf(REFERRAL_SORT_FIELDS),
});

export const referralListRow = z.object({
  referralId: z.string(),
  referralDateTime: z.string(),
  referralLastName: z.string(),
  referralFirstName: z.string(),
  referralEmail: z.string(),
  companyId: z.number().nullable(),
  company: z.string().nullable(),
  memberLastName: z.string(),
  memberFirstName: z.string(),
  insuranceMedicaid: z.string().nullable(),
  /** The status: one label, or 'Multiple Statuses'. */
  status: z.string(),
  /** The labels of all items, so that a filter finds a referral if any item matches. */
  statuses: z.array(z.string()),
  /** When the first of its open tasks was opened; null: the items have several statuses, or no task is open. */
  statusSince: z.string().nullable(),
});
export type ReferralListRow = z.infer<typeof referralListRow>;

export const referralList = z.object({
  rows: z.array(referralListRow),
  ...searchedCount,
  /** Number of referrals per status label, with the same search and scope but without the status filter; null: more than are counted. */
  statusCounts: z.record(z.string(), z.number().nullable()),
  ...membersOfOneName,
  feed: feedPosition,
});
export type ReferralList = z.infer<typeof referralList>;

/** GET /referrals/suggestions (ours): searches that are similar to one that finds nothing. */
export const suggestSearchesQuery = listQuery
  .pick({ search: true, minPosition: true })
  .extend({ includeCompany: queryFlag });
export const suggestedSearches = z.array(z.string());

/** GET /referrals/referral/{id}/limited: an allow-list (docs/promises.md 1.5), without the member, the physician or names of items. */
export const limitedReferral = z.object({
  referralId: z.string(),
  referralDateTime: z.string(),
  /** One entry per group of items in the same task. */
  groups: z.array(
    z.object({
      itemCount: z.number(),
      /** Label of the task, shown under the active step. */
      task: z.string(),
      steps: z.array(z.object({ label: z.string(), status: z.enum(['done', 'skipped', 'current', 'waiting']) })),
      stopped: z.boolean(),
    }),
  ),
  /** Without repetition. */
  carriers: z.array(z.enum(PUBLIC_CARRIERS)),
});
export type LimitedReferral = z.infer<typeof limitedReferral>;
export interface LimitedReferralDetail extends LimitedReferral {
  readonly feed: FeedPosition;
}

/**
 * POST /referrals/referral/{id}/tracking (ours): assigns a tracking number to items that are shipped or about to be. `seen` has the task in
 * which the author saw the items, and the tracking numbers that they had. An item that is in another task now gets no number, and one that
 * somebody else has given another number since gets no second number unseen. A program may leave `seen` out.
 */
export const assignTrackingBody = z.object({
  itemIds: z.array(z.number().int().positive()).min(1, 'Choose at least one item.').max(200),
  carrier: requiredText('Carrier'),
  number: requiredText('Tracking number'),
  seen: asSeen({ taskId: z.string(), numbers: z.array(z.string()).max(1_000).optional() }).optional(),
});
