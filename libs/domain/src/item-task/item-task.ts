import { unknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import type { TaskName } from './task-catalogue.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: itemTask-{referralId}, every task of one referral, so that items move between its tasks in one decision.
 */

/** A task and the items it is about. An item is in exactly one open task, or stopped, or canceled, or delivered. */
export type TaskOpened = DomainEvent<
  'TaskOpened',
  {
    readonly referralId: string;
    /** `{referralId}-{n}`, n from 1 in the order of opening. */
    readonly taskId: string;
    readonly task: TaskName;
    readonly itemIds: readonly number[];
    readonly openedAt: string;
    /** End of the due day, America/Chicago, as an instant in UTC; null where the task has no due day. */
    readonly dueAt: string | null;
  }
>;

/** Items leave one task for another open one. A task that is left without items is completed by a TaskCompleted of its own. */
export type ItemsMovedToTask = DomainEvent<
  'ItemsMovedToTask',
  {
    readonly referralId: string;
    readonly fromTaskId: string;
    readonly toTaskId: string;
    readonly itemIds: readonly number[];
    readonly movedAt: string;
  }
>;

export type TaskClaimed = DomainEvent<
  'TaskClaimed',
  { readonly referralId: string; readonly taskId: string; readonly assignee: Assignee }
>;
export type TaskReleased = DomainEvent<'TaskReleased', { readonly referralId: string; readonly taskId: string }>;
/** A person assigned the task to a person: to another one, or to themselves in place of the holder. */
export type TaskAssigned = DomainEvent<
  'TaskAssigned',
  { readonly referralId: string; readonly taskId: string; readonly assignee: Assignee }
>;
export type TaskCompleted = DomainEvent<
  'TaskCompleted',
  { readonly referralId: string; readonly taskId: string; readonly completedAt: string }
>;
export type TaskFellDue = DomainEvent<
  'TaskFellDue',
  { readonly referralId: string; readonly taskId: string; readonly dueAt: string }
>;
/** The task waits until a day. Put on hold again, it waits until the other day. `dueAt`: not before the end of the day it waits for. */
export type TaskPutOnHold = DomainEvent<
  'TaskPutOnHold',
  { readonly referralId: string; readonly taskId: string; readonly onHold: Hold; readonly dueAt: string | null }
>;
/** The hold ended: its day came, or a person ended it. Before its day, the due day is again the one from before the hold. */
export type TaskResumed = DomainEvent<
  'TaskResumed',
  { readonly referralId: string; readonly taskId: string; readonly dueAt: string | null; readonly fellDue: boolean }
>;
/** The items were stopped; the task that they were in is kept as their last one. */
export type ItemsStopped = DomainEvent<
  'ItemsStopped',
  {
    readonly referralId: string;
    readonly taskId: string;
    readonly itemIds: readonly number[];
    readonly reason: string;
    readonly stoppedAt: string;
  }
>;
/** Stopped items are closed for good (the specification's Stopped task with a completed date). */
export type ItemsCanceled = DomainEvent<
  'ItemsCanceled',
  { readonly referralId: string; readonly itemIds: readonly number[]; readonly canceledAt: string }
>;

export interface Assignee {
  readonly userId: string;
  readonly name: string;
}

export interface Hold {
  /** The calendar day in America/Chicago on which the task is to be worked again, YYYY-MM-DD. */
  readonly until: string;
  /** The beginning of that day, as an instant in UTC. */
  readonly resumesAt: string;
  readonly reason: string | null;
  /** The due day without the hold. */
  readonly before: { readonly dueAt: string | null; readonly fellDue: boolean };
}

/** What happens to one task, and not to where its items are. */
export type TaskChanged =
  TaskClaimed | TaskReleased | TaskAssigned | TaskCompleted | TaskFellDue | TaskPutOnHold | TaskResumed;

export type ItemTaskEvent = TaskOpened | ItemsMovedToTask | TaskChanged | ItemsStopped | ItemsCanceled;

/** A task as it stands. */
export interface TaskFacts {
  readonly taskId: string;
  readonly task: TaskName;
  /** ISO 8601, UTC, as every time in here. */
  readonly openedAt: string;
  /** The first instant at which it is overdue; null: no due day. */
  readonly dueAt: string | null;
  readonly fellDue: boolean;
  readonly assignee: Assignee | null;
  /** Absent if the task was never on hold. */
  readonly onHold?: Hold | null;
  /** Null while the task is open. */
  readonly completedAt: string | null;
}

export const factsOf = ({ data: { taskId, task, openedAt, dueAt } }: TaskOpened): TaskFacts => ({
  taskId,
  task,
  openedAt,
  dueAt,
  fellDue: false,
  assignee: null,
  completedAt: null,
});

/** The tasks after an event about one of them. Every fold of tasks reads this, so that what an event means for a task is stated once. */
export function evolveTasks<Task extends TaskFacts>(tasks: readonly Task[], event: TaskChanged): readonly Task[] {
  const change = evolveFacts(event);
  return tasks.map((task) => (task.taskId === event.data.taskId ? { ...task, ...change } : task));
}

function evolveFacts(event: TaskChanged): Partial<TaskFacts> {
  switch (event.type) {
    case 'TaskClaimed':
    case 'TaskAssigned':
      return { assignee: event.data.assignee };
    case 'TaskReleased':
      return { assignee: null };
    case 'TaskFellDue':
      return { fellDue: true };
    case 'TaskPutOnHold':
      return { onHold: event.data.onHold, dueAt: event.data.dueAt, fellDue: false };
    case 'TaskResumed':
      return { onHold: null, dueAt: event.data.dueAt, fellDue: event.data.fellDue };
    case 'TaskCompleted':
      return { completedAt: event.data.completedAt };
    default:
      return unknownEvent(event);
  }
}

/** The tasks of one referral, in the order of opening, and where each of its items is. */
export interface ItemTaskState {
  readonly tasks: readonly TaskFacts[];
  readonly items: readonly PlacedItem[];
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

export function evolveItemTasks(state: ItemTaskState, event: ItemTaskEvent): ItemTaskState {
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, itemIds } = event.data;
      return place({ ...state, tasks: [...state.tasks, factsOf(event)] }, itemIds, { status: 'in-task', taskId });
    }
    case 'ItemsMovedToTask':
      return place(state, event.data.itemIds, { status: 'in-task', taskId: event.data.toTaskId });
    case 'TaskCompleted': {
      // Items that are still in a completed task were delivered: only the last task is completed with items.
      const completed = { ...state, tasks: evolveTasks(state.tasks, event) };
      return place(completed, itemsIn(state, event.data.taskId), { status: 'delivered' });
    }
    case 'ItemsStopped':
      return place(state, event.data.itemIds, { status: 'stopped' });
    case 'ItemsCanceled':
      return place(state, event.data.itemIds, { status: 'canceled' });
    default:
      return { ...state, tasks: evolveTasks(state.tasks, event) };
  }
}

function place(state: ItemTaskState, itemIds: readonly number[], where: Place): ItemTaskState {
  const others = state.items.filter(({ itemId }) => !itemIds.includes(itemId));
  return { ...state, items: [...others, ...itemIds.map((itemId) => ({ itemId, ...where }))] };
}
