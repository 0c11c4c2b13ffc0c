import { CENTRAL_TIME } from './central-time.js';

/** A day (YYYY-MM-DD) as MM/DD/YYYY. Any other text is returned unchanged. */
export function dayInWords(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}

const IN_CENTRAL_TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: CENTRAL_TIME,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** `Nov 28, 2026, 3:21 PM Central Time` */
export const inCentralTime = (instant: string): string =>
  IN_CENTRAL_TIME.format(new Date(instant))
    // Newer ICU data puts a narrow no-break space before AM and PM: keep the bytes the same everywhere.
    .replace(/\s/gu, ' ') + ' Central Time';

/** The name of a time zone in summer and winter, such as `Central Time`; by default of the zone of this computer. */
export const nameOfZone = (timeZone?: string, locale = 'en-US'): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** 10 digits as a US number: `(602) 555-0112`. Any other text is returned unchanged. */
export function phoneInWords(phone: string | null): string | null {
  return phone?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') ?? null;
}

/** A person's name; empty if neither part is known. */
export const fullName = ({
  firstName,
  lastName,
}: {
  readonly firstName: string | null;
  readonly lastName: string | null;
}): string => [firstName, lastName].filter(Boolean).join(' ');

/** What can be ordered, in the order in which pickers show it. */
export const ITEM_CATEGORIES = [
  'Breast Pump',
  'Pregnancy Rewards',
  'Baby Diaper Rewards',
  'Sensory Kits',
  'Incontinence',
  'Supplies',
  'Equipment',
] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

/** Whether a person of this company belongs to the one that runs the portal, whose people work the tasks. Null: they have no company. */
export const isOperator = (companyId: number | null, operatorId: number): boolean => companyId === operatorId;

/** The groups that people are enrolled in: those of the companies that refer, and those of the operator. */
export const REFERRER_GROUPS = ['Case Managers', 'Clinical Staff'] as const;
export const OPERATOR_GROUPS = ['Fullfillment', 'Intake', 'Ops'] as const;
export const ENROLLED_GROUPS = [...REFERRER_GROUPS, ...OPERATOR_GROUPS] as const;
export type EnrolledGroup = (typeof ENROLLED_GROUPS)[number];

/** Categories of supplies that a member needs for long, so that the physician certifies them again from time to time. */
export const RECERTIFIED_CATEGORIES = ['Incontinence', 'Supplies', 'Equipment'] as const satisfies ItemCategory[];

/** What a referrer describes in their own words; it is not in the catalogue and has no options. */
export const CUSTOM_ITEM = 'Custom Item';

/** The sub-departments of a recertification's tasks in Medical Records. */
export const RECERT_SUB_DEPARTMENTS = ['Recert Review', 'Recert Follow up'] as const;
export type RecertSubDepartment = (typeof RECERT_SUB_DEPARTMENTS)[number];

/** The sub-departments of tasks: for a referral's task, the categories of its items. */
export const SUB_DEPARTMENTS = [...ITEM_CATEGORIES, CUSTOM_ITEM, ...RECERT_SUB_DEPARTMENTS] as const;

/** The id of a case: of a referral or of a recertification. */
export type CaseId = string;

/** The id of a recertification, which is this letter and digits, so that it is no id of a referral. */
export const recertificationIdOf = (digits: string): string => `R${digits}`;
export const isRecertificationId = (caseId: string): boolean => caseId.startsWith('R');

/** What a health plan gives its members once each; who is a member of it is imported (ordering specification, section 4, Eligibility). */
export const REWARD_PROGRAMMES = ['diaper', 'pregnancy'] as const;
export type RewardProgramme = (typeof REWARD_PROGRAMMES)[number];
export const REWARD_PROGRAMME_WORDS: Readonly<Record<RewardProgramme, string>> = {
  diaper: 'Baby diapers',
  pregnancy: 'Pregnancy rewards',
};
