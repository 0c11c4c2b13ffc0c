import { type CatalogueDifference, CUSTOM_ITEM, ITEM_CATEGORIES } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { US_STATES } from '../order/choices.js';
import { instant, missingOr, reason, requiredText } from '../order/fields.js';
import { wholeNumber } from '../search/whole-number.js';

const REQUIRED = 'Member state required';

/**
 * POST /items/ : the items that a member in this state may order. Fails with 'Member state required' without a state. Categories that are
 * withheld from the groups of the caller are left out; `userId` cannot name another person.
 */
export const listItemsBody = z.object({
  userId: z.string().max(100).nullish(),
  state: z
    .string({ error: missingOr('Member state', 'must be text', 'required') })
    .trim()
    .min(1, { error: REQUIRED, abort: true })
    .refine((code) => Object.hasOwn(US_STATES, code), 'Member state is not valid.'),
  /** Empty: all categories. */
  itemCategory: z.enum(['', CUSTOM_ITEM, ...ITEM_CATEGORIES], { error: 'Category is not valid.' }).nullish(),
  groupId: wholeNumber().nullish(),
});

/** POST /items/offered (ours): which of these items somebody may order in some state, on behalf of the same group. */
export const offeredItemsBody = listItemsBody
  .pick({ itemCategory: true, groupId: true })
  .extend({ catalogueIds: z.array(z.string().max(50)).min(1, 'Name an item.').max(200, 'Name 200 items at most.') });

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
/** GET /referrals/referral/sources */
export const REFERRAL_SOURCES = ['Portal', 'Fax', 'Phone', 'Email', 'uhc file'] as const;

/** A fault in an uploaded catalogue. `line` counts from 1; `column` is null if the whole line is at fault. */
export const catalogueFault = z.object({ line: z.number(), column: z.string().nullable(), fault: z.string() });
export type CatalogueFault = z.infer<typeof catalogueFault>;

const versionId = z.uuid('This version was not found.').toLowerCase();
const changeCounts = z.object({ added: z.number(), changed: z.number(), retired: z.number() });
const namedItem = z.object({ id: z.string(), item: z.string(), itemCategory: z.enum(ITEM_CATEGORIES) });
const text = z.string().nullable();

/** The changes of items when one version replaces another. */
const catalogueDifference = z.object({
  added: z.array(namedItem).readonly(),
  changed: z
    .array(
      namedItem.extend({
        fields: z.array(z.object({ field: z.string(), from: text, to: text })).readonly(),
      }),
    )
    .readonly(),
  retired: z.array(namedItem).readonly(),
  reordered: z.array(z.enum(ITEM_CATEGORIES)).readonly(),
  unchanged: z.number(),
}) satisfies z.ZodType<CatalogueDifference>;

/** POST /catalogue/check: the first hundred faults of the file, or what it would change. */
export const checkedCatalogue = z.object({
  faults: z.array(catalogueFault).readonly(),
  faultCount: z.number(),
  /** Null if there are faults. */
  difference: catalogueDifference.nullable(),
  /** The active version; null: the supplied catalogue. */
  comparedWith: text,
});
export type CheckedCatalogue = z.infer<typeof checkedCatalogue>;

/** POST /catalogue/versions, the file itself as the body. */
export const planCatalogueQuery = z.object({
  fileName: requiredText('File name', 255),
  reason,
  /** Absent: at once. */
  activatesAt: instant('The time is not valid.').optional(),
  /** `comparedWith` of the check; absent: the supplied catalogue. */
  comparedWith: versionId.optional(),
});
export type PlanCatalogueQuery = z.output<typeof planCatalogueQuery>;

export const catalogueVersionId = versionId;

/** GET /catalogue/export: the active catalogue, or a version. */
export const exportCatalogueQuery = readQuery.extend({ version: versionId.optional() });

/** A version that was uploaded: who planned it, when and why, and its status. */
export const catalogueVersion = z.object({
  versionId: z.string(),
  fileName: z.string(),
  itemCount: z.number(),
  changes: changeCounts,
  reason: z.string(),
  plannedAt: z.string(),
  plannedBy: text,
  activatesAt: z.string(),
  /**
   * `replaced`: it was active once. `outdated`: when its time came, another version was active than the one that it had been compared with.
   */
  status: z.enum(['planned', 'active', 'replaced', 'outdated', 'canceled']),
  canceled: z.object({ at: z.string(), by: text, reason: z.string() }).nullable(),
});
export type CatalogueVersion = z.infer<typeof catalogueVersion>;

/** GET /catalogue/versions: the last hundred versions, newest first, and which one is active. */
export const catalogueVersions = z.object({
  versions: z.array(catalogueVersion).readonly(),
  /** Null: the supplied catalogue is active. */
  activeVersionId: text,
  itemCount: z.number(),
});
export type CatalogueVersions = z.infer<typeof catalogueVersions>;
