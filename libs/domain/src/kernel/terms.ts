/** A day (YYYY-MM-DD) as MM/DD/YYYY. Any other text is returned unchanged. */
export function dayInWords(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}

/** 10 digits as a US number: `(602) 555-0112`. Any other text is returned unchanged. */
export function phoneInWords(phone: string | null): string | null {
  return phone?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') ?? null;
}

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

/** What a member needs for long, so that the physician certifies it from time to time again. */
export const RECERTIFIED_CATEGORIES = ['Incontinence', 'Supplies', 'Equipment'] as const satisfies ItemCategory[];

/** What a referrer describes in their own words; it is not in the catalogue and has no options. */
export const CUSTOM_ITEM = 'Custom Item';

/** The sub-departments of a recertification's tasks in Medical Records. */
export const RECERT_SUB_DEPARTMENTS = ['Recert Review', 'Recert Follow up'] as const;
export type RecertSubDepartment = (typeof RECERT_SUB_DEPARTMENTS)[number];

/** The sub-departments: of a referral's task the categories of its items. */
export const SUB_DEPARTMENTS = [...ITEM_CATEGORIES, CUSTOM_ITEM, ...RECERT_SUB_DEPARTMENTS] as const;

/** What a health plan gives its members once each; who is a member of it is imported (ordering specification, section 4, Eligibility). */
export const REWARD_PROGRAMMES = ['diaper', 'pregnancy'] as const;
export type RewardProgramme = (typeof REWARD_PROGRAMMES)[number];
