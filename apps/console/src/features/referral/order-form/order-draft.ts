import { DEFAULT_REFERRAL_SOURCE, type LookUpProof, type User } from '@throughline/contracts';
import { companyOf, type OrderForm } from '@throughline/domain';

/** A line of the cart as the form holds it; `qty` is what was typed. */
export interface CartLine {
  readonly catalogueId: string | null;
  readonly itemCategory: string;
  readonly item: string;
  readonly option: { readonly id: string; readonly name: string; readonly hcpcs: string | null } | null;
  readonly hcpcs: string | null;
  readonly description: string | null;
  /** Address of its picture; not part of the order. */
  readonly image?: string | null;
  readonly qty: string;
}

/** An order form as it is typed, with every field that any form has: text everywhere, so that nothing typed is lost to a conversion. */
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
  items: CartLine[];
  /** Typed, and not yet added to the items. */
  customItem: { name: string; description: string };
  babyInfo: { lastName: string; firstName: string; dueDate: string; nicu: boolean };
  otherInfo: string;
  /** Comma-joined. */
  uhcCodes: string;
  /** Typed, and not one of them yet. */
  uhcTyped: string;
  /** The referrer's last name as it was before source 'uhc file' fixed it. */
  ownLastName: string;
  /** Names of the chosen files, which have to be chosen again: a browser cannot store them. */
  fileNames: string[];
}

/** An untouched form: Medicaid chosen, source Portal, notifications on (ordering specification, section 9), and what its payor fixes. */
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

/** Fills the referrer from the signed-in person's account, where nothing was typed yet. */
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

/** Whether this was typed for the member who was looked up; always true on a form without a look-up. */
export const isOfMember = ({ memberInfo, insuranceInfo }: OrderDraft, proof: LookUpProof | null): boolean =>
  proof === null ||
  (memberInfo.DOB === proof.verifyInfo.DOB && insuranceInfo.medicaidId === proof.verifyInfo.medicaidId);

/** Where a form begins: what was typed (null: nothing), with the member who was looked up. What was typed for another stays out. */
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

/** Whether it has any content of an order. The referrer comes from the account, and the member from the look-up. */
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

function differs(value: unknown, from: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== (from ?? '');
  if (typeof value !== 'object' || value === null) return value !== from;
  return Object.entries(value).some(([name, part]) => differs(part, (from as Record<string, unknown> | null)?.[name]));
}

/** After a submitted order: everything empty but the referrer. */
export function nextDraft(form: OrderForm, draft: OrderDraft): OrderDraft {
  return { ...emptyDraft(form), referralInfo: draft.referralInfo, ownLastName: draft.ownLastName };
}
