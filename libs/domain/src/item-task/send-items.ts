import { dueAt } from './due-day.js';
import { evolve, type ItemTaskState, itemsIn } from './item-task.js';
import type { Moment } from './item-task.commands.js';
import type { ItemTaskEvent, TaskOpened } from './item-task.events.js';
import { type TaskName, taskRow } from './task-catalogue.js';

/** The fields that every event of a decision shares. */
export type Circumstances = Moment & { readonly referralId: string };

/** Items at work join the open task of that name, or a new one. A task that the last item leaves is completed. */
export function sendItems(
  state: ItemTaskState,
  itemIds: readonly number[],
  to: TaskName,
  circumstances: Circumstances,
): readonly ItemTaskEvent[] {
  if (itemIds.length === 0) return [];
  const { referralId, at } = circumstances;
  const waiting = state.tasks.find((task) => task.status === 'open' && task.task === to);
  const sent: ItemTaskEvent[] = waiting
    ? perTask(state, itemIds).map((leaving) => ({
        type: 'ItemsMovedToTask',
        data: {
          referralId,
          fromTaskId: leaving.taskId,
          toTaskId: waiting.taskId,
          itemIds: leaving.itemIds,
          movedAt: at,
        },
      }))
    : [taskOpened(state, itemIds, to, circumstances)];
  return completingEmptied(state, sent, circumstances);
}

export function taskOpened(
  { tasks }: ItemTaskState,
  itemIds: readonly number[],
  task: TaskName,
  { referralId, at, dayMs }: Circumstances,
): TaskOpened {
  const { dueDays } = taskRow(task);
  return {
    type: 'TaskOpened',
    data: {
      referralId,
      taskId: `${referralId}-${tasks.length + 1}`,
      task,
      itemIds,
      openedAt: at,
      dueAt: dueDays === null ? null : dueAt({ openedAt: at, dueDays, dayMs }),
    },
  };
}

/** Items at work, by the task that they are in; tasks in the order of opening. */
export function perTask(state: ItemTaskState, itemIds: readonly number[]) {
  return state.tasks
    .map(({ taskId }) => ({ taskId, itemIds: itemsIn(state, taskId).filter((itemId) => itemIds.includes(itemId)) }))
    .filter((leaving) => leaving.itemIds.length > 0);
}

/** These events, and the completion of every open task that they leave without items. */
export function completingEmptied(
  state: ItemTaskState,
  events: readonly ItemTaskEvent[],
  { referralId, at }: Omit<Circumstances, 'dayMs'>,
): readonly ItemTaskEvent[] {
  const after = events.reduce(evolve, state);
  const emptied = after.tasks.filter(({ taskId, status }) => status === 'open' && itemsIn(after, taskId).length === 0);
  return [
    ...events,
    ...emptied.map(({ taskId }): ItemTaskEvent => ({
      type: 'TaskCompleted',
      data: { referralId, taskId, completedAt: at },
    })),
  ];
}
