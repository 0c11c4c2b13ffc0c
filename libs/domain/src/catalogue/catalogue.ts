import { ITEM_CATEGORIES, type ItemCategory } from '../kernel/terms.js';

/** What can be ordered. */
export interface CatalogueItem {
  readonly id: string;
  readonly itemCategory: ItemCategory;
  /** The name of the item. */
  readonly item: string;
  readonly description: string;
  /** Billing code; null where no payor is billed, or where each option has its own. */
  readonly hcpcs: string | null;
  /** File name of its picture; null: the drawing of its category. */
  readonly image: string | null;
  /** The options, one of which must be chosen; empty: there is nothing to choose. */
  readonly options: readonly ItemOption[];
  /** Delivery states, two letters each, or everywhere. */
  readonly states: readonly string[] | 'all';
  /** Groups that may order it, or `all`. Group 7 is for the members' own reward orders (ordering specification, section 9). */
  readonly groups: readonly number[] | 'all';
}

export interface ItemOption {
  readonly id: string;
  readonly name: string;
  readonly hcpcs: string | null;
}

/** All items of the provider, in the provider's order. */
export type Catalogue = readonly CatalogueItem[];

/** Filters for the items that can be ordered: a delivery state, optionally one category, on behalf of a group. */
export interface CatalogueQuestion {
  /** Two letters. */
  readonly state: string;
  readonly itemCategory?: string | null | undefined;
  readonly groupId?: number | null | undefined;
}

/** Whether a group may order the item. An order without a group gets only items that are open to everybody. */
export const isForGroup = ({ groups }: CatalogueItem, groupId: number | null): boolean =>
  groups === 'all' || (groupId !== null && groups.includes(groupId));

/**
 * What can be sent to a member in this state, category by category; within a category in the provider's order (ordering specification,
 * section 6).
 */
export function itemsFor(
  catalogue: Catalogue,
  { state, itemCategory = null, groupId = null }: CatalogueQuestion,
): readonly CatalogueItem[] {
  return catalogue
    .filter(
      (item) =>
        (item.states === 'all' || item.states.includes(state)) &&
        isForGroup(item, groupId) &&
        (itemCategory === null || item.itemCategory === itemCategory),
    )
    .sort((one, other) => rank(one) - rank(other));
}

const rank = ({ itemCategory }: CatalogueItem) => ITEM_CATEGORIES.indexOf(itemCategory);

const MEMBER_REWARDS: readonly string[] = ['Pregnancy Rewards', 'Baby Diaper Rewards', 'Sensory Kits'];

/** The heading of a category in pickers: Member Rewards groups three of them (ordering specification, section 9). */
export function categoryGroup(itemCategory: string): string {
  return MEMBER_REWARDS.includes(itemCategory) ? 'Member Rewards' : itemCategory;
}
