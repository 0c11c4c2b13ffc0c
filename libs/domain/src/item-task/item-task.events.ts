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

export type ItemTaskEvent =
  | TaskOpened
  | ItemsMovedToTask
  | TaskClaimed
  | TaskReleased
  | TaskAssigned
  | TaskCompleted
  | TaskFellDue
  | ItemsStopped
  | ItemsCanceled;
