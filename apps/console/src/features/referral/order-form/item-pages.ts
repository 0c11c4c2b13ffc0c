import { categoryGroup } from '@throughline/domain';
import type { CatalogueItemView, ItemsByCategory } from '@throughline/contracts';

/** Items a page of the picker holds (ordering specification, section 9). */
export const PICKER_PAGE_SIZE = 15;

/** What the picker offers to filter by: 'Member Rewards' stands for the three reward categories. */
export function groupsOf(offered: ItemsByCategory): readonly string[] {
  return [...new Set(Object.keys(offered).map(categoryGroup))];
}

/** One page of the offer under a group ('' for all) and a search over name, description, category, options and HCPCS. */
export function pageOfItems(offered: ItemsByCategory, filter: { group: string; search: string; page: number }) {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.entries(offered)
    .filter(([category]) => filter.group === '' || categoryGroup(category) === filter.group)
    .flatMap(([, items]) => items)
    .filter((item) => words.every((word) => textOf(item).includes(word)));
  const pages = Math.max(1, Math.ceil(found.length / PICKER_PAGE_SIZE));
  const page = Math.min(filter.page, pages - 1);
  return {
    items: found.slice(page * PICKER_PAGE_SIZE, (page + 1) * PICKER_PAGE_SIZE),
    page,
    pages,
    count: found.length,
  };
}

const textOf = (item: CatalogueItemView) =>
  [
    item.item,
    item.description,
    item.hcpcs,
    item.itemCategory,
    ...item.options.flatMap(({ name, hcpcs }) => [name, hcpcs]),
  ]
    .join(' ')
    .toLowerCase();
