import { BABY_CATEGORIES, type OrderForm } from '@throughline/domain';

/* Values that the screen of an order form needs before it validates anything. Apart from the schemas: the screen loads these without zod. */

export const DEFAULT_REFERRAL_SOURCE = 'Portal';
export const UHC_SOURCE = 'uhc file';
export const UHC_LAST_NAME = 'UHC';
export const UHC_CODES_ALPHANUMERIC = 'UHC codes may hold letters and digits only.';

/** Shown when a look-up fails without an answer. */
export const LOOK_UP_FAILED = 'Patient lookup failed';

/** Whether baby information, with its due date, is required for these items on this form. */
export function asksForBaby(
  { sections, required }: OrderForm,
  items: readonly { readonly itemCategory: string }[],
): boolean {
  if (!sections.includes('baby')) return false;
  return required.includes('baby') || items.some(({ itemCategory }) => BABY_CATEGORIES.includes(itemCategory));
}
