/** What can be ordered, in the order in which pickers show it. Also the sub-departments of a referral's tasks. */
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

/** What a referrer describes in their own words; it is not in the catalogue and has no options. */
export const CUSTOM_ITEM = 'Custom Item';
