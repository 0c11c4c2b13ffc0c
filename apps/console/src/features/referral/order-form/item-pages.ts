import { isFoundIn, type CatalogueItemView, type ItemsByCategory, searchText } from '@throughline/contracts';
import { categoryGroup } from '@throughline/domain';

/** Items a page of the picker holds (ordering specification, section 9). */
export const PICKER_PAGE_SIZE = 15;

/** What the picker offers to filter by: 'Member Rewards' stands for the three reward categories. */
export function groupsOf(offered: ItemsByCategory): readonly string[] {
  return [...new Set(Object.keys(offered).map(categoryGroup))];
}

/** One page of the offer under a group ('' for all) and a search over name, description, category, options and HCPCS. */
export function pageOfItems(offered: ItemsByCategory, filter: { group: string; search: string; page: number }) {
  const found = Object.entries(offered)
    .filter(([category]) => filter.group === '' || categoryGroup(category) === filter.group)
    .flatMap(([, items]) => items)
    .filter((item) => isFoundIn(textOf(item), filter.search));
  const pages = Math.max(1, Math.ceil(found.length / PICKER_PAGE_SIZE));
  const page = Math.min(filter.page, pages - 1);
  return {
    items: found.slice(page * PICKER_PAGE_SIZE, (page + 1) * PICKER_PAGE_SIZE),
    page,
    pages,
    count: found.length,
  };
}

const textOf = (item: CatalogueItemView): string =>
  searchText([
    ...[item.item, item.description, item.hcpcs, item.itemCategory],
    ...item.options.flatMap(({ name, hcpcs }) => [name, hcpcs, ...otherNamesOfSize(name)]),
  ]);

/** Sizes as catalogues and labels write them. */
const SIZES: readonly (readonly string[])[] = [
  ['extra small', 'x-small', 'XS'],
  ['small', 'S'],
  ['medium', 'M'],
  ['large', 'L'],
  ['extra large', 'x-large', 'XL'],
  ['extra extra large', 'xx-large', '2x-large', 'XXL', '2XL'],
];

/** `x-large` and `XL` of `Extra large, 59-64 in. waist`: a person who looks for a size finds it by any of its names. */
function otherNamesOfSize(option: string): readonly string[] {
  return SIZES.flatMap((names) => (names.some((name) => isWordOf(option, name)) ? names : []));
}

const isWordOf = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}-])${word}(?![\\p{L}\\p{N}-])`, 'iu').test(text);
