import { BABY_CATEGORIES, type OrderForm, UHC_SOURCE } from '@throughline/domain';

export { UHC_SOURCE };

/*
 * Values that the screen of an order form needs before it validates anything. This file has no schemas, so that the screen loads it without
 * zod.
 */

export const DEFAULT_REFERRAL_SOURCE = 'Portal';
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

/** The codes to send with a source: a form keeps the codes that were typed before another source was chosen. */
export const codesOfSource = (source: string, codes: string): string => (source === UHC_SOURCE ? codes : '');
