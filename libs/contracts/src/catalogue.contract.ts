import { z } from 'zod';
import { US_STATES } from './order/choices.js';

const REQUIRED = 'Member state required';

/** POST /items/ : the items that a member in this state may order. Fails with 'Member state required' without a known state. */
export const listItemsBody = z.object({
  userId: z.string().max(100).nullish(),
  state: z
    .string({ error: REQUIRED })
    .trim()
    .refine((code) => Object.hasOwn(US_STATES, code), REQUIRED),
  itemCategory: z.string().max(50).nullish(),
  groupId: z.coerce.number().int().nullish(),
});
export type ListItemsBody = z.infer<typeof listItemsBody>;

/** Path under which pictures of items are served. */
export const CATALOGUE_PICTURES = '/catalogue/pictures';

export const catalogueItem = z.object({
  id: z.string(),
  itemCategory: z.string(),
  item: z.string(),
  description: z.string(),
  hcpcs: z.string().nullable(),
  /** Address of its picture, and a description of the picture. */
  image: z.string().nullable(),
  imageAlt: z.string().nullable(),
  options: z.array(z.object({ id: z.string(), name: z.string(), hcpcs: z.string().nullable() })),
});
export type CatalogueItemView = z.infer<typeof catalogueItem>;

/** Category → its items, categories in display order. */
export const itemsByCategory = z.record(z.string(), z.array(catalogueItem));
export type ItemsByCategory = z.infer<typeof itemsByCategory>;

export const company = z.object({ id: z.number(), name: z.string(), state: z.string() });
export type CompanyView = z.infer<typeof company>;

export const referralSource = z.object({ sourceName: z.string() });
export type ReferralSource = z.infer<typeof referralSource>;
/** GET /referrals/referral/sources */
export const REFERRAL_SOURCES = ['Portal', 'Fax', 'Phone', 'Email', 'uhc file'] as const;
