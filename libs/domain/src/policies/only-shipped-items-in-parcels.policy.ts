import { type CarrierValues, requireActiveCarrier } from '../carrier/carrier.js';
import { after, hasLeft, isOfItem } from '../item-task/acts/item-refusals.js';
import { itemTaskDecider } from '../item-task/item-task.decider.js';
import type { ItemTaskState, PlacedItem } from '../item-task/item-task.js';
import { type TaskName, taskRow } from '../item-task/catalogue/task-catalogue.js';
import { byWhom, type Change } from '../kernel/changes-in-words.js';
import { DomainError } from '../kernel/decider.js';
import type { ManagedState } from '../kernel/managed-list.js';
import { Forestalled, PassedOver } from '../kernel/forestalled.js';
import type { SeesParcels } from '../referral/referral.commands.js';
import { notShipped, referralDecider } from '../referral/referral.decider.js';

/**
 * The decider of a referral that gives no tracking number to items that nobody ships, by its tasks: rejects with `referral/item-not-shipped` what is
 * stopped or canceled. `seen.taskId` of the command is the task in which its author saw the items. An item that somebody else has brought to another task since is
 * refused: who acts on the present one may give it a number there, whichever it is, as a number is tied to no step (ordering specification, section 3).
 * Rejects with `carrier/not-active` a new number of a carrier that is none of the active ones.
 */
export const referralDeciderWith = (
  tasks: ItemTaskState,
  carriers: ManagedState<CarrierValues>,
): typeof referralDecider => ({
  ...referralDecider,
  decide: (state, command) => {
    const events = referralDecider.decide(state, command);
    const seen = command.type === 'AssignTrackingNumber' ? command.data.seen : undefined;
    for (const { type, data } of events) {
      if (type !== 'TrackingNumberAssigned') continue;
      requireShipped(tasks, data, seen);
      requireActiveCarrier(carriers, data.carrier);
    }
    return events;
  },
});

interface Parcel {
  readonly referralId: string;
  readonly itemIds: readonly number[];
}

function requireShipped({ tasks, items }: ItemTaskState, { referralId, itemIds }: Parcel, seen?: SeesParcels): void {
  const category = itemTaskDecider.category;
  const taskOf = (taskId: string): TaskName | undefined => tasks.find((task) => task.taskId === taskId)?.task;
  const seenIn = seen?.taskId;
  const taskSeen = seenIn === undefined ? undefined : taskOf(seenIn);
  if (seenIn !== undefined && taskSeen === undefined) {
    throw new DomainError('item-task/unknown-task', 'There is no such task.');
  }
  for (const item of items.filter(({ itemId }) => itemIds.includes(itemId))) {
    const { itemId, status, taskId } = item;
    if (status === 'stopped' || status === 'canceled') {
      const words: Forestalled['words'] = (change, nameOf) => notShipped(nameOf(itemId), status, change);
      throw new Forestalled(NOT_SHIPPED, words, isOfItem(itemId), { id: referralId, category });
    }
    const task = taskOf(taskId);
    if (seenIn === undefined || taskSeen === undefined || task === undefined || taskId === seenIn) continue;
    if (seen?.moved?.includes(itemId) === true) continue;
    throw new PassedOver(
      NOT_SHIPPED,
      (change, nameOf) =>
        isBack(item, task, taskSeen)
          ? notShipped(nameOf(itemId), `taken back to ${task}`, change)
          : elsewhere(nameOf(itemId), `moved to another task, ${task}`, change),
      isOfItem(itemId),
      () => ({ ...seen, moved: [...(seen?.moved ?? []), itemId] }),
      { id: referralId, category, wasSeen: after((at) => !hasLeft(at, seenIn, itemId)) },
    );
  }
}

const NOT_SHIPPED = 'referral/item-not-shipped';

const elsewhere = (item: string, how: string, change: Change | null): string =>
  `${item} has been ${how}${change ? `: by ${byWhom(change)} on ${change.when}` : ''}. Add the number there.`;

const isBack = ({ status }: PlacedItem, task: TaskName, seen: TaskName): boolean =>
  status === 'in-task' && taskRow(task).step < taskRow(seen).step;
