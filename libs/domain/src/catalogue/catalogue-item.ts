import type { ItemCategory } from '../kernel/item-category.js';

/** What can be ordered. */
export interface CatalogueItem {
  readonly id: string;
  readonly itemCategory: ItemCategory;
  /** Its name. */
  readonly item: string;
  readonly description: string;
  /** Billing code; null where no payor is billed, or where each option has its own. */
  readonly hcpcs: string | null;
  /** File name of its picture; null: the drawing of its category. */
  readonly image: string | null;
  /** Empty: there is nothing to choose; otherwise one must be chosen. */
  readonly options: readonly ItemOption[];
  /** Delivery states, two letters each, or everywhere. */
  readonly states: readonly string[] | 'all';
  /** Groups that may order it, or everybody. Group 7 are the members' own reward orders (ordering specification, section 9). */
  readonly groups: readonly number[] | 'all';
}

export interface ItemOption {
  readonly id: string;
  readonly name: string;
  readonly hcpcs: string | null;
}
