import type { BabyInfo, InsuranceInfo, MemberInfo, Order, PhysicianInfo, ReferralInfo } from '@throughline/domain';
import { formatReferralId } from '@throughline/domain';

/** One labelled value; empty ones are left out, so that a page holds what was ordered and nothing else. */
type Row = readonly [label: string, value: string];

/** What the template prints. All of it is text: nothing that a person typed can become markup. */
export interface SubmissionDocument {
  readonly referralId: string;
  readonly submitted: string;
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  readonly items: readonly {
    category: string;
    item: string;
    option: string;
    hcpcs: string;
    qty: string;
    note: string;
  }[];
  readonly additional: string;
}

/** The submission as a document that a provider would file: the same order gives the same document. */
export function submissionDocument(referralId: string, submittedAt: string, order: Order): SubmissionDocument {
  return {
    referralId: formatReferralId(referralId),
    submitted: centralTime(submittedAt),
    sections: [
      { title: 'Referrer', rows: referrer(order.referralInfo, order.uhcCodes) },
      { title: 'Member', rows: member(order.memberInfo) },
      { title: 'Clinical', rows: clinical(order.memberInfo) },
      { title: 'Insurance', rows: insurance(order.insuranceInfo) },
      { title: 'Physician', rows: physician(order.physicianInfo) },
      { title: 'Baby', rows: order.babyInfo === null ? [] : baby(order.babyInfo) },
    ].filter((section) => section.rows.length > 0),
    items: order.items.map((item) => ({
      category: item.itemCategory,
      item: item.item,
      option: item.option?.name ?? '',
      hcpcs: item.option?.hcpcs ?? item.hcpcs ?? '',
      qty: String(item.qty),
      note: item.catalogueId === null ? (item.description ?? '') : '',
    })),
    additional: order.otherInfo ?? '',
  };
}

const referrer = (info: ReferralInfo, uhcCodes: string | null): readonly Row[] =>
  filled([
    ['Name', fullName(info)],
    ['Email', info.email],
    ['Phone', phone(info.phone)],
    ['Company', info.company],
    ['Source', info.referralSource],
    ['UHC codes', uhcCodes?.replaceAll(',', ', ')],
  ]);

const member = (info: MemberInfo): readonly Row[] =>
  filled([
    ['Name', fullName(info)],
    ['Date of birth', day(info.DOB)],
    ['Gender', info.gender],
    ['Phone', phone(info.phone)],
    ['Email', info.email],
    ['Preferred language', info.preferredLang],
    ['Alternate contact phone', phone(info.ACPhone)],
    ['Alternate contact email', info.ACEmail],
    ['Address', [info.address1, info.address2].filter((line) => line !== null).join(', ')],
    ['City, state, zip', `${info.city}, ${info.state} ${info.zip}`],
  ]);

const clinical = (info: MemberInfo): readonly Row[] =>
  filled([
    ['Height', info.height === null ? null : `${info.height} in`],
    ['Weight', info.weight === null ? null : `${info.weight} lb`],
    ['Allergies', info.allergies],
    ['Diagnosis', info.diag],
  ]);

const insurance = (info: InsuranceInfo): readonly Row[] =>
  filled([
    ['Medicare ID', info.medicareId],
    ['Medicaid ID', info.medicaidId],
    ['Commercial plan 1', plan(info.commIns1Name, info.commIns1Id)],
    ['Commercial plan 2', plan(info.commIns2Name, info.commIns2Id)],
    ['Waiver benefits', info.waiverBenefits],
  ]);

const physician = (info: PhysicianInfo): readonly Row[] =>
  filled([
    ['Name', fullName(info)],
    ['NPI', info.NPI],
    ['Phone', phone(info.phone)],
    ['Fax', phone(info.fax)],
    ['Email', info.email],
  ]);

const baby = (info: BabyInfo): readonly Row[] =>
  filled([
    ['Name', fullName(info)],
    ['Due date', day(info.dueDate)],
    ['NICU', info.nicu ? 'Yes' : 'No'],
  ]);

const filled = (rows: readonly (readonly [string, string | null | undefined])[]): readonly Row[] =>
  rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

const fullName = (name: { firstName: string | null; lastName: string | null }) =>
  [name.firstName, name.lastName].filter((part) => part !== null).join(' ');

const plan = (name: string | null, id: string | null) => [name, id].filter((part) => part !== null).join(' · ');

/** 10 digits as a US number. */
const phone = (digits: string | null) => digits?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** YYYY-MM-DD as MM/DD/YYYY, the order of the forms that go with it. */
const day = (date: string) => date.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

const centralTime = (instant: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', dateStyle: 'medium', timeStyle: 'short' })
    .format(new Date(instant))
    // Newer ICU data puts a narrow no-break space before AM and PM: keep the bytes the same everywhere.
    .replace(/\s/gu, ' ') + ' Central Time';
