import { codesOfSource, itemsOf, type ReferralDetail } from '@throughline/contracts';
import { ORDER_FORM_IDS, ORDER_FORMS, type OrderForm, orderFormOf, type OrderSection } from '@throughline/domain';
import { emptyDraft, type OrderDraft } from '../order-form/order-draft.js';

/** The sections of the Information tab. */
export type CorrectableSection = OrderSection['title'];

/** Names of an order's parts in the API and in the order form. */
type DraftKey =
  'referralInfo' | 'memberInfo' | 'physicianInfo' | 'insuranceInfo' | 'babyInfo' | 'otherInfo' | 'uhcCodes';

/** The parts of the order that a section's dialog sends. */
export const SECTION_KEYS: Readonly<Record<CorrectableSection, readonly DraftKey[]>> = {
  Referrer: ['referralInfo', 'uhcCodes'],
  Member: ['memberInfo'],
  Physician: ['physicianInfo'],
  Insurance: ['insuranceInfo'],
  Baby: ['babyInfo'],
  Other: ['otherInfo'],
};

export function sectionValues(section: CorrectableSection, draft: OrderDraft): Partial<Pick<OrderDraft, DraftKey>> {
  const uhcCodes = codesOfSource(draft.referralInfo.referralSource, draft.uhcCodes);
  return Object.fromEntries(SECTION_KEYS[section].map((key) => [key, { ...draft, uhcCodes }[key]]));
}

/** The form definition for correcting an order: all fields, and the values that its payor fixes. */
export function correctionForm({ insuranceInfo: { plan } }: ReferralDetail): OrderForm {
  const payor = ORDER_FORM_IDS.map((id) => orderFormOf(id).payor).find((one) => one?.name === plan) ?? null;
  return { ...ORDER_FORMS.general, required: ['source', 'baby'], payor };
}

/** The order as a draft of its form, in which all values are text. */
export function draftOf(referral: ReferralDetail): OrderDraft {
  const empty = emptyDraft(ORDER_FORMS.general);
  const { insuranceType, ...insurance } = referral.insuranceInfo;
  return {
    ...empty,
    referralInfo: asText(empty.referralInfo, referral.referralInfo),
    memberInfo: asText(empty.memberInfo, referral.memberInfo),
    physicianInfo: asText(empty.physicianInfo, referral.physicianInfo),
    insuranceInfo: { ...asText(empty.insuranceInfo, insurance), insuranceType },
    babyInfo: asText(empty.babyInfo, referral.babyInfo ?? {}),
    otherInfo: referral.otherInfo ?? '',
    uhcCodes: referral.uhcCodes ?? '',
    ownLastName: referral.referralInfo.lastName,
  };
}

/** The order's values as text for each field of the form; empty text for null. */
function asText<Fields extends object>(empty: Fields, values: object): Fields {
  const typed = Object.entries(empty as Readonly<Record<string, unknown>>).map(([name, before]): [string, unknown] => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    return [name, value === undefined ? before : typeof value === 'boolean' ? value : String(value ?? '')];
  });
  return Object.fromEntries(typed) as Fields;
}

/** A person's changes of an item. Fields that are left out stay as they are. */
export interface Edit {
  readonly qty?: string;
  /** Id of the chosen option. */
  readonly option?: string;
  readonly deleted?: boolean;
}

/**
 * Warnings, by field, for values that somebody else has corrected and that saving would replace. They are needed when the present values
 * are taken over, because the API does not refuse the request afterwards.
 */
export function replacedBy(
  edits: Readonly<Record<number, Edit>>,
  { before, now }: { readonly before: ReferralDetail; readonly now: ReferralDetail },
): Readonly<Record<string, string>> {
  const said = itemsOf(now).flatMap(({ id, qty, option }) => {
    const was = itemsOf(before).find((item) => item.id === id);
    const edit = edits[id];
    if (was === undefined || edit === undefined) return [];
    const isOther = (typed: string | undefined, past: string | undefined, present: string | undefined) =>
      typed !== undefined && past !== present && typed.trim() !== present;
    return [
      ...(isOther(edit.qty, String(was.qty), String(qty))
        ? [[`items.${id}.qty`, `It is ${qty} by now: saving replaces it.`] as const]
        : []),
      ...(isOther(edit.option, was.option?.id, option?.id)
        ? [[`items.${id}.option`, `It is ${option?.name ?? 'none'} by now: saving replaces it.`] as const]
        : []),
    ];
  });
  return Object.fromEntries(said);
}
