import { unknownEvent } from '../kernel/decider.js';
import type { Assignee, ItemTaskEvent } from './item-task.events.js';
import type { TaskName } from './task-catalogue.js';

/** The tasks of one referral, in the order of opening, and where each of its items is. */
export interface ItemTaskState {
  readonly tasks: readonly ReferralTask[];
  readonly items: readonly PlacedItem[];
}

export type ReferralTask = OpenReferralTask | { readonly status: 'completed'; readonly taskId: string };

export interface OpenReferralTask {
  readonly status: 'open';
  readonly taskId: string;
  readonly task: TaskName;
  readonly assignee: Assignee | null;
  readonly dueAt: string | null;
  readonly fellDue: boolean;
}

/** Each item has one place; a task's items are those that are there. */
export type PlacedItem = { readonly itemId: number } & Place;
type Place =
  | { readonly status: 'in-task'; readonly taskId: string }
  | { readonly status: 'stopped' }
  | { readonly status: 'canceled' }
  | { readonly status: 'delivered' };

export const NO_TASKS: ItemTaskState = { tasks: [], items: [] };

export const itemsIn = (state: ItemTaskState, taskId: string): readonly number[] =>
  state.items.filter((item) => item.status === 'in-task' && item.taskId === taskId).map(({ itemId }) => itemId);

export function evolve(state: ItemTaskState, event: ItemTaskEvent): ItemTaskState {
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, task, dueAt, itemIds } = event.data;
      const opened: OpenReferralTask = { status: 'open', taskId, task, dueAt, assignee: null, fellDue: false };
      return place({ ...state, tasks: [...state.tasks, opened] }, itemIds, { status: 'in-task', taskId });
    }
    case 'ItemsMovedToTask':
      return place(state, event.data.itemIds, { status: 'in-task', taskId: event.data.toTaskId });
    case 'TaskClaimed':
    case 'TaskAssigned': {
      const { taskId, assignee } = event.data;
      return changeOpenTask(state, taskId, (task) => ({ ...task, assignee }));
    }
    case 'TaskReleased':
      return changeOpenTask(state, event.data.taskId, (task) => ({ ...task, assignee: null }));
    case 'TaskFellDue':
      return changeOpenTask(state, event.data.taskId, (task) => ({ ...task, fellDue: true }));
    case 'TaskCompleted': {
      // Items that are still in a completed task were delivered: only the last task is completed with items.
      const { taskId } = event.data;
      const completed = changeOpenTask(state, taskId, () => ({ status: 'completed', taskId }));
      return place(completed, itemsIn(state, taskId), { status: 'delivered' });
    }
    case 'ItemsStopped':
      return place(state, event.data.itemIds, { status: 'stopped' });
    case 'ItemsCanceled':
      return place(state, event.data.itemIds, { status: 'canceled' });
    default:
      return unknownEvent(event);
  }
}

function place(state: ItemTaskState, itemIds: readonly number[], where: Place): ItemTaskState {
  const others = state.items.filter(({ itemId }) => !itemIds.includes(itemId));
  return { ...state, items: [...others, ...itemIds.map((itemId) => ({ itemId, ...where }))] };
}

function changeOpenTask(
  state: ItemTaskState,
  taskId: string,
  change: (task: OpenReferralTask) => ReferralTask,
): ItemTaskState {
  return {
    ...state,
    tasks: state.tasks.map((task) => (task.taskId === taskId && task.status === 'open' ? change(task) : task)),
  };
}
