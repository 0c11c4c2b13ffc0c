import { dayInWords, fullName, phoneInWords } from '../../kernel/terms.js';
import type { BabyInfo, InsuranceInfo, MemberInfo, Order, OrderedItem, PhysicianInfo, ReferralInfo } from './order.js';

/** A fact of an order for display; the value is null if it was left empty. The label is unique in its section. */
export interface OrderFact {
  readonly label: string;
  readonly value: string | null;
}

export interface OrderSection {
  readonly title: 'Referrer' | 'Member' | 'Physician' | 'Insurance' | 'Baby' | 'Other';
  readonly facts: readonly OrderFact[];
}

/** A file of the referral; `check` is absent for files that the portal generated. */
export interface SentFile {
  readonly fileName: string;
  readonly check?: 'waiting' | 'accepted' | 'refused';
}

/**
 * All of an order but its items, in the order of the Information tab (ordering specification, section 2). That tab, the audit and the PDF
 * use the same words. There is no baby section if the cart needs none. Without `files`, as when the order is printed, the state of the
 * files that it names is not known, and none is called an attachment.
 */
export function orderSections(order: Omit<Order, 'items'>, files?: readonly SentFile[]): readonly OrderSection[] {
  return [
    { title: 'Referrer', facts: referrer(order.referralInfo, order.uhcCodes) },
    { title: 'Member', facts: member(order.memberInfo) },
    { title: 'Physician', facts: physician(order.physicianInfo) },
    { title: 'Insurance', facts: insurance(order.insuranceInfo) },
    ...(order.babyInfo === null ? [] : [{ title: 'Baby', facts: baby(order.babyInfo) } as const]),
    { title: 'Other', facts: other(order, files) },
  ];
}

/** The fields of the specification's item card; a custom item also has the referrer's own description. */
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
    Phone: phoneInWords(info.phone),
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
    Phone: phoneInWords(info.phone),
    Email: info.email,
    'Preferred language': info.preferredLang,
    'Alternate contact phone': phoneInWords(info.ACPhone),
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
    Phone: phoneInWords(info.phone),
    Fax: phoneInWords(info.fax),
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

const other = ({ otherInfo, attachments = [] }: Omit<Order, 'items'>, files?: readonly SentFile[]) =>
  labelled({
    'Additional information': otherInfo,
    ...(attachments.length > 0 && (files === undefined ? namedFiles(attachments) : filesByCheck(attachments, files))),
  });

const namedFiles = (names: readonly string[]) => ({
  'Files named with the referral': [...names, '(each is attached once it has passed its check)'].join('\n'),
});

const CHECK_LABELS = {
  accepted: 'Attachments of the referral',
  waiting: 'Being checked',
  refused: 'Refused, not attached',
  missing: 'Not received',
} as const;

/** The result of the check for each file that an order names; if several files have one name, that of the last. */
function filesByCheck(names: readonly string[], files: readonly SentFile[]): Readonly<Record<string, string>> {
  const checkOf = (name: string) =>
    files.findLast(({ fileName }) => fileName.toLowerCase() === name.toLowerCase())?.check ?? 'missing';
  const facts = Object.entries(CHECK_LABELS).map(([check, label]) => {
    return [label, names.filter((name) => checkOf(name) === check).join('\n')] as const;
  });
  return Object.fromEntries(facts.filter(([, value]) => value !== ''));
}

export const labelled = (values: Readonly<Record<string, string | null>>): readonly OrderFact[] =>
  Object.entries(values).map(([label, value]) => ({ label, value: value || null }));

const joined = (between: string, ...parts: readonly (string | false | null)[]) =>
  parts.filter(Boolean).join(between) || null;
const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');
