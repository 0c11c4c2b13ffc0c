import { ENROLLED_GROUPS, ITEM_CATEGORIES } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { replacing } from '../order/fields.js';
import { ADMINISTRATIVE } from '../route/managed-list.js';
import { route } from '../route/route.js';

const itemCategory = z.enum(ITEM_CATEGORIES);
const enrolledGroup = z.enum(ENROLLED_GROUPS);

const orderingGroup = z.object({
  /** For a group of orders, the `groupId` of POST /items, or null for orders on behalf of no group. For a group of people, its name. */
  groupId: z.union([z.number(), enrolledGroup]).nullable(),
  name: z.string(),
  /** How many people are enrolled; null for a group of orders. */
  people: z.number().nullable(),
  /** The categories of which the catalogue has items for the group. */
  categories: z.array(z.object({ itemCategory, items: z.number(), withheld: z.boolean() })).readonly(),
});
export type OrderingGroupRow = z.infer<typeof orderingGroup>;

const withheld = z.array(itemCategory).max(ITEM_CATEGORIES.length);
export const orderingGroupBody = replacing({ withheld }, { withheld }).extend({
  groupId: z.union([z.number().int().min(1).max(1_000_000), enrolledGroup]).nullable(),
});

export const orderingGroupRoutes = {
  list: route('GET /ordering-groups', {
    summary:
      'Admins: the groups in which people are enrolled, those on whose behalf is ordered, and what each may order.',
    who: 'administers',
    query: readQuery,
    answer: z.array(orderingGroup).readonly(),
    example: {},
  }),
  change: route('POST /ordering-groups', {
    ...ADMINISTRATIVE,
    summary:
      'Admins: withhold categories from a group, in place of those before. New orders with such an item are refused.',
    body: orderingGroupBody,
    meanwhile: 'seen',
    example: { body: { groupId: 9, withheld: [], seen: { withheld: [] }, reason: 'New contract' } },
    refusals: { 409: ['ordering-group/changed-meanwhile'] },
  }),
} as const;
