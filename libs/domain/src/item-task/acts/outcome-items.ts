import { byWhom } from '../../kernel/changes-in-words.js';
import type { DomainEvent } from '../../kernel/event.js';
import { Forestalled, PassedOver } from '../../kernel/forestalled.js';
import type { SeesHold } from './hold-task.js';
import { after, becoming, hasLeft, removedWords, whyNotIn } from './item-refusals.js';
import type { ItemTaskEvent } from '../item-task.events.js';
import { itemsIn, type ItemTaskState } from '../item-task.js';
import type { RoutedOrder } from '../catalogue/task-outcomes.js';
import { withdraw } from './withdraw-items.js';

/* Which items an outcome applies to, and which of them have been removed from the order since the author looked. */

export interface SeesItems {
  /** The items of the task that the author saw, if the outcome applies to all of them. Absent: it applies to whichever items there are. */
  readonly itemIds?: readonly number[] | undefined;
}

/** The fields of an outcome that are needed to find its items. */
interface Meant {
  readonly referralId: string;
  readonly taskId: string;
  readonly seen?: (SeesHold & SeesItems) | undefined;
  readonly order: RoutedOrder;
  readonly at: string;
}

/**
 * Takes items that were removed from the order out of the task first: the worker may not have done so yet, and a removed item must not be
 * ordered or delivered.
 */
export function withdrawRemoved(
  state: ItemTaskState,
  { referralId, taskId, order, at }: Meant,
): readonly ItemTaskEvent[] {
  const inTask = itemsIn(state, taskId);
  const itemIds = order.items.filter(({ id, deleted }) => deleted && inTask.includes(id)).map(({ id }) => id);
  return withdraw(state, { referralId, itemIds, at });
}

export const isRemoved = ({ order }: Meant, itemId: number): boolean =>
  order.items.some(({ id, deleted }) => id === itemId && deleted);

/** The event that removed the item is in the stream of the order. */
const removal = ({ referralId }: Meant, itemId: number) => ({
  words: removedWords(itemId, 'in this task'),
  isIt: ({ type, data }: DomainEvent) =>
    type === 'ItemRemoved' && (data as { readonly itemId?: number }).itemId === itemId,
  before: { id: referralId, category: 'referral' },
});

export function removedFromOrder(data: Meant, itemId: number): Forestalled {
  const { words, isIt, before } = removal(data, itemId);
  return new Forestalled('item-task/not-in-task', words, isIt, before);
}

export function requireSeenItems(state: ItemTaskState, data: Meant): void {
  const { taskId, seen } = data;
  const saw = seen?.itemIds;
  if (saw === undefined) return;
  const inTask = itemsIn(state, taskId);
  const joined = inTask.find((itemId) => !saw.includes(itemId));
  if (joined !== undefined) {
    throw new PassedOver(
      'item-task/joined-meanwhile',
      (change, nameOf) =>
        `${nameOf(joined)} has joined this task${change ? `: by ${byWhom(change)} on ${change.when}` : ''}.`,
      becoming((at) => itemsIn(at, taskId).includes(joined)),
      (event) => ({ ...seen, itemIds: [...saw, joined, ...itemsOf(event)] }),
      { wasSeen: after((at) => at.tasks.some((task) => task.taskId === taskId) && hasLeft(at, taskId, joined)) },
    );
  }
  const left = saw.find((itemId) => !inTask.includes(itemId));
  if (left === undefined) return;
  const { words, isIt, before } = isRemoved(data, left)
    ? removal(data, left)
    : { ...whyNotIn(state, taskId, left), before: {} };
  const seenWith = (event: DomainEvent) => {
    const gone = [left, ...itemsOf(event)];
    return { ...seen, itemIds: saw.filter((itemId) => !gone.includes(itemId)) };
  };
  throw new PassedOver('item-task/not-in-task', words, isIt, seenWith, before);
}

const itemsOf = ({ data }: DomainEvent) => (data as { readonly itemIds?: readonly number[] }).itemIds ?? [];

/** The outcomes that were not undone, by id. An outcome stands although the work has gone on since. */
export const standingOutcomesOf = ({ outcomes }: ItemTaskState): Readonly<Record<string, boolean>> =>
  Object.fromEntries(outcomes.map(({ outcomeId, status }) => [outcomeId, status !== 'undone']));
