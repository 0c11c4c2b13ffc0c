import { type CatalogueItemView, type ItemsByCategory, US_STATES } from '@throughline/contracts';
import {
  type CategoryLimit,
  CUSTOM_ITEM,
  itemViolations,
  type OrderForm,
  type OrderViolation,
  QUANTITY_NOT_WHOLE,
} from '@throughline/domain';
import type { CartLine, OrderDraft } from './order-draft.js';

/** Custom items are the same if their text is the same. */
const isSameItem = (a: CartLine, b: CartLine) =>
  a.catalogueId === b.catalogueId &&
  (a.catalogueId === null ? a.item === b.item && a.description === b.description : a.option?.id === b.option?.id);

/** Adding an item and option that are in the cart increases the quantity of their line (ordering specification, section 2). */
export function addToCart(cart: readonly CartLine[], line: CartLine): CartLine[] {
  if (!cart.some((other) => isSameItem(other, line))) return [...cart, line];
  return cart.map((other) =>
    isSameItem(other, line) ? { ...other, qty: String(countOf(other) + countOf(line)) } : other,
  );
}

/** Whether the line's item is in the cart, in any quantity. */
export const hasLine = (cart: readonly CartLine[], line: CartLine): boolean =>
  cart.some((other) => isSameItem(other, line));

/** 0 for an invalid quantity, which has an error beside its line. */
const countOf = ({ qty }: CartLine): number => (/^\d+$/.test(qty.trim()) ? Number(qty) : 0);

/** The quantity of a catalogue item in the cart, over all its options. */
export const orderedOf = (cart: readonly CartLine[], catalogueId: string): number =>
  cart.reduce((sum, line) => sum + (line.catalogueId === catalogueId ? countOf(line) : 0), 0);

/** The quantity of a category in the cart. */
export const piecesOf = (cart: readonly CartLine[], category: string): number =>
  cart.reduce((sum, line) => sum + (line.itemCategory === category ? countOf(line) : 0), 0);

/** The limit of more than one piece that counts everything that can be ordered on this form; undefined: it has none. */
export const limitOfAll = ({ itemCategory, limits }: OrderForm): CategoryLimit | undefined =>
  limits.find((limit) => limit.itemCategory === itemCategory && limit.most > 1);

/** A line for one piece of a catalogue item with the chosen option. */
export function lineOf(item: CatalogueItemView, optionId: string | null): CartLine {
  const option = item.options.find(({ id }) => id === optionId) ?? null;
  return {
    catalogueId: item.id,
    itemCategory: item.itemCategory,
    item: item.item,
    option,
    hcpcs: item.hcpcs,
    description: item.description,
    image: item.image,
    qty: '1',
  };
}

/** A line for one piece of a custom item. */
export const customLine = ({ name, description }: OrderDraft['customItem']): CartLine => ({
  catalogueId: null,
  itemCategory: CUSTOM_ITEM,
  item: name.trim(),
  option: null,
  hcpcs: null,
  description: description.trim() || null,
  qty: '1',
});

/** The rules on the whole cart that it breaks. A wrong quantity is a fault of its line, and is left out. */
export const brokenRules = (cart: readonly CartLine[], form: OrderForm): readonly OrderViolation[] =>
  itemViolations(
    cart.map(({ itemCategory, qty }) => ({ itemCategory, qty: Number(qty) })),
    form,
  ).filter((broken) => broken !== QUANTITY_NOT_WHOLE);

/**
 * Lines that are not offered in the member's state, or no longer with their option, because a draft may be older than the catalogue. Custom
 * items are available everywhere. Empty while the offer is unknown.
 */
export function notOffered(cart: readonly CartLine[], offered: ItemsByCategory | undefined): readonly CartLine[] {
  if (offered === undefined) return [];
  const items = new Map(Object.values(offered).flatMap((found) => found.map((item) => [item.id, item])));
  return cart.filter(({ catalogueId, option }) => {
    if (catalogueId === null) return false;
    const options = items.get(catalogueId)?.options;
    return options === undefined || (options.length > 0 && !options.some(({ id }) => id === option?.id));
  });
}

export const notAvailableIn = (stateName: string): string => `Not available in ${stateName}`;

/** The catalogue ids of lines, to be asked for elsewhere. */
export const idsOf = (lines: readonly CartLine[]): readonly string[] =>
  lines.flatMap(({ catalogueId }) => catalogueId ?? []);

/**
 * Why a line is not offered in a state: its option or its item is offered in no state any more, or not in this one. `somewhere`: the ids that
 * are offered in some state; undefined: not known yet.
 */
export function whyNotOffered(
  { catalogueId, option }: CartLine,
  stateName: string,
  offered: ItemsByCategory | undefined,
  somewhere: readonly string[] | undefined,
): string {
  const isHere = Object.values(offered ?? {}).some((items) => items.some(({ id }) => id === catalogueId));
  if (isHere)
    return option === null
      ? 'An option must be chosen: remove it, and add it again'
      : 'This option is not offered any more';
  const isGone = somewhere !== undefined && catalogueId !== null && !somewhere.includes(catalogueId);
  return isGone ? 'Not offered any more' : notAvailableIn(stateName);
}

/** The name of a state by its two letters; unknown letters are returned unchanged. */
export const stateNamed = (state: string): string => US_STATES[state as keyof typeof US_STATES] ?? state;

/**
 * Adds typed or pasted codes, separated by commas, semicolons or spaces, to a comma-joined list without duplicates. `refused`: parts with
 * other characters than letters and digits, as they were typed.
 */
export function addUhcCodes(codes: string, typed: string): { readonly codes: string; readonly refused: string } {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  const isCode = (part: string) => /^[A-Za-z0-9]+$/.test(part);
  return {
    codes: [...new Set([...uhcCodeList(codes), ...parts.filter(isCode)])].join(','),
    refused: parts.filter((part) => !isCode(part)).join(' '),
  };
}

export const uhcCodeList = (codes: string): readonly string[] => codes.split(',').filter((code) => code !== '');

export const removeUhcCode = (codes: string, code: string): string =>
  uhcCodeList(codes)
    .filter((other) => other !== code)
    .join(',');
