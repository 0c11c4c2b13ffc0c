/* Functions for screens that show a referral or its id. This file has no schemas, so that screens load it without zod. */

/** Separators between the groups of a copied id: spaces of any width, dashes, invisible characters. */
const GROUP_SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/**
 * `263254123071844` for a typed or pasted `26325 41230 71844`, and `R26325412307184401` for the id of a recertification. Text that is not
 * an id is only trimmed, so that validation reports it.
 */
export function withoutGroups(text: string): string {
  const digits = text.replaceAll(GROUP_SEPARATORS, '');
  return /^r?\d+$/i.test(digits) ? digits.toUpperCase() : text.trim();
}

/** The referral id that a person typed or pasted, with or without separators; null if it is not one. */
export function typedReferralId(text: string): string | null {
  const id = withoutGroups(text);
  return /^\d{5,50}$/.test(id) ? id : null;
}

/** The id of a recertification that a person typed or pasted; null if it is not one, or is too short. */
export function typedRecertificationId(text: string): string | null {
  const id = withoutGroups(text);
  return /^R\d{15,50}$/.test(id) ? id : null;
}

/** All items of a referral, in the order of the cart. */
export const itemsOf = <Item extends { readonly id: number }>({
  items,
}: {
  /** Items by category. */
  readonly items: Readonly<Record<string, readonly Item[]>>;
}): readonly Item[] =>
  Object.values(items)
    .flat()
    .sort((one, other) => one.id - other.id);
