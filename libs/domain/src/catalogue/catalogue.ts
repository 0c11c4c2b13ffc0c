import { ITEM_CATEGORIES, type ItemCategory } from '../kernel/terms.js';

/** What can be ordered. */
export interface CatalogueItem {
  readonly id: string;
  readonly itemCategory: ItemCategory;
  /** The name of the item. */
  readonly item: string;
  readonly description: string;
  /** Name and description for readers of Spanish. Absent if there are none, and from versions that are older than the fields. */
  readonly itemEs?: string | undefined;
  readonly descriptionEs?: string | undefined;
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
  readonly nameEs?: string | undefined;
  readonly hcpcs: string | null;
}

/** All items of the provider, in the provider's order. */
export type Catalogue = readonly CatalogueItem[];

/** Filters for the items that can be ordered: a delivery state, optionally one category, on behalf of a group. */
export interface CatalogueQuestion {
  /** Two letters; null: any state. */
  readonly state: string | null;
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
        (item.states === 'all' || (state === null ? item.states.length > 0 : item.states.includes(state))) &&
        isForGroup(item, groupId) &&
        (itemCategory === null || item.itemCategory === itemCategory),
    )
    .sort((one, other) => rank(one) - rank(other));
}

/** The names, descriptions and options that the catalogue has in Spanish, by their English. */
export function catalogueInSpanish(catalogue: Catalogue): Readonly<Record<string, string>> {
  const texts = catalogue.flatMap(({ item, itemEs, description, descriptionEs, options }) => [
    [item, itemEs] as const,
    [description, descriptionEs] as const,
    ...options.map(({ name, nameEs }) => [name, nameEs] as const),
  ]);
  return Object.fromEntries(texts.filter((text): text is readonly [string, string] => text[1] !== undefined));
}

const rank = ({ itemCategory }: CatalogueItem) => ITEM_CATEGORIES.indexOf(itemCategory);

const MEMBER_REWARDS: readonly string[] = ['Pregnancy Rewards', 'Baby Diaper Rewards', 'Sensory Kits'];

/** The heading of a category in pickers: Member Rewards groups three of them (ordering specification, section 9). */
export function categoryGroup(itemCategory: string): string {
  return MEMBER_REWARDS.includes(itemCategory) ? 'Member Rewards' : itemCategory;
}
