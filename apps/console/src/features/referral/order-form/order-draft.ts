import { DEFAULT_REFERRAL_SOURCE, type LookUpProof, type User } from '@throughline/contracts';
import { companyOf, type OrderForm } from '@throughline/domain';

/** A line of the cart in the form. `qty` is the typed text. */
export interface CartLine {
  readonly catalogueId: string | null;
  readonly itemCategory: string;
  readonly item: string;
  readonly option: { readonly id: string; readonly name: string; readonly hcpcs: string | null } | null;
  readonly hcpcs: string | null;
  readonly description: string | null;
  /** URL of the item's picture, which is not part of the order. */
  readonly image?: string | null;
  readonly qty: string;
}

/**
 * The typed values of an order form, with every field that any form has. All values are text, so that no conversion loses what was typed.
 */
export interface OrderDraft {
  referralInfo: {
    lastName: string;
    firstName: string;
    email: string;
    phone: string;
    referralSource: string;
    company: string;
    sendNotificationsFlag: boolean;
  };
  memberInfo: {
    lastName: string;
    firstName: string;
    DOB: string;
    gender: string;
    phone: string;
    ACPhone: string;
    preferredLang: string;
    email: string;
    ACEmail: string;
    address1: string;
    address2: string;
    city: string;
    state: string;
    zip: string;
    height: string;
    weight: string;
    allergies: string;
    diag: string;
  };
  physicianInfo: { lastName: string; firstName: string; NPI: string; phone: string; fax: string; email: string };
  insuranceInfo: {
    insuranceType: { medicare: boolean; medicaid: boolean; commercial: boolean };
    medicareId: string;
    medicaidId: string;
    commIns1Name: string;
    commIns1Id: string;
    commIns2Name: string;
    commIns2Id: string;
    waiverBenefits: string;
  };
  /** Whether the referrer of a look-up form is the member. Then the member's name, phone and e-mail address are the referrer's. */
  isMember: boolean;
  items: CartLine[];
  /** A custom item that was typed and not yet added to `items`. */
  customItem: { name: string; description: string };
  babyInfo: { lastName: string; firstName: string; dueDate: string; nicu: boolean };
  otherInfo: string;
  /** The entered codes, joined by commas. */
  uhcCodes: string;
  /** Text in the field for codes that was not yet added to `uhcCodes`. */
  uhcTyped: string;
  /** The referrer's last name before the source 'uhc file' replaced it. */
  ownLastName: string;
  /** Names of the chosen files. A browser cannot store the files themselves, so they have to be chosen again. */
  fileNames: string[];
}

/**
 * An untouched form: Medicaid chosen, source Portal and notifications on (ordering specification, section 9), and the values that its payor
 * fixes.
 */
export function emptyDraft({ payor }: OrderForm): OrderDraft {
  return {
    referralInfo: {
      lastName: '',
      firstName: '',
      email: '',
      phone: '',
      referralSource: DEFAULT_REFERRAL_SOURCE,
      company: companyOf(payor?.companyId ?? null)?.name ?? '',
      sendNotificationsFlag: true,
    },
    memberInfo: {
      lastName: '',
      firstName: '',
      DOB: '',
      gender: '',
      phone: '',
      ACPhone: '',
      preferredLang: '',
      email: '',
      ACEmail: '',
      address1: '',
      address2: '',
      city: '',
      state: payor?.state ?? '',
      zip: '',
      height: '',
      weight: '',
      allergies: '',
      diag: '',
    },
    physicianInfo: { lastName: '', firstName: '', NPI: '', phone: '', fax: '', email: '' },
    insuranceInfo: {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      medicareId: '',
      medicaidId: '',
      commIns1Name: '',
      commIns1Id: '',
      commIns2Name: '',
      commIns2Id: '',
      waiverBenefits: '',
    },
    isMember: false,
    items: [],
    customItem: { name: '', description: '' },
    babyInfo: { lastName: '', firstName: '', dueDate: '', nicu: false },
    otherInfo: '',
    uhcCodes: '',
    uhcTyped: '',
    ownLastName: '',
    fileNames: [],
  };
}

/** Fills in the referrer from the signed-in person's account where nothing was typed yet. */
export function withReferrer(draft: OrderDraft, user: User): OrderDraft {
  const typed = draft.referralInfo;
  return {
    ...draft,
    ownLastName: draft.ownLastName || user.lastName,
    referralInfo: {
      ...typed,
      lastName: typed.lastName || user.lastName,
      firstName: typed.firstName || user.firstName,
      email: typed.email || user.email,
      phone: typed.phone || (user.primaryPhone ?? ''),
      company: typed.company || (user.company?.name ?? ''),
    },
  };
}

/** Whether a draft is about the member who was looked up. Always true on a form without a look-up. */
export const isOfMember = ({ memberInfo, insuranceInfo }: OrderDraft, proof: LookUpProof | null): boolean =>
  proof === null ||
  (memberInfo.DOB === proof.verifyInfo.DOB && insuranceInfo.medicaidId === proof.verifyInfo.medicaidId);

/**
 * The initial values of a form: the draft (null: none) and the member who was looked up. Of a draft about another member only the referrer
 * is kept.
 */
export function forMember(form: OrderForm, typed: OrderDraft | null, proof: LookUpProof | null): OrderDraft {
  const draft = typed === null ? emptyDraft(form) : isOfMember(typed, proof) ? typed : nextDraft(form, typed);
  if (proof === null) return draft;
  const { medicaidId, DOB } = proof.verifyInfo;
  return {
    ...draft,
    memberInfo: { ...draft.memberInfo, DOB },
    insuranceInfo: { ...draft.insuranceInfo, medicaidId },
  };
}

/** Whether a draft has content of its own. The referrer, who comes from the account, and the member of a look-up do not count. */
export function isFilled(form: OrderForm, draft: OrderDraft): boolean {
  const empty = emptyDraft(form);
  const { referralInfo, ownLastName } = draft;
  const untouched = { ...empty, referralInfo, ownLastName };
  if (form.lookUp !== null) {
    untouched.memberInfo.DOB = draft.memberInfo.DOB;
    untouched.insuranceInfo.medicaidId = draft.insuranceInfo.medicaidId;
  }
  return differs(draft, untouched);
}

/** Whether a text or a list, or any of these within, is not empty. */
export const isTyped = (value: unknown): boolean => differs(value, null);

function differs(value: unknown, from: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== (from ?? '');
  if (typeof value !== 'object' || value === null) return value !== from;
  return Object.entries(value).some(([name, part]) => differs(part, (from as Record<string, unknown> | null)?.[name]));
}

/** The draft after an order was submitted: only the referrer is kept. */
export function nextDraft(form: OrderForm, draft: OrderDraft): OrderDraft {
  return { ...emptyDraft(form), referralInfo: draft.referralInfo, ownLastName: draft.ownLastName };
}
