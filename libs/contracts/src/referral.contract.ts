import type { ReferralAsOf } from '@throughline/domain';
import { z } from 'zod';
import { commaList, feedPosition, type FeedPosition, listQuery, queryFlag, sortModelOf } from './envelope.contract.js';

/** Digits, however many: one that is too long to be given out is unknown like any other. */
export const referralId = z.string().regex(/^\d+$/, 'Referral ID must contain only numbers.');

/** Sortable columns of the Referrals list; default referralId, descending. */
export const REFERRAL_SORT_FIELDS = [
  'referralId',
  'referralDateTime',
  'referralLastName',
  'memberLastName',
  'insuranceMedicaid',
  'status',
] as const;
export type ReferralSortField = (typeof REFERRAL_SORT_FIELDS)[number];

/** GET /referrals. A company user's `includeCompany` widens the list from their own to all of their company's. */
export const listReferralsQuery = listQuery.extend({
  includeCompany: queryFlag,
  status: commaList,
  sortModel: sortModelOf(REFERRAL_SORT_FIELDS),
});
export type ListReferralsQuery = z.input<typeof listReferralsQuery>;

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
  /** One label, or 'Multiple Statuses'. */
  status: z.string(),
  /** Every item's label, so that a filter finds a referral when any item matches. */
  statuses: z.array(z.string()),
});
export type ReferralListRow = z.infer<typeof referralListRow>;

export const referralList = z.object({
  rows: z.array(referralListRow),
  rowCount: z.number(),
  /** Referrals per status label under the same search and scope, the status filter left out. */
  statusCounts: z.record(z.string(), z.number()),
  feed: feedPosition,
});
export type ReferralList = z.infer<typeof referralList>;

/** GET /referrals/referral/{id}: the whole referral, as the log's events add up (see the domain's `replay`). */
export interface ReferralDetail extends ReferralAsOf {
  readonly company: string | null;
  readonly feed: FeedPosition;
}

/** GET /referrals/referral/{id}/limited: an allow-list (QUALITY.md 1.5); nothing about the member, physician or items' names. */
export const limitedReferral = z.object({
  referralId: z.string(),
  referralDateTime: z.string(),
  /** One entry per group of items in the same task. */
  groups: z.array(
    z.object({
      itemCount: z.number(),
      /** Label of the task, shown under the active step. */
      task: z.string(),
      steps: z.array(z.object({ label: z.string(), status: z.enum(['done', 'current', 'waiting']) })),
      stopped: z.boolean(),
    }),
  ),
  carriers: z.array(z.string()),
});
export type LimitedReferral = z.infer<typeof limitedReferral>;
export interface LimitedReferralDetail extends LimitedReferral {
  readonly feed: FeedPosition;
}

/** POST /referrals/referral/{id}/tracking (ours): staff name the carrier's number for items, shipped or about to be. */
export const assignTrackingBody = z.object({
  itemIds: z.array(z.number().int().positive()).min(1, 'Choose at least one item.').max(200),
  carrier: z.string().trim().min(1, 'Carrier is required.').max(50, 'Carrier is limited to 50 characters.'),
  number: z
    .string()
    .trim()
    .min(1, 'Tracking number is required.')
    .max(50, 'Tracking number is limited to 50 characters.'),
});
export type AssignTrackingBody = z.infer<typeof assignTrackingBody>;

export const readQuery = z.object({ minPosition: z.coerce.number().int().min(0).default(0) });
