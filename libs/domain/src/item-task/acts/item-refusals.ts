import { byWhom, valueInWords } from '../../kernel/changes-in-words.js';
import type { DomainEvent } from '../../kernel/event.js';
import { Forestalled } from '../../kernel/forestalled.js';
import type { ItemTaskEvent } from '../item-task.events.js';
import { evolveItemTasks, type ItemTaskState, NO_TASKS, type PlacedItem } from '../item-task.js';

/* The refusals of acts that are not possible with an item in its present state, and the search for the event that caused that state. */

/** Matches the events of these types that are about the task. */
export const isOfTask =
  (taskId: string, ...types: readonly ItemTaskEvent['type'][]) =>
  ({ type, data }: DomainEvent) =>
    (types as readonly string[]).includes(type) && (data as { readonly taskId?: string }).taskId === taskId;

/** Matches the events that may have moved the item away. */
export const isOfItem =
  (itemId: number) =>
  ({ type, data }: DomainEvent) =>
    (LEAVING as readonly string[]).includes(type) &&
    (data as { readonly itemIds?: readonly number[] }).itemIds?.includes(itemId) === true;

const LEAVING = [
  'TaskOpened',
  'ItemsMovedToTask',
  'ItemsStopped',
  'ItemsCanceled',
  'ItemsWithdrawn',
] as const satisfies readonly ItemTaskEvent['type'][];

/** Matches the events after which `isSo` holds, and before which it did not. It must be called with every event of the stream, in order. */
export function becoming(isSo: (state: ItemTaskState) => boolean): (event: DomainEvent) => boolean {
  const being = after(isSo);
  let was = isSo(NO_TASKS);
  return (event) => {
    const before = was;
    was = being(event);
    return !before && was;
  };
}

/** Whether `isSo` holds after an event. It must be called with every event of the stream, in order. */
export function after(isSo: (state: ItemTaskState) => boolean): (event: DomainEvent) => boolean {
  let state = NO_TASKS;
  return (event) => {
    state = evolveItemTasks(state, event as ItemTaskEvent);
    return isSo(state);
  };
}

export const removedWords =
  (itemId: number, where: string): Forestalled['words'] =>
  (change, nameOf) =>
    change
      ? `${nameOf(itemId)} was removed from the referral by ${byWhom(change)} on ${change.when}.`
      : `This referral has no item ${itemId} ${where}.`;

export const isWithdrawalOf =
  (itemId: number) =>
  (event: DomainEvent): boolean =>
    event.type === 'ItemsWithdrawn' && isOfItem(itemId)(event);

/** The refusal of an act that the item's present status does not allow. A delivered item got its status when its task was completed. */
export const becameOtherwise = (
  code: 'item-task/not-at-work' | 'item-task/closed' | 'item-task/not-in-task',
  { itemId, status, taskId, reason }: PlacedItem,
): Forestalled =>
  new Forestalled(
    code,
    (change, nameOf) => {
      const why = status === 'stopped' && reason !== undefined ? `, for ${valueInWords(reason, 'reason')}` : '';
      return `${nameOf(itemId)} has been ${status}${change ? `: by ${byWhom(change)} on ${change.when}${why}` : ''}.`;
    },
    status === 'delivered' ? isOfTask(taskId, 'TaskCompleted') : isOfItem(itemId),
  );

/** The refusal for an item that is not in a task: `isIt` finds the event by which it left. */
export function whyNotIn(state: ItemTaskState, taskId: string, itemId: number): Pick<Forestalled, 'words' | 'isIt'> {
  const placed = state.items.find((item) => item.itemId === itemId);
  if (!placed) return { words: removedWords(itemId, 'in this task'), isIt: isWithdrawalOf(itemId) };
  if (placed.status === 'stopped' && placed.taskId === taskId) return becameOtherwise('item-task/not-in-task', placed);
  const task = state.tasks.find((one) => one.taskId === placed.taskId)?.task;
  const now = placed.status === 'in-task' ? `It is in ${task} by now.` : `It is ${placed.status} by now.`;
  return {
    words: (change, nameOf) =>
      change
        ? `${change.who} took ${nameOf(itemId)} out of this task on ${change.when}. ${now}`
        : `${nameOf(itemId)} is not in this task. ${now}`,
    isIt: becoming((at) => hasLeft(at, taskId, itemId)),
  };
}

export const hasLeft = ({ items }: ItemTaskState, taskId: string, itemId: number): boolean => {
  const item = items.find((one) => one.itemId === itemId);
  return item === undefined || item.taskId !== taskId || item.status !== 'in-task';
};
