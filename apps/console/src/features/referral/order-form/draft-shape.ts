import { z } from 'zod';
import type { OrderDraft } from './order-draft.js';

const text = z.string();

function texts<Name extends string>(...names: readonly Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>);
}

const cartLine = z.object({
  catalogueId: text.nullable(),
  itemCategory: text,
  item: text,
  option: z.object({ id: text, name: text, hcpcs: text.nullable() }).nullable(),
  hcpcs: text.nullable(),
  description: text.nullable(),
  image: text.nullable().exactOptional(),
  qty: text,
});

/** A draft as it comes out of the browser's storage, where anything may stand: an older console wrote there, and anybody can. */
export const draftShape: z.ZodType<OrderDraft> = z.object({
  referralInfo: texts('lastName', 'firstName', 'email', 'phone', 'referralSource', 'company').extend({
    sendNotificationsFlag: z.boolean(),
  }),
  memberInfo: texts(
    ...(['lastName', 'firstName', 'DOB', 'gender', 'phone', 'ACPhone', 'preferredLang', 'email', 'ACEmail'] as const),
    ...(['address1', 'address2', 'city', 'state', 'zip', 'height', 'weight', 'allergies', 'diag'] as const),
  ),
  physicianInfo: texts('lastName', 'firstName', 'NPI', 'phone', 'fax', 'email'),
  insuranceInfo: texts(
    ...(['medicareId', 'medicaidId', 'commIns1Name', 'commIns1Id', 'commIns2Name', 'commIns2Id'] as const),
    'waiverBenefits',
  ).extend({ insuranceType: z.object({ medicare: z.boolean(), medicaid: z.boolean(), commercial: z.boolean() }) }),
  items: z.array(cartLine),
  customItem: texts('name', 'description'),
  babyInfo: texts('lastName', 'firstName', 'dueDate').extend({ nicu: z.boolean() }),
  otherInfo: text,
  uhcCodes: text,
  // Younger than some drafts that are kept.
  uhcTyped: text.default(''),
  ownLastName: text,
  fileNames: z.array(text),
});
