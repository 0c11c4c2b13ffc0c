import { ITEM_CATEGORIES } from '../kernel/item-category.js';
import type { CatalogueItem } from './catalogue-item.js';
import { MEDICAL_ITEMS } from './medical-items.js';
import { REWARD_ITEMS } from './reward-items.js';

const rank = ({ itemCategory }: CatalogueItem) => ITEM_CATEGORIES.indexOf(itemCategory);

/** Everything that can be ordered, in the order in which pickers show it. */
export const CATALOGUE: readonly CatalogueItem[] = [...MEDICAL_ITEMS, ...REWARD_ITEMS].sort(
  (one, other) => rank(one) - rank(other),
);

/** What is asked for: a delivery state, and perhaps one category, on behalf of a group. */
export interface CatalogueQuestion {
  /** Two letters. */
  readonly state: string;
  readonly itemCategory?: string | null | undefined;
  readonly groupId?: number | null | undefined;
}

/**
 * What a member in this state may be sent, in the order of the categories (ordering specification, section 6). Without a group,
 * what is open to everybody.
 */
export function itemsFor({ state, itemCategory = null, groupId = null }: CatalogueQuestion): readonly CatalogueItem[] {
  return CATALOGUE.filter(
    (item) =>
      (item.states === 'all' || item.states.includes(state)) &&
      (item.groups === 'all' || (groupId !== null && item.groups.includes(groupId))) &&
      (itemCategory === null || item.itemCategory === itemCategory),
  );
}

const MEMBER_REWARDS: readonly string[] = ['Pregnancy Rewards', 'Baby Diaper Rewards', 'Sensory Kits'];

/** The heading a category stands under in pickers: Member Rewards groups three of them (ordering specification, section 9). */
export function categoryGroup(itemCategory: string): string {
  return MEMBER_REWARDS.includes(itemCategory) ? 'Member Rewards' : itemCategory;
}
