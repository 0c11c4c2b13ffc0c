import { z } from 'zod';
import { plainWords } from '../plain-words.js';
import {
  additionalInfo,
  babySection,
  insuranceSection,
  memberSection,
  orderLine,
  physicianSection,
  referrerSection,
} from './sections.js';

export const UHC_SOURCE = 'uhc file';
export const UHC_LAST_NAME = 'UHC';
/** A cart with one of these asks for the baby. */
export const BABY_CATEGORIES: readonly string[] = ['Breast Pump', 'Pregnancy Rewards'];

/** What the general form's dialog says of an empty cart (ordering specification, section 5). */
export const NO_ITEMS_SELECTED_GENERAL = 'No items selected. Please close the modal, select an item, and submit again.';
export const AT_LEAST_ONE_ITEM = 'At least 1 item must be selected';

export const asksForBaby = (items: readonly { readonly itemCategory: string }[]) =>
  items.some((item) => BABY_CATEGORIES.includes(item.itemCategory));

const uhcCodes = z
  .string()
  .trim()
  .max(1000, 'UHC Codes is limited to 1000 characters.')
  .regex(/^([A-Za-z0-9]+(,[A-Za-z0-9]+)*)?$/, 'UHC codes may hold letters and digits only.')
  .nullish()
  .transform((codes) => (codes === '' ? null : (codes ?? null)));

/** A section that is missing altogether answers for each of its fields. */
const section = <T extends z.ZodType>(fields: T) => z.preprocess((value) => value ?? {}, fields);

/** The payload's parts (ordering specification, section 3) for a cart that asks for the baby. */
export const generalOrderWithBaby = z.object({
  referralInfo: section(referrerSection),
  memberInfo: section(memberSection),
  physicianInfo: section(physicianSection),
  insuranceInfo: section(insuranceSection),
  items: z
    .array(orderLine, { error: AT_LEAST_ONE_ITEM })
    .min(1, AT_LEAST_ONE_ITEM)
    .max(200, 'An order is limited to 200 items.'),
  babyInfo: section(babySection),
  otherInfo: additionalInfo,
  uhcCodes,
});

const generalOrderWithoutBaby = generalOrderWithBaby.extend({
  babyInfo: z
    .unknown()
    .optional()
    .transform(() => null),
});

const orderedCategories = z.object({ items: z.array(z.object({ itemCategory: z.string() })) });

/**
 * POST /referrals/create, as the general form sends it. Baby information is required where the cart asks for it and dropped
 * where it does not. The rules over several items (one breast pump, …) are the domain's `itemViolations`: form, cart
 * and API add them on top.
 */
export const generalOrder = z.unknown().transform((input, context) => {
  const cart = orderedCategories.safeParse(input);
  const schema = cart.success && asksForBaby(cart.data.items) ? generalOrderWithBaby : generalOrderWithoutBaby;
  const parsed = schema.safeParse(input, { error: plainWords });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  const order = parsed.data;
  if (order.referralInfo.referralSource !== UHC_SOURCE) return { ...order, uhcCodes: null };
  return { ...order, referralInfo: { ...order.referralInfo, lastName: UHC_LAST_NAME } };
});
export type GeneralOrder = z.output<typeof generalOrder>;
