import { after, hasLeft, isOfItem } from '../item-task/item-refusals.js';
import { itemTaskDecider } from '../item-task/item-task.decider.js';
import type { ItemTaskState, PlacedItem } from '../item-task/item-task.js';
import { type TaskName, taskRow } from '../item-task/task-catalogue.js';
import type { Change } from '../kernel/changes-in-words.js';
import { DomainError } from '../kernel/decider.js';
import { Forestalled } from '../kernel/forestalled.js';
import { notShipped, referralDecider } from '../referral/referral.decider.js';

/**
 * The decider of a referral that gives no tracking number to items that nobody ships, by its tasks: rejects with `referral/item-not-shipped` what is
 * stopped or canceled. `seenIn` is the task in which the author saw the items; left out by a program. An item that is in another task by now is refused: who
 * acts on the present one may give it a number there, whichever it is, as a number is tied to no step (ordering specification, section 3).
 */
export const referralDeciderWith = (tasks: ItemTaskState, seenIn?: string): typeof referralDecider => ({
  ...referralDecider,
  decide: (state, command) => {
    const events = referralDecider.decide(state, command);
    for (const { type, data } of events) {
      if (type === 'TrackingNumberAssigned') requireShipped(tasks, data, seenIn);
    }
    return events;
  },
});

interface Parcel {
  readonly referralId: string;
  readonly itemIds: readonly number[];
}

function requireShipped(tasks: ItemTaskState, { referralId, itemIds }: Parcel, seenIn: string | undefined): void {
  const taskOf = (taskId: string): TaskName | undefined => tasks.tasks.find((task) => task.taskId === taskId)?.task;
  const seen = seenIn === undefined ? undefined : taskOf(seenIn);
  if (seenIn !== undefined && seen === undefined) {
    throw new DomainError('item-task/unknown-task', 'There is no such task.');
  }
  for (const item of tasks.items.filter(({ itemId }) => itemIds.includes(itemId))) {
    const { itemId, status, taskId } = item;
    const refuse = (how: string, words = notShipped) =>
      new Forestalled(
        'referral/item-not-shipped',
        (change, nameOf) => words(nameOf(itemId), how, change),
        isOfItem(itemId),
        {
          ...{ id: referralId, category: itemTaskDecider.category },
          wasSeen: after((at) => seenIn === undefined || !hasLeft(at, seenIn, itemId)),
        },
      );
    if (status === 'stopped' || status === 'canceled') throw refuse(status);
    const task = taskOf(taskId);
    if (seen === undefined || task === undefined || taskId === seenIn) continue;
    if (isBack(item, task, seen)) throw refuse(`taken back to ${task}`);
    throw refuse(`moved to another task, ${task}`, elsewhere);
  }
}

const elsewhere = (item: string, how: string, change: Change | null): string =>
  `${item} has been ${how}${change ? `: by ${change.who} on ${change.when}` : ''}. Add the number there.`;

const isBack = ({ status }: PlacedItem, task: TaskName, seen: TaskName): boolean =>
  status === 'in-task' && taskRow(task).step < taskRow(seen).step;
