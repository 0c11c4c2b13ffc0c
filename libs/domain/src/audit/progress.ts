import type { ItemTaskEvent, TaskOpened } from '../item-task/item-task.events.js';
import { evolveTasks, factsOf } from '../item-task/item-task.js';
import { type CurrentTask, stoppedTaskId, type TrackedItem } from '../item-task/catalogue/steppers.js';
import { taskRow } from '../item-task/catalogue/task-catalogue.js';
import type { TaskAsOf } from './referral-as-of.js';

/**
 * The progress of a referral's items: exactly what the rules below read, so that a fold which needs only progress keeps nothing else.
 * Other fields of an item are left as they are; `lastTask`, `stoppedReason`, `stoppedAt` and `orderId` are also set, as are the ids of its order, for callers that keep them.
 */
export interface Progress {
  readonly referralId: string;
  readonly items: readonly TrackedItem[];
  readonly tasks: readonly TaskAsOf[];
}

/** Applies one event of the referral's tasks. Throws when items go to a task that is not in `tasks`. */
export function evolveProgress<Of extends Progress>(progress: Of, event: ItemTaskEvent): Of {
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, itemIds } = event.data;
      return enterTask({ ...progress, tasks: [...progress.tasks, taskOf(event)] }, taskId, itemIds);
    }
    case 'ItemsMovedToTask':
      return enterTask(progress, event.data.toTaskId, event.data.itemIds);
    case 'TaskCompleted': {
      const { taskId, completedAt } = event.data;
      const inTask = progress.items.filter(({ currentTask }) => currentTask?.id === taskId).map(({ id }) => id);
      return endItems({ ...progress, tasks: evolveTasks(progress.tasks, event) }, inTask, completedAt);
    }
    case 'ItemsStopped': {
      const id = stoppedTaskId(progress.referralId);
      const stopped: CurrentTask = { id, name: 'Stopped', department: null, completedDate: null };
      const { itemIds, reason, stoppedAt } = event.data;
      return changeItems(progress, itemIds, (item) => ({
        ...enter(item, stopped),
        ...withoutOrder(item),
        stoppedReason: reason,
        stoppedAt,
      }));
    }
    case 'ItemsCanceled':
      return endItems(progress, event.data.itemIds, event.data.canceledAt);
    case 'ItemsOrdered': {
      const { itemIds, orderId, externalItems = [] } = event.data;
      return changeItems(progress, itemIds, (item) => {
        const { itemId: _, ...external } = externalItems.find(({ itemId }) => itemId === item.id) ?? {
          itemId: item.id,
        };
        return { ...item, ...withoutOrder(item), ...external, orderId };
      });
    }
    case 'ItemsUnstopped':
      return changeItems(progress, event.data.itemIds, notStopped);
    case 'OutcomeUndone': {
      const { itemIds, outcome } = event.data;
      const isOrder = outcome === 'order-placed';
      return changeItems(progress, itemIds, (item) => ({
        ...('stoppedReason' in item ? notStopped(item) : item),
        ...(isOrder && withoutOrder(item)),
      }));
    }
    case 'OutcomeRecorded':
    case 'ContactAttempted':
    case 'RecertificationOpened':
    case 'RecertifiedMemberCorrected':
    case 'CertifyingPhysicianCorrected':
    case 'CertificationCorrected':
      return progress;
    case 'ItemsAddedToTask':
      return enterTask(progress, event.data.taskId, event.data.itemIds);
    case 'ItemsWithdrawn':
      return changeItems(progress, event.data.itemIds, leave);
    default:
      return { ...progress, tasks: evolveTasks(progress.tasks, event) };
  }
}

/** Clears the fields that came with the supplier's order, where an item has them. */
const withoutOrder = (item: TrackedItem): object =>
  Object.fromEntries(
    ['orderId', 'brightreeItemID', 'brightreeItemKey'].flatMap((field) => (field in item ? [[field, null]] : [])),
  );

const taskOf = (opened: TaskOpened): TaskAsOf => ({
  ...factsOf(opened),
  department: taskRow(opened.data.task).department,
  itemIds: [],
});

function enterTask<Of extends Progress>(progress: Of, taskId: string, itemIds: readonly number[]): Of {
  const task = progress.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) throw new Error(`Task ${taskId} was never opened`);
  const current: CurrentTask = { id: taskId, name: task.task, department: task.department, completedDate: null };
  const everIn = [...new Set([...task.itemIds, ...itemIds])];
  const tasks = progress.tasks.map((other) => (other === task ? { ...task, itemIds: everIn } : other));
  return changeItems({ ...progress, tasks }, itemIds, (item) => enter(item, current));
}

function enter<Item extends TrackedItem>(item: Item, currentTask: CurrentTask): Item {
  if (item.currentTask === null) return { ...item, currentTask };
  const { id, name, department } = item.currentTask;
  return { ...item, currentTask, lastTask: { id, name, department } };
}

function leave<Item extends TrackedItem>(item: Item): Item {
  if (item.currentTask === null) return item;
  const { id, name, department } = item.currentTask;
  return { ...notStopped(item), currentTask: null, lastTask: { id, name, department } };
}

function notStopped<Item extends TrackedItem>(item: Item): Item {
  const { stoppedAt: _, ...rest } = item as Item & { readonly stoppedAt?: string };
  return { ...(rest as unknown as Item), stoppedReason: null };
}

const endItems = <Of extends Progress>(progress: Of, itemIds: readonly number[], completedDate: string): Of =>
  changeItems(progress, itemIds, (item) =>
    item.currentTask ? { ...item, currentTask: { ...item.currentTask, completedDate } } : item,
  );

function changeItems<Of extends Progress>(
  progress: Of,
  itemIds: readonly number[],
  change: (item: TrackedItem) => TrackedItem,
): Of {
  return { ...progress, items: progress.items.map((item) => (itemIds.includes(item.id) ? change(item) : item)) };
}
