import { BABY_CATEGORIES, ORDER_FORM_IDS, ORDER_FORMS, type OrderForm, type OrderFormId } from '@throughline/domain';
import { z } from 'zod';
import { type LookUpProof, lookUpProof } from '../eligibility.contract.js';
import { uploadedFileName } from '../file.contract.js';
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
export const AT_LEAST_ONE_ITEM = 'At least 1 item must be selected';

/** Is the due date required for these items on this form? */
export function asksForBaby(
  { sections, required }: OrderForm,
  items: readonly { readonly itemCategory: string }[],
): boolean {
  if (!sections.includes('baby')) return false;
  return required.includes('baby') || items.some(({ itemCategory }) => BABY_CATEGORIES.includes(itemCategory));
}

export const UHC_CODES_ALPHANUMERIC = 'UHC codes may hold letters and digits only.';

const uhcCodes = z
  .string()
  .trim()
  .max(1000, 'UHC Codes is limited to 1000 characters.')
  .regex(/^([A-Za-z0-9]+(,[A-Za-z0-9]+)*)?$/, UHC_CODES_ALPHANUMERIC)
  .nullish()
  .transform((codes) => (codes === '' ? null : (codes ?? null)));

/** What is to come: the order's document lists it, and is made before the files are there. */
const attachments = z.array(uploadedFileName).min(1).max(50, 'An order is limited to 50 files.').optional();

/** What a form does not ask for is not in its schema, and so dropped; typed as where it is. */
const NO_ATTACHMENTS = {} as { readonly attachments: typeof attachments };

/** A section that is missing altogether answers for each of its fields. */
const section = <T extends z.ZodType>(fields: T) => z.preprocess((value) => value ?? {}, fields);

const noBaby = z
  .unknown()
  .optional()
  .transform(() => null);

/** The payload's parts (ordering specification, section 3), as a form has them. */
const partsOf = <Baby extends z.ZodType>(form: OrderForm, babyInfo: Baby) =>
  z.object({
    referralInfo: section(referrerSection(form)),
    memberInfo: section(memberSection(form)),
    physicianInfo: section(physicianSection(form)),
    insuranceInfo: section(insuranceSection(form)),
    items: z
      .array(orderLine, { error: AT_LEAST_ONE_ITEM })
      .min(1, AT_LEAST_ONE_ITEM)
      .max(200, 'An order is limited to 200 items.'),
    babyInfo,
    otherInfo: additionalInfo,
    uhcCodes,
    ...(form.sections.includes('attachments') ? { attachments } : NO_ATTACHMENTS),
  });

const orderedCategories = z.object({ items: z.array(z.object({ itemCategory: z.string() })) });

/**
 * An order as this form asks for it. Baby information is required where form or cart asks for it and dropped where they do not. The
 * rules over several items (one breast pump, …) are the domain's `itemViolations`: form, cart and API add them on top.
 */
export function orderOn(form: OrderForm) {
  const withBaby = partsOf(form, section(babySection));
  const withoutBaby = partsOf(form, noBaby);
  return z.unknown().transform((input, context) => {
    const cart = orderedCategories.safeParse(input);
    const asked = asksForBaby(form, cart.data?.items ?? []);
    const parsed = (asked ? withBaby : withoutBaby).safeParse(input, { error: plainWords });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    const order = parsed.data;
    if (order.referralInfo.referralSource !== UHC_SOURCE) return { ...order, uhcCodes: null };
    return { ...order, referralInfo: { ...order.referralInfo, lastName: UHC_LAST_NAME } };
  });
}
export type OrderSchema = ReturnType<typeof orderOn>;

/** Each known form's schema: the same one in the browser and in the API. */
export const ORDERS = Object.fromEntries(ORDER_FORM_IDS.map((id) => [id, orderOn(ORDER_FORMS[id])])) as Record<
  OrderFormId,
  OrderSchema
>;

/** Whoever does not name one means the general form. */
const formId = z.enum(ORDER_FORM_IDS, { error: 'This order form does not exist.' }).default('general');
const namedForm = z.object({ form: formId });

const noProof = z.unknown().transform(() => null);

/**
 * POST /referrals/create: an order, checked by the rules of the form that it names. `proof` is what its look-up gave; null on a
 * form without one.
 */
export const createReferralBody = z.unknown().transform((input, context) => {
  const named = namedForm.safeParse(input, { error: plainWords });
  const order = named.data && ORDERS[named.data.form].safeParse(input);
  const asked = named.data && ORDER_FORMS[named.data.form].lookUp !== null ? lookUpProof : noProof;
  const proof = asked.safeParse(input, { error: plainWords });
  if (!named.data || !order?.data || proof.data === undefined) {
    for (const { path, message } of [named, order, proof].flatMap((part) => part?.error?.issues ?? []))
      context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  return { ...named.data, ...order.data, proof: proof.data };
});
export type CreateReferralBody = z.output<typeof createReferralBody>;
/** The same as it is sent. */
export type OrderToSend = Omit<CreateReferralBody, 'proof'> & Partial<LookUpProof>;

/** The same for the documentation: the general form with everything that it can ask for. */
export const documentedOrder = partsOf(ORDER_FORMS.general, section(babySection)).extend({
  form: formId,
  ...lookUpProof.partial().shape,
});
