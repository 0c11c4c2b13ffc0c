import { MOST_ITEMS, ORDER_FORMS } from '@throughline/domain';
import { z } from 'zod';
import { corrected, reason, requiredCount, seenCorrections } from '../order/fields.js';
import { UHC_SOURCE } from '../order/form-facts.js';
import { requireUhcSource, uhcCodes } from '../order/order.contract.js';
import { documentedLine, orderLine, SERVED_WITH_ITEM } from '../order/order-line.js';
import {
  additionalInfo,
  correctedInsurance,
  memberSection,
  optionalBaby,
  physicianSection,
  referrerSection,
} from '../order/sections.js';
import { plainWords } from '../search/plain-words.js';
import { referralId } from './referral.contract.js';

/*
 * Corrections by staff. A section has the rules and messages of the general order form, which asks for every field; the domain refuses
 * changes of what the order's own form fixes.
 */

/** The sections, under the names that the order form has for them. */
export const CORRECTED_SECTIONS = {
  referralInfo: corrected(referrerSection(ORDER_FORMS.general)),
  memberInfo: corrected(memberSection(ORDER_FORMS.general)),
  physicianInfo: corrected(physicianSection(ORDER_FORMS.general)),
  insuranceInfo: corrected(correctedInsurance),
  // A baby section in which nothing was filled in is not corrected.
  babyInfo: optionalBaby,
  otherInfo: additionalInfo.optional(),
  uhcCodes: uhcCodes.optional(),
};

const option = z.object({ id: z.string().max(50), name: z.string().max(100), hcpcs: z.string().max(20).nullable() });

/**
 * A reason as text stops the item. In the form that `GET /referrals/referral/{id}` returns, with `stoppedAt`, it names the stop that the
 * author saw, and stops nothing: 409 `item-task/stopped-otherwise` if the item is not on that stop.
 */
const stoppedReason = z
  .union([z.string(), z.object({ reason: z.string(), stoppedAt: z.string().optional() })])
  .transform((given, context) => {
    const stop: { reason: string; stoppedAt?: string | undefined } =
      typeof given === 'string' ? { reason: given } : given;
    const { data, error } = reason.safeParse(stop.reason, { error: plainWords });
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return { ...stop, reason: data ?? '' };
  })
  .nullish();

/**
 * A field of the ordered catalogue item, which is sent back as it was returned. To change it, the item is removed and another one is added.
 */
const fixed = z.string().nullable().optional();
/**
 * An item of the referral, by its number: quantity, option, removed (`deleted`: true) or restored (false). A `stoppedReason` stops it
 * (ordering specification, section 4); null states that it is not stopped. The other fields of a returned item may be sent back unchanged.
 */
export const itemCorrection = z.object({
  id: z.number().int().positive(),
  qty: requiredCount('Quantity', 9999).optional(),
  option: option.nullable().optional(),
  deleted: z.boolean().optional(),
  stoppedReason,
  itemCategory: fixed,
  catalogueId: fixed,
  item: fixed,
  hcpcs: fixed,
  description: fixed,
  ...SERVED_WITH_ITEM,
});

type Line = z.output<typeof itemCorrection> | z.output<typeof orderLine>;
const isCorrection = (line: Line): line is z.output<typeof itemCorrection> => 'id' in line;
const isOfReferral = (line: unknown) => line instanceof Object && 'id' in line && typeof line.id === 'number';

/** A line with a number is an item of the referral; one without is added, from the catalogue or as a custom item. */
const itemLines = z
  .array(z.unknown())
  .max(MOST_ITEMS, `A referral is limited to ${MOST_ITEMS} items.`)
  .transform((lines, context) => {
    const parsed = lines.map((line) =>
      (isOfReferral(line) ? itemCorrection : orderLine).safeParse(line, { error: plainWords }),
    );
    parsed.forEach(({ error }, index) => {
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [index, ...path], message });
    });
    const lists: { corrected: z.output<typeof itemCorrection>[]; added: z.output<typeof orderLine>[] } = {
      corrected: [],
      added: [],
    };
    for (const { data } of parsed) {
      if (data === undefined) return z.NEVER;
      if (isCorrection(data)) lists.corrected.push(data);
      else lists.added.push(data);
    }
    if (new Set(lists.corrected.map(({ id }) => id)).size < lists.corrected.length)
      context.addIssue({ code: 'custom', message: 'An item has one line at most.' });
    return lists;
  });
type ItemLine = z.input<typeof itemCorrection> | (z.input<typeof orderLine> & { readonly id?: string | null });
const items = itemLines as z.ZodType as z.ZodType<z.output<typeof itemLines>, readonly ItemLine[]>;

const correctedReferral = z.object({
  referralId,
  ...CORRECTED_SECTIONS,
  items: items.optional(),
  parentId: seenCorrections,
});

/** POST /referrals/update: the sections that a person corrects, each complete. */
export const correctReferralBody = correctedReferral
  // An order whose source changes loses its codes.
  .transform((body, context) => {
    if (!body.referralInfo || body.referralInfo.referralSource === UHC_SOURCE) return body;
    requireUhcSource(body.uhcCodes, body.referralInfo.referralSource, context);
    return { ...body, uhcCodes: null };
  });
export type CorrectReferralBody = z.output<typeof correctReferralBody>;

/** POST /items/update-referral-items/{id} */
export const correctItemsBody = z.object({ items, parentId: seenCorrections });
export type CorrectItemsBody = z.output<typeof correctItemsBody>;

const documentedItems = z.array(z.union([itemCorrection, documentedLine]));
/** The body in the documentation. */
export const documentedCorrection = correctedReferral.extend({ items: documentedItems.optional() });
export const documentedItemsCorrection = correctItemsBody.extend({ items: documentedItems });

/** GET /referrals/referral/{id}/corrections (ours), for a referral or a recertification, oldest first. */
export const corrections = z.array(
  z.object({
    at: z.string(),
    /** Name of the person. */
    by: z.string(),
    userId: z.string().nullable(),
    /** What the correction changed, in one sentence. */
    sentence: z.string(),
    /** The changed facts under the labels of the Information tab, by the title of their section or the number of their item. */
    facts: z.array(
      z.object({
        section: z.union([z.string(), z.number()]),
        field: z.string(),
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
  }),
);
export type Corrections = z.infer<typeof corrections>;
