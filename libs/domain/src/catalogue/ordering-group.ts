import { type Command, type Decider, UnknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { isSame, revise } from '../kernel/meanwhile.js';
import { ENROLLED_GROUPS, type EnrolledGroup, type ItemCategory, ITEM_CATEGORIES } from '../kernel/terms.js';
import { type EventWords, now } from '../kernel/words.js';
import { type Catalogue, type CatalogueItem, type CatalogueQuestion, isForGroup, itemsFor } from './catalogue.js';

/*
 * Which categories a group may order. There are groups of orders, to which the catalogue grants items by number, and groups of people, in which
 * accounts are enrolled. An administrator withholds categories from either.
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: orderingGroup-{groupKey}.
 */

/** A group of orders: its number in the catalogue, or null for orders on behalf of no group. A group of people: its name. */
export type OrderingGroupId = number | null | EnrolledGroup;

/** The id of a group in the name of its stream, which has no spaces. */
export const groupKey = (groupId: OrderingGroupId): string =>
  groupId === null ? 'none' : String(groupId).replaceAll(' ', '-');

export type OrderingGroupChanged = DomainEvent<
  'OrderingGroupChanged',
  {
    readonly groupId: OrderingGroupId;
    /** Replaces the categories that were withheld before. */
    readonly withheld: readonly ItemCategory[];
    readonly reason: string;
  }
>;
export type OrderingGroupEvent = OrderingGroupChanged;

export const ORDERING_GROUP_WORDS: EventWords<OrderingGroupEvent> = {
  OrderingGroupChanged: ({ groupId, withheld, reason }, { who }) => [
    `${who} changed what may be ordered: ${orderingGroupName(groupId)}`,
    now('Withheld', withheld.join(', ') || 'Nothing'),
    now('Reason', reason),
  ],
};

interface Withholding {
  readonly withheld: readonly ItemCategory[];
}

/** `seen`: what was withheld as its author's screen showed it. */
export type ChangeOrderingGroup = Command<
  'ChangeOrderingGroup',
  OrderingGroupChanged['data'] & { readonly seen: Withholding }
>;

export const orderingGroupDecider: Decider<Withholding, ChangeOrderingGroup, OrderingGroupEvent> = {
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
  decide: (now, { data: { groupId, withheld, seen, reason } }) => {
    const revised = revise<Withholding>('ordering-group', { now, wanted: { withheld }, seen });
    if (isSame(revised, now)) return [];
    const chosen = ITEM_CATEGORIES.filter((category) => revised.withheld.includes(category));
    return [{ type: 'OrderingGroupChanged', data: { groupId, withheld: chosen, reason } }];
  },
  valuesOf: (withholding) => withholding,
};

/** What is withheld from each group, by its `groupKey`. */
export type Withheld = Readonly<Record<string, Withholding>>;

/**
 * What may be ordered: the items of the catalogue that match the filters, without the categories that are withheld from the group of the
 * order, or from every group in which the person is enrolled. Somebody in no group is not restricted.
 */
export function orderableItems(
  catalogue: Catalogue,
  withheld: Withheld,
  question: CatalogueQuestion,
  enrolledIn: readonly string[],
): readonly CatalogueItem[] {
  const isWithheldFrom = (group: OrderingGroupId, category: ItemCategory) =>
    withheld[groupKey(group)]?.withheld.includes(category) ?? false;
  const ofPerson = ENROLLED_GROUPS.filter((group) => enrolledIn.includes(group));
  return itemsFor(catalogue, question).filter(
    ({ itemCategory }) =>
      !isWithheldFrom(question.groupId ?? null, itemCategory) &&
      (ofPerson.length === 0 || ofPerson.some((group) => !isWithheldFrom(group, itemCategory))),
  );
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  none: 'Orders without a group',
  '7': 'Members’ own reward orders',
  '9': 'Members of Magnolia Community Plan',
};

export const orderingGroupName = (groupId: OrderingGroupId): string =>
  typeof groupId === 'string' ? groupId : (GROUP_NAMES[groupKey(groupId)] ?? `Group ${groupId}`);

export interface OrderingGroup {
  readonly groupId: OrderingGroupId;
  readonly name: string;
  /** How many people are enrolled; null for a group of orders. */
  readonly people: number | null;
  readonly categories: readonly {
    readonly itemCategory: ItemCategory;
    /** How many items of the catalogue the group may order; for a group of people, all of them. */
    readonly items: number;
    readonly withheld: boolean;
  }[];
}

/** The numbers of the groups of orders: those that have a name or that the catalogue mentions, ascending. */
export function groupsOfOrders(catalogue: Catalogue): readonly number[] {
  const mentioned = catalogue.flatMap(({ groups }) => (groups === 'all' ? [] : groups));
  const named = Object.keys(GROUP_NAMES).map(Number).filter(Number.isInteger);
  return [...new Set([...named, ...mentioned])].sort((one, other) => one - other);
}

/**
 * The groups of people, then every group of orders that has a name or that the catalogue mentions, with the categories of which the catalogue
 * has items for it. `enrolled`: by name, how many people are in a group.
 */
export function orderingGroups(
  catalogue: Catalogue,
  withheld: Withheld,
  enrolled: Readonly<Record<string, number>>,
): readonly OrderingGroup[] {
  return [...ENROLLED_GROUPS, null, ...groupsOfOrders(catalogue)].map((groupId) => {
    const isOfPeople = typeof groupId === 'string';
    const items = isOfPeople ? catalogue : catalogue.filter((item) => isForGroup(item, groupId));
    return {
      groupId,
      name: orderingGroupName(groupId),
      people: isOfPeople ? (enrolled[groupId] ?? 0) : null,
      categories: ITEM_CATEGORIES.map((itemCategory) => ({
        itemCategory,
        items: items.filter((item) => item.itemCategory === itemCategory).length,
        withheld: withheld[groupKey(groupId)]?.withheld.includes(itemCategory) ?? false,
      })).filter((category) => category.items > 0 || category.withheld),
    };
  });
}
