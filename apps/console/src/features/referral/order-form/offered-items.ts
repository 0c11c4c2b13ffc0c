import { type CatalogueItemView, isFoundIn, type ItemsByCategory, searchText } from '@throughline/contracts';
import { categoryGroup } from '@throughline/domain';

/** Items per page of the picker (ordering specification, section 9). */
export const PICKER_PAGE_SIZE = 15;

/** The groups to filter by. 'Member Rewards' contains the three reward categories. */
export function groupsOf(offered: ItemsByCategory): readonly string[] {
  return [...new Set(Object.keys(offered).map(categoryGroup))];
}

interface PickerFilter {
  /** Empty for all. */
  readonly group: string;
  readonly search: string;
  readonly page: number;
  /** Says a text of the catalogue in the page's language. */
  readonly words?: (english: string) => string;
}

/**
 * One page of the offer, filtered by group and by a search over name, description, category, options and HCPCS, in English and in the page's
 * language.
 */
export function pageOfItems(offered: ItemsByCategory, { words = (english) => english, ...filter }: PickerFilter) {
  const found = Object.entries(offered)
    .filter(([category]) => filter.group === '' || categoryGroup(category) === filter.group)
    .flatMap(([, items]) => items)
    .filter((item) => isFoundIn(textOf(item, words), filter.search));
  const pages = Math.max(1, Math.ceil(found.length / PICKER_PAGE_SIZE));
  const page = Math.min(filter.page, pages - 1);
  return {
    items: found.slice(page * PICKER_PAGE_SIZE, (page + 1) * PICKER_PAGE_SIZE),
    page,
    pages,
    count: found.length,
  };
}

function textOf(item: CatalogueItemView, words: (english: string) => string): string {
  const said = [item.item, item.description, item.itemCategory, ...item.options.map(({ name }) => name)];
  return searchText([
    ...said,
    ...said.map(words),
    item.hcpcs,
    ...item.options.flatMap(({ name, hcpcs }) => [hcpcs, ...otherNamesOfSize(name)]),
  ]);
}

/** Names of the same size in catalogues and on labels. */
const SIZES: readonly (readonly string[])[] = [
  ['extra small', 'x-small', 'XS'],
  ['small', 'S'],
  ['medium', 'M'],
  ['large', 'L'],
  ['extra large', 'x-large', 'XL'],
  ['extra extra large', 'xx-large', '2x-large', 'XXL', '2XL'],
];

/**
 * All names of the sizes in an option's name, so that a search by any of them finds it: `Extra large, 59-64 in. waist` is also found by
 * `XL`.
 */
function otherNamesOfSize(option: string): readonly string[] {
  return SIZES.flatMap((names) => (names.some((name) => isWordOf(option, name)) ? names : []));
}

const isWordOf = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}-])${word}(?![\\p{L}\\p{N}-])`, 'iu').test(text);
