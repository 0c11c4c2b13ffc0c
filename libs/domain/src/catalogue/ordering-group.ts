import { type Command, type Decider, UnknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { type ItemCategory, ITEM_CATEGORIES } from '../kernel/terms.js';
import { type Catalogue, type CatalogueItem, type CatalogueQuestion, isForGroup, itemsFor } from './catalogue.js';

/*
 * Which categories the members of a group may order. The catalogue grants items to groups; an administrator withholds categories from a group.
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: orderingGroup-{groupKey}.
 */

/** The number of the group in the catalogue; null: orders on behalf of no group. */
export type OrderingGroupId = number | null;

export const groupKey = (groupId: OrderingGroupId): string => (groupId === null ? 'none' : String(groupId));

export type OrderingGroupChanged = DomainEvent<
  'OrderingGroupChanged',
  {
    readonly groupId: OrderingGroupId;
    /** In place of those that were withheld before. */
    readonly withheld: readonly ItemCategory[];
    readonly reason: string;
  }
>;
export type OrderingGroupEvent = OrderingGroupChanged;

export type ChangeOrderingGroup = Command<'ChangeOrderingGroup', OrderingGroupChanged['data']>;

export const orderingGroupDecider: Decider<
  { readonly withheld: readonly ItemCategory[] },
  ChangeOrderingGroup,
  OrderingGroupEvent
> = {
  category: 'orderingGroup',
  initialState: { withheld: [] },
  evolve: (_, event) => {
    switch (event.type) {
      case 'OrderingGroupChanged':
        return { withheld: event.data.withheld };
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: ({ withheld }, { data }) => {
    const chosen = ITEM_CATEGORIES.filter((category) => data.withheld.includes(category));
    return chosen.join() === withheld.join()
      ? []
      : [{ type: 'OrderingGroupChanged', data: { ...data, withheld: chosen } }];
  },
};

/** By `groupKey`, the categories that are withheld from a group. */
export type Withheld = Readonly<Record<string, readonly ItemCategory[]>>;

/** What may be ordered: the items of the catalogue for this question, without the categories that are withheld from the group. */
export function orderableItems(
  catalogue: Catalogue,
  withheld: Withheld,
  question: CatalogueQuestion,
): readonly CatalogueItem[] {
  const ofGroup = withheld[groupKey(question.groupId ?? null)] ?? [];
  return itemsFor(catalogue, question).filter(({ itemCategory }) => !ofGroup.includes(itemCategory));
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  none: 'Orders without a group',
  '7': 'Members’ own reward orders',
  '9': 'Members of Magnolia Community Plan',
};

export const orderingGroupName = (groupId: OrderingGroupId): string =>
  GROUP_NAMES[groupKey(groupId)] ?? `Group ${groupId}`;

export interface OrderingGroup {
  readonly groupId: OrderingGroupId;
  readonly name: string;
  readonly categories: readonly {
    readonly itemCategory: ItemCategory;
    /** Of the catalogue, for the group. */
    readonly items: number;
    readonly withheld: boolean;
  }[];
}

/** Every group that has a name or that the catalogue mentions, with the categories of which the catalogue has items for it. */
export function orderingGroups(catalogue: Catalogue, withheld: Withheld): readonly OrderingGroup[] {
  const mentioned = catalogue.flatMap(({ groups }) => (groups === 'all' ? [] : groups));
  const named = Object.keys(GROUP_NAMES).map(Number).filter(Number.isInteger);
  const numbers = [...new Set([...named, ...mentioned])].sort((one, other) => one - other);
  return [null, ...numbers].map((groupId) => {
    const items = catalogue.filter((item) => isForGroup(item, groupId));
    return {
      groupId,
      name: orderingGroupName(groupId),
      categories: ITEM_CATEGORIES.map((itemCategory) => ({
        itemCategory,
        items: items.filter((item) => item.itemCategory === itemCategory).length,
        withheld: (withheld[groupKey(groupId)] ?? []).includes(itemCategory),
      })).filter((category) => category.items > 0 || category.withheld),
    };
  });
}
