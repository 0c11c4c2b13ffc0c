import { dayInWords } from '../kernel/calendar-day.js';
import type { BabyInfo, InsuranceInfo, MemberInfo, Order, OrderedItem, PhysicianInfo, ReferralInfo } from './order.js';

/** Something that was ordered, as people read it; null where it was left empty. The label is unique in its section. */
export interface OrderFact {
  readonly label: string;
  readonly value: string | null;
}

export interface OrderSection {
  readonly title: 'Referrer' | 'Member' | 'Physician' | 'Insurance' | 'Baby' | 'Other';
  readonly facts: readonly OrderFact[];
}

/**
 * All of an order but its items, in the order of the Information tab (ordering specification, section 2): the same words on that
 * tab, in the audit and in the PDF. No baby section where the cart asks for none.
 */
export function orderSections(order: Omit<Order, 'items'>): readonly OrderSection[] {
  return [
    { title: 'Referrer', facts: referrer(order.referralInfo, order.uhcCodes) },
    { title: 'Member', facts: member(order.memberInfo) },
    { title: 'Physician', facts: physician(order.physicianInfo) },
    { title: 'Insurance', facts: insurance(order.insuranceInfo) },
    ...(order.babyInfo === null ? [] : [{ title: 'Baby', facts: baby(order.babyInfo) } as const]),
    { title: 'Other', facts: other(order) },
  ];
}

/** What the specification's item card holds; a custom item also has the referrer's own description. */
export function orderedItemFacts(item: OrderedItem): readonly OrderFact[] {
  return labelled({
    Category: item.itemCategory,
    Item: item.item,
    Option: item.option?.name ?? null,
    HCPCS: item.option?.hcpcs ?? item.hcpcs,
    Qty: String(item.qty),
    ...(item.catalogueId === null && { Description: item.description }),
  });
}

const referrer = (info: ReferralInfo, uhcCodes: string | null) =>
  labelled({
    Name: fullName(info),
    Email: info.email,
    Phone: phone(info.phone),
    Company: info.company,
    Source: info.referralSource,
    'UHC codes': uhcCodes?.replaceAll(',', ', ') ?? null,
    'Wants notifications': yesOrNo(info.sendNotificationsFlag),
  });

const member = (info: MemberInfo) =>
  labelled({
    Name: fullName(info),
    DOB: dayInWords(info.DOB),
    Gender: info.gender,
    Phone: phone(info.phone),
    Email: info.email,
    'Preferred language': info.preferredLang,
    'Alternate contact phone': phone(info.ACPhone),
    'Alternate contact email': info.ACEmail,
    Address: joined(', ', info.address1, info.address2),
    'City, state, zip': `${info.city}, ${info.state} ${info.zip}`,
    Height: info.height === null ? null : `${info.height} in`,
    Weight: info.weight === null ? null : `${info.weight} lb`,
    Allergies: info.allergies,
    Diagnosis: info.diag,
  });

const physician = (info: PhysicianInfo) =>
  labelled({
    Name: fullName(info),
    NPI: info.NPI,
    Phone: phone(info.phone),
    Fax: phone(info.fax),
    Email: info.email,
  });

const insurance = ({ insuranceType: { medicaid, medicare, commercial }, ...info }: InsuranceInfo) =>
  labelled({
    Type: joined(', ', medicaid && 'Medicaid', medicare && 'Medicare', commercial && 'Commercial'),
    ...(info.plan !== undefined && { Plan: info.plan }),
    'Medicaid ID': info.medicaidId,
    'Medicare ID': info.medicareId,
    'Commercial insurance 1': joined(' · ', info.commIns1Name, info.commIns1Id),
    'Commercial insurance 2': joined(' · ', info.commIns2Name, info.commIns2Id),
    'Waiver benefits': info.waiverBenefits,
  });

const baby = (info: BabyInfo) =>
  labelled({ Name: fullName(info), 'Due date': dayInWords(info.dueDate), NICU: yesOrNo(info.nicu) });

const other = ({ otherInfo, attachments = [] }: Omit<Order, 'items'>) =>
  labelled({
    'Additional information': otherInfo,
    ...(attachments.length > 0 && { 'Attachments of the order': attachments.join('\n') }),
  });

const labelled = (values: Readonly<Record<string, string | null>>): readonly OrderFact[] =>
  Object.entries(values).map(([label, value]) => ({ label, value: value || null }));

const joined = (between: string, ...parts: readonly (string | false | null)[]) =>
  parts.filter(Boolean).join(between) || null;
const fullName = ({ firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null }) =>
  joined(' ', firstName, lastName);
const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** 10 digits as a US number. */
const phone = (digits: string | null) => digits?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') ?? null;
