import {
  MOST_ITEMS,
  ORDER_FORM_IDS,
  ORDER_FORMS,
  type OrderForm,
  type OrderFormId,
  UHC_CODES_OF_SOURCE,
} from '@throughline/domain';
import { z } from 'zod';
import { language } from '../account/account.contract.js';
import { type LookUpProof, lookUpProof } from '../eligibility/eligibility.contract.js';
import { uploadedFileName } from '../file/file.contract.js';
import { plainWords } from '../search/plain-words.js';
import { isNothing, optionalText } from './fields.js';
import { asksForBaby, UHC_CODES_ALPHANUMERIC, UHC_SOURCE } from './form-facts.js';
import { documentedLine, orderLine } from './order-line.js';
import {
  additionalInfo,
  babySection,
  documentedInsurance,
  insuranceSection,
  memberSection,
  optionalBaby,
  physicianSection,
  referrerSection,
} from './sections.js';

export const AT_LEAST_ONE_ITEM = 'At least 1 item must be selected';

export const uhcCodes = z
  .string()
  .trim()
  .max(1000, 'UHC Codes is limited to 1000 characters.')
  .regex(/^([A-Za-z0-9]+(,[A-Za-z0-9]+)*)?$/, UHC_CODES_ALPHANUMERIC)
  .nullish()
  .transform((codes) => (codes === '' ? null : (codes ?? null)));

/** Refuses codes with another source, because they would not be kept. */
export function requireUhcSource(codes: string | null | undefined, source: string, context: z.RefinementCtx): void {
  if ((codes ?? null) !== null && source !== UHC_SOURCE)
    context.addIssue({ code: 'custom', path: ['uhcCodes'], message: UHC_CODES_OF_SOURCE.message });
}

/** Names of files that will be uploaded after the order. The order's PDF lists them, although it may be generated before they arrive. */
const attachments = z.array(uploadedFileName).min(1).max(50, 'An order is limited to 50 files.').optional();

/** A missing section is validated as an empty one, so that each of its fields is reported. */
const section = <T extends z.ZodType>(fields: T) => z.preprocess((value) => value ?? {}, fields);

const anyBaby = optionalBaby.transform((baby) => baby ?? null);

/** The sections of the payload on a form (ordering specification, section 3). */
const partsOf = <Baby extends z.ZodType>(form: OrderForm, babyInfo: Baby) =>
  z.object({
    referralInfo: section(referrerSection(form)),
    memberInfo: section(memberSection(form)),
    physicianInfo: section(physicianSection(form)),
    insuranceInfo: section(insuranceSection(form)),
    items: z
      .array(orderLine, { error: AT_LEAST_ONE_ITEM })
      .min(1, AT_LEAST_ONE_ITEM)
      .max(MOST_ITEMS, `An order is limited to ${MOST_ITEMS} items.`),
    babyInfo,
    otherInfo: additionalInfo,
    uhcCodes,
    attachments,
  });

const orderedCategories = z.object({ items: z.array(z.object({ itemCategory: z.string() })) });

/**
 * The schema of an order on this form. Baby information is required if the form or the cart requires it. Rules over several items (one
 * breast pump, …) are the domain's `itemViolations`, which form, cart and API apply as well.
 */
export function orderOn(form: OrderForm) {
  const withBaby = partsOf(form, section(babySection));
  const withoutBaby = partsOf(form, anyBaby);
  return z.unknown().transform((input, context) => {
    const cart = orderedCategories.safeParse(input);
    const isBabyRequired = asksForBaby(form, cart.data?.items ?? []);
    const parsed = (isBabyRequired ? withBaby : withoutBaby).safeParse(input, { error: plainWords });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    const order = parsed.data;
    requireUhcSource(order.uhcCodes, order.referralInfo.referralSource, context);
    return order;
  });
}
export type OrderSchema = ReturnType<typeof orderOn>;

/** The schema of each form, shared by the browser and the API. */
export const ORDERS = Object.fromEntries(ORDER_FORM_IDS.map((id) => [id, orderOn(ORDER_FORMS[id])])) as Record<
  OrderFormId,
  OrderSchema
>;

/** Absent: the general form. */
const formId = z.enum(ORDER_FORM_IDS, { error: 'This order form does not exist.' }).default('general');
/** The user who sends the order. The API checks that this is the caller, by id and by e-mail address. */
const user = z
  .union([
    z.string().max(100),
    z.looseObject({ id: z.string().max(100).nullish(), email: z.string().max(100).nullish() }),
  ])
  .nullish();
/** `language` is that of the page. `patientKey` is the member's key in the sender's own system; it is kept and returned with the order. */
const namedForm = z.object({
  form: formId,
  language: language.exactOptional(),
  patientKey: optionalText('Patient key').optional(),
  user,
});

/** A form without a look-up redeems no benefit. It refuses a proof, because a sender that sends one expects the benefit. */
const noProof = z
  .object({
    eligiblePatientId: z.unknown().optional().refine(isNothing, 'This order form redeems no benefit.'),
    verifyInfo: z.unknown().optional().refine(isNothing, 'This order form redeems no benefit.'),
  })
  .transform(() => null);

/**
 * POST /referrals/create: an order, validated by the rules of the form that it names. `proof` is the result of its look-up; null for a form
 * without one.
 */
const checkedOrder = z.unknown().transform((input, context) => {
  const named = namedForm.safeParse(input, { error: plainWords });
  const order = named.data && ORDERS[named.data.form].safeParse(input);
  const proofSchema = named.data && ORDER_FORMS[named.data.form].lookUp !== null ? lookUpProof : noProof;
  const proof = proofSchema.safeParse(input, { error: plainWords });
  if (!named.data || !order?.data || proof.data === undefined) {
    for (const { path, message } of [named, order, proof].flatMap((part) => part?.error?.issues ?? []))
      context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  return { ...named.data, ...order.data, proof: proof.data };
});
export type CreateReferralBody = z.output<typeof checkedOrder>;
/** The body that a client sends. */
export type OrderToSend = Omit<CreateReferralBody, 'proof'> & Partial<LookUpProof>;

/** The body in the documentation: the general form with all optional sections. */
export const documentedOrder = partsOf(ORDER_FORMS.general, section(babySection)).extend({
  insuranceInfo: section(documentedInsurance),
  items: z.array(documentedLine),
  ...namedForm.shape,
  ...lookUpProof.partial().shape,
});

/** The sections that a client may send. Their fields depend on the form. */
type GivenOrder = {
  readonly [Section in Exclude<keyof typeof documentedOrder.shape, keyof typeof namedForm.shape>]?: unknown;
} & z.input<typeof namedForm>;
export const createReferralBody = checkedOrder as z.ZodType as z.ZodType<CreateReferralBody, GivenOrder>;
