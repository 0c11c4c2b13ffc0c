import { type CatalogueItemView, type ItemsByCategory, US_STATES } from '@throughline/contracts';
import {
  CUSTOM_ITEM,
  itemViolations,
  type OrderForm,
  type OrderViolation,
  QUANTITY_NOT_WHOLE,
} from '@throughline/domain';
import type { CartLine, OrderDraft } from './order-draft.js';

/** A custom item is what was typed of it. */
const sameThing = (a: CartLine, b: CartLine) =>
  a.catalogueId === b.catalogueId &&
  (a.catalogueId === null ? a.item === b.item && a.description === b.description : a.option?.id === b.option?.id);

/** Two options of one item are two lines: each is called by its own. */
export const nameOfLine = ({ item, option }: CartLine): string => [item, option?.name].filter(Boolean).join(', ');

/** The same item and option again adds to the line that is there (ordering specification, section 2). */
export function addToCart(cart: readonly CartLine[], line: CartLine): CartLine[] {
  if (!cart.some((other) => sameThing(other, line))) return [...cart, line];
  return cart.map((other) =>
    sameThing(other, line) ? { ...other, qty: String(countOf(other) + countOf(line)) } : other,
  );
}

/** Is it still in the cart, in whatever quantity? */
export const holdsLine = (cart: readonly CartLine[], line: CartLine): boolean =>
  cart.some((other) => sameThing(other, line));

/** 0 for an invalid quantity, which has an error beside its line. */
const countOf = ({ qty }: CartLine): number => (/^\d+$/.test(qty.trim()) ? Number(qty) : 0);

/** How many of a catalogue item are in the cart, of all its options. */
export const orderedOf = (cart: readonly CartLine[], catalogueId: string): number =>
  cart.reduce((sum, line) => sum + (line.catalogueId === catalogueId ? countOf(line) : 0), 0);

/** One of a catalogue item, with the option that was chosen. */
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

/** Every rule over the whole cart that it breaks. What is wrong with a line is said of that line alone. */
export const brokenRules = (cart: readonly CartLine[], form: OrderForm): readonly OrderViolation[] =>
  itemViolations(
    cart.map(({ itemCategory, qty }) => ({ itemCategory, qty: Number(qty) })),
    form,
  ).filter((broken) => broken !== QUANTITY_NOT_WHOLE);

/**
 * Lines that are not offered where the member lives, or no longer with their option: a draft may be older than the catalogue.
 * Custom items go anywhere. Nothing is said while the offer is unknown.
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

/** Of two letters; the letters themselves where they are no state. */
export const stateNamed = (state: string): string => US_STATES[state as keyof typeof US_STATES] ?? state;

/**
 * Adds what was typed or pasted to a comma-joined list, each code once; commas and spaces part codes. What is not letters and digits
 * alone is no code and stays as it was typed: `refused`.
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
