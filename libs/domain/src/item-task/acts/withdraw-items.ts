import type { Command } from '../../kernel/decider.js';
import { completingEmptied, type Moment, openTaskNamed, taskOpened, type Verbs } from '../item-task-rules.js';
import type { ItemTaskEvent } from '../item-task.events.js';
import type { ItemTaskState } from '../item-task.js';
import { SELECTION_TASK } from '../catalogue/task-catalogue.js';

/* Items that enter and leave the work after the submission, because the order was corrected. */

/** Items that are in no place enter the open task Select Items, or open it. All others stay where they are. */
export type EnterItems = Command<
  'EnterItems',
  Moment & { readonly referralId: string; readonly itemIds: readonly number[] }
>;

/** Items that are at work or stopped leave their tasks; delivered and canceled ones stay where they are. An emptied task is completed. */
export type WithdrawItems = Command<
  'WithdrawItems',
  { readonly referralId: string; readonly itemIds: readonly number[]; readonly at: string }
>;

function enter(state: ItemTaskState, { referralId, itemIds, at, dayMs }: EnterItems['data']): readonly ItemTaskEvent[] {
  const entering = itemIds.filter((id) => !state.items.some(({ itemId }) => itemId === id));
  if (entering.length === 0) return [];
  const waiting = openTaskNamed(state, SELECTION_TASK);
  if (!waiting) return [taskOpened(state, entering, SELECTION_TASK, { referralId, at, dayMs })];
  const { taskId } = waiting;
  return [{ type: 'ItemsAddedToTask', data: { referralId, taskId, itemIds: entering, addedAt: at } }];
}

export function withdraw(
  state: ItemTaskState,
  { referralId, itemIds, at }: WithdrawItems['data'],
): readonly ItemTaskEvent[] {
  const leaving = state.items
    .filter(({ itemId, status }) => itemIds.includes(itemId) && (status === 'in-task' || status === 'stopped'))
    .map(({ itemId }) => itemId);
  if (leaving.length === 0) return [];
  const withdrawn = { type: 'ItemsWithdrawn', data: { referralId, itemIds: leaving, withdrawnAt: at } } as const;
  return completingEmptied(state, [withdrawn], { referralId, at });
}

export type CorrectedItemsCommand = EnterItems | WithdrawItems;

export const CORRECTED_ITEMS_VERBS: Verbs<CorrectedItemsCommand> = {
  EnterItems: { decide: enter },
  WithdrawItems: { decide: withdraw },
};
