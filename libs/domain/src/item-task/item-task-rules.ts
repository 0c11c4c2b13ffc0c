import { DomainError } from '../kernel/decider.js';
import { itemsIn, type ItemTaskState, type OpenReferralTask, type PlacedItem } from './item-task.js';
import type { Assignee } from './item-task.events.js';
import type { TaskName } from './task-catalogue.js';

/** Rejects with `item-task/unknown-task` and `item-task/already-completed`. */
export function openTask(state: ItemTaskState, taskId: string): OpenReferralTask {
  const task = state.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) throw new DomainError('item-task/unknown-task', 'There is no such task.');
  if (task.status === 'completed') {
    throw new DomainError('item-task/already-completed', 'This task has been completed already.');
  }
  return task;
}

/** Rejects with `item-task/claimed-by-another`. */
export function requireNotHeldByAnother({ assignee }: OpenReferralTask, by: Assignee): void {
  if (assignee !== null && assignee.userId !== by.userId) {
    throw new DomainError(
      'item-task/claimed-by-another',
      'Another person has claimed this task. Ask them to release it, or assign it to yourself.',
    );
  }
}

/** Each item once. Rejects with `item-task/unknown-item`. */
export function knownItems(state: ItemTaskState, itemIds: readonly number[]): readonly PlacedItem[] {
  return [...new Set(itemIds)].map((itemId) => {
    const item = state.items.find((candidate) => candidate.itemId === itemId);
    if (!item) throw new DomainError('item-task/unknown-item', `This referral has no item ${itemId} at work.`);
    return item;
  });
}

/** Each item once. Rejects with `item-task/unknown-item` and, when one is stopped, canceled or delivered, `item-task/not-at-work`. */
export function requireAtWork(state: ItemTaskState, itemIds: readonly number[]): readonly number[] {
  return knownItems(state, itemIds).map(({ itemId, status }) => {
    if (status !== 'in-task') throw new DomainError('item-task/not-at-work', `Item ${itemId} has been ${status}.`);
    return itemId;
  });
}

/** Each item once. Rejects with `item-task/not-in-task`. */
export function requireInTask(state: ItemTaskState, taskId: string, itemIds: readonly number[]): readonly number[] {
  const inTask = itemsIn(state, taskId);
  const absent = itemIds.find((itemId) => !inTask.includes(itemId));
  if (absent !== undefined) {
    throw new DomainError('item-task/not-in-task', `Item ${absent} is no longer in this task.`);
  }
  return [...new Set(itemIds)];
}

/**
 * A completed task says of each of its items where it goes. Rejects with `item-task/not-in-task`, `item-task/item-sent-twice`,
 * `item-task/item-left-behind` and `item-task/same-task`.
 */
export function requireEveryItemSent(
  state: ItemTaskState,
  { taskId, task }: OpenReferralTask,
  moves: readonly { readonly itemIds: readonly number[]; readonly task: TaskName }[],
): void {
  const sent = moves.flatMap(({ itemIds }) => itemIds);
  requireInTask(state, taskId, sent);
  if (new Set(sent).size < sent.length) {
    throw new DomainError('item-task/item-sent-twice', 'Each item can go to one task only.');
  }
  if (itemsIn(state, taskId).some((itemId) => !sent.includes(itemId))) {
    throw new DomainError('item-task/item-left-behind', 'Choose the next task of every item.');
  }
  if (moves.some((move) => move.task === task)) {
    throw new DomainError('item-task/same-task', `The items are in ${task} already. Choose another task.`);
  }
}
