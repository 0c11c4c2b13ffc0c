import { correctableValues, replacedFields, withFields } from '../../kernel/corrections.js';
import type { FieldValue } from '../../kernel/changes-in-words.js';
import { unknownEvent } from '../../kernel/decider.js';
import type { Fields } from '../../kernel/meanwhile.js';
import { CORRECTED_FIELDS, type CorrectionEvent, type FactsCorrected, isFactsCorrected } from './correction.events.js';
import type { BabyInfo, Order, OrderedItem } from '../order/order.js';

/** An item of a submitted order. */
export interface CorrectableItem extends OrderedItem {
  /** Removed from the order after the submission. */
  readonly deleted?: true;
}

/** A submitted order with its corrections. */
export interface CorrectableOrder<Item extends CorrectableItem = CorrectableItem> {
  readonly order: Omit<Order, 'items'>;
  readonly items: readonly Item[];
  /** How many corrections there were. Absent: none. */
  readonly corrections?: number;
}

/** The order after a correction. `fresh` converts an added item to the caller's type. Every fold of orders uses this function. */
export function evolveOrder<Item extends CorrectableItem, Of extends CorrectableOrder<Item>>(
  of: Of,
  event: CorrectionEvent,
  fresh: (item: OrderedItem) => Item,
): Of {
  return { ...of, ...corrected<Item>(of, event, fresh), corrections: (of.corrections ?? 0) + 1 };
}

function corrected<Item extends CorrectableItem>(
  { order, items }: CorrectableOrder<Item>,
  event: CorrectionEvent,
  fresh: (item: OrderedItem) => Item,
): Partial<CorrectableOrder<Item>> {
  if (isFactsCorrected(event)) return { order: evolveFacts(order, event) };
  const change = (itemId: number, next: (item: Item) => Item) => ({
    items: items.map((item) => (item.id === itemId ? next(item) : item)),
  });
  switch (event.type) {
    case 'ItemQuantityChanged':
      return change(event.data.itemId, (item) => ({ ...item, qty: event.data.after }));
    case 'ItemOptionChanged':
      return change(event.data.itemId, (item) => ({ ...item, option: event.data.after }));
    case 'ItemAdded':
      return { items: [...items, fresh(event.data.item)] };
    case 'ItemRemoved':
      return change(event.data.itemId, (item) => ({ ...item, deleted: true }));
    case 'ItemRestored':
      return change(event.data.itemId, withoutMark);
    default:
      return unknownEvent(event);
  }
}

function withoutMark<Item extends CorrectableItem>(item: Item): Item {
  const { deleted: _, ...rest } = item;
  return rest as Item;
}

const NO_BABY: BabyInfo = { lastName: null, firstName: null, dueDate: '', nicu: false };

const evolveFacts = (order: CorrectableOrder['order'], event: FactsCorrected): CorrectableOrder['order'] =>
  withFields(order, CORRECTED_FIELDS[event.type].section, event.data.after, NO_BABY);

/** The path of a field of an item, as forms and answers name it. */
export const itemPath = (itemId: number, field: 'qty' | 'option' | 'deleted'): string => `items.${itemId}.${field}`;

/** The values that corrections can change, by path. */
export const correctableFacts = ({ order, items }: CorrectableOrder): Fields => ({
  ...correctableValues(CORRECTED_FIELDS, order),
  ...Object.fromEntries(
    items.flatMap(({ id, qty, option, deleted = false }): [string, FieldValue | undefined][] => [
      [itemPath(id, 'qty'), qty],
      [itemPath(id, 'option'), option],
      [itemPath(id, 'deleted'), deleted],
    ]),
  ),
});

/** The paths and values that a correction replaced. An added item replaces nothing. */
export function replacedBy(event: CorrectionEvent): readonly (readonly [path: string, before: FieldValue])[] {
  if (isFactsCorrected(event)) return replacedFields(CORRECTED_FIELDS, event);
  switch (event.type) {
    case 'ItemQuantityChanged':
      return [[itemPath(event.data.itemId, 'qty'), event.data.before]];
    case 'ItemOptionChanged':
      return [[itemPath(event.data.itemId, 'option'), event.data.before]];
    case 'ItemRemoved':
      return [[itemPath(event.data.itemId, 'deleted'), false]];
    case 'ItemRestored':
      return [[itemPath(event.data.itemId, 'deleted'), true]];
    case 'ItemAdded':
      return [];
    default:
      return unknownEvent(event);
  }
}
