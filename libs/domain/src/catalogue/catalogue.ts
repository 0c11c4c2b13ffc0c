import { ITEM_CATEGORIES } from '../kernel/item-category.js';
import type { CatalogueItem } from './catalogue-item.js';

/** Everything that a provider can send, as the provider lists it. */
export type Catalogue = readonly CatalogueItem[];

/** What is asked for: a delivery state, and perhaps one category, on behalf of a group. */
export interface CatalogueQuestion {
  /** Two letters. */
  readonly state: string;
  readonly itemCategory?: string | null | undefined;
  readonly groupId?: number | null | undefined;
}

/**
 * What a member in this state may be sent, category by category; within one in the provider's order (ordering specification,
 * section 6). Without a group, what is open to everybody.
 */
export function itemsFor(
  catalogue: Catalogue,
  { state, itemCategory = null, groupId = null }: CatalogueQuestion,
): readonly CatalogueItem[] {
  return catalogue
    .filter(
      (item) =>
        (item.states === 'all' || item.states.includes(state)) &&
        (item.groups === 'all' || (groupId !== null && item.groups.includes(groupId))) &&
        (itemCategory === null || item.itemCategory === itemCategory),
    )
    .sort((one, other) => rank(one) - rank(other));
}

const rank = ({ itemCategory }: CatalogueItem) => ITEM_CATEGORIES.indexOf(itemCategory);

const MEMBER_REWARDS: readonly string[] = ['Pregnancy Rewards', 'Baby Diaper Rewards', 'Sensory Kits'];

/** The heading a category stands under in pickers: Member Rewards groups three of them (ordering specification, section 9). */
export function categoryGroup(itemCategory: string): string {
  return MEMBER_REWARDS.includes(itemCategory) ? 'Member Rewards' : itemCategory;
}
