import { ITEM_CATEGORIES, type ItemCategory } from '../kernel/terms.js';
import type { Catalogue, CatalogueItem, ItemOption } from './catalogue.js';

/** How many items a version adds, changes and retires. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly retired: number;
}

type NamedItem = Pick<CatalogueItem, 'id' | 'item' | 'itemCategory'>;

/** A field of an item before and after, in words; null: there was, or is, nothing. */
export interface ItemFieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface CatalogueDifference {
  readonly added: readonly NamedItem[];
  readonly changed: readonly (NamedItem & { readonly fields: readonly ItemFieldChange[] })[];
  readonly retired: readonly NamedItem[];
  /** Categories in which items that stay are shown in another order. */
  readonly reordered: readonly ItemCategory[];
  readonly unchanged: number;
}

/** What becomes of each item when one version replaces another. Items are compared by their ids. */
export function catalogueDifference(before: Catalogue, after: Catalogue): CatalogueDifference {
  const [old, current] = [byId(before), byId(after)];
  const stays = after.flatMap((item) => {
    const from = old.get(item.id);
    return from ? [{ ...named(item), fields: changedFields(from, item) }] : [];
  });
  const changed = stays.filter(({ fields }) => fields.length > 0);
  return {
    added: after.filter(({ id }) => !old.has(id)).map(named),
    changed,
    retired: before.filter(({ id }) => !current.has(id)).map(named),
    reordered: ITEM_CATEGORIES.filter((category) => {
      const isCommon = ({ id }: CatalogueItem) =>
        [old, current].every((items) => items.get(id)?.itemCategory === category);
      return !isSame(idsOf(before.filter(isCommon)), idsOf(after.filter(isCommon)));
    }),
    unchanged: stays.length - changed.length,
  };
}

export const countChanges = ({ added, changed, retired }: CatalogueDifference): ChangeCounts => ({
  added: added.length,
  changed: changed.length,
  retired: retired.length,
});

/** True if nothing changed that anybody could see. */
export const isNoChange = ({ added, changed, retired, reordered }: CatalogueDifference): boolean =>
  [added, changed, retired, reordered].every((list) => list.length === 0);

const byId = (items: Catalogue): ReadonlyMap<string, CatalogueItem> => new Map(items.map((item) => [item.id, item]));
const named = ({ id, item, itemCategory }: CatalogueItem): NamedItem => ({ id, item, itemCategory });
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

const FIELDS: readonly (readonly [field: string, words: (item: CatalogueItem) => string | null])[] = [
  ['Category', ({ itemCategory }) => itemCategory],
  ['Name', ({ item }) => item],
  ['Description', ({ description }) => description],
  ['Name in Spanish', ({ itemEs = null }) => itemEs],
  ['Description in Spanish', ({ descriptionEs = null }) => descriptionEs],
  ['HCPCS', ({ hcpcs }) => hcpcs],
  ['Picture', ({ image }) => image],
  ['States', ({ states }) => listed(states)],
  ['Groups', ({ groups }) => listed(groups)],
];

/** Sorted, because the order of these lists has no meaning. */
const listed = (values: 'all' | readonly (string | number)[]) =>
  values === 'all' ? 'all' : [...new Set(values.map(String))].sort().join(' ');

function changedFields(from: CatalogueItem, to: CatalogueItem): readonly ItemFieldChange[] {
  const ofItem = FIELDS.map(([field, words]) => ({ field, from: words(from), to: words(to) }));
  const changed = [...ofItem, ...optionChanges(from.options, to.options)];
  return changed.filter((field) => field.from !== field.to);
}

function optionChanges(before: readonly ItemOption[], after: readonly ItemOption[]): readonly ItemFieldChange[] {
  const ids = [...new Set(idsOf([...before, ...after]))];
  const changes = ids.map((id) => ({
    field: `Option ${id}`,
    from: optionWords(before, id),
    to: optionWords(after, id),
  }));
  const [from, to] = [staying(before, after), staying(after, before)];
  if (isSame(idsOf(from), idsOf(to))) return changes;
  const namesOf = (options: readonly ItemOption[]) => options.map(({ name }) => name).join(', ');
  return [...changes, { field: 'Order of options', from: namesOf(from), to: namesOf(to) }];
}

function optionWords(options: readonly ItemOption[], id: string): string | null {
  const option = options.find((one) => one.id === id);
  if (option === undefined) return null;
  const { name, nameEs, hcpcs } = option;
  return `${name}${nameEs === undefined ? '' : ` / ${nameEs}`}${hcpcs === null ? '' : ` (${hcpcs})`}`;
}

const staying = (options: readonly ItemOption[], others: readonly ItemOption[]) =>
  options.filter(({ id }) => others.some((other) => other.id === id));
