import { ITEM_CATEGORIES } from '@throughline/domain';
import { z } from 'zod';
import { reason } from './order/fields.js';
import { readQuery } from './referral.contract.js';
import { route } from './route/route.js';

const itemCategory = z.enum(ITEM_CATEGORIES);

const orderingGroup = z.object({
  /** As `groupId` of POST /items; null: orders on behalf of no group. */
  groupId: z.number().nullable(),
  name: z.string(),
  /** Those of which the catalogue has items for the group. */
  categories: z.array(z.object({ itemCategory, items: z.number(), withheld: z.boolean() })).readonly(),
});
export type OrderingGroupRow = z.infer<typeof orderingGroup>;

export const orderingGroupBody = z.object({
  groupId: z.number().int().min(1).max(1_000_000).nullable(),
  withheld: z.array(itemCategory).max(ITEM_CATEGORIES.length),
  reason,
});

export const orderingGroupRoutes = {
  list: route('GET /ordering-groups', {
    summary: 'Admins: the groups on whose behalf is ordered, and what each may order.',
    who: 'administers',
    query: readQuery,
    answer: z.array(orderingGroup).readonly(),
  }),
  change: route('POST /ordering-groups', {
    summary:
      'Admins: withhold categories from a group, in place of those before. New orders with such an item are refused.',
    who: 'administers',
    body: orderingGroupBody,
    answer: z.null(),
    idempotent: true,
  }),
} as const;
