import type { Command } from '../kernel/decider.js';
import type { Assignee } from './item-task.events.js';
import type { TaskName } from './task-catalogue.js';

/** The facts about time that opening a task needs. */
export interface Moment {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Milliseconds of a "day" where `TASK_DAY_MS` shortens it; null: calendar days in America/Chicago. */
  readonly dayMs: number | null;
}

/** Begins the work on a submitted referral. Does nothing if it has begun: a policy sends it, and may run twice. */
export type OpenFirstTask = Command<
  'OpenFirstTask',
  Moment & { readonly referralId: string; readonly itemIds: readonly number[] }
>;

/** Moves items, from whichever open tasks they are in, to a task of this name. Rejected when another person holds one of those tasks. */
export type OpenTask = Command<
  'OpenTask',
  Moment & {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    readonly task: TaskName;
    readonly by: Assignee;
  }
>;

/** Claims a task that has no holder. */
export type ClaimTask = Command<
  'ClaimTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** Releases a task that the person holds. */
export type ReleaseTask = Command<
  'ReleaseTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** Assigns a task to a person, also when another person holds it. */
export type AssignTask = Command<
  'AssignTask',
  { readonly referralId: string; readonly taskId: string; readonly assignee: Assignee }
>;

/** Completes a task and moves each of its items to the next one. `moves` is empty only for the last task, whose items are delivered. */
export type CompleteTask = Command<
  'CompleteTask',
  Moment & {
    readonly referralId: string;
    readonly taskId: string;
    readonly moves: readonly { readonly itemIds: readonly number[]; readonly task: TaskName }[];
    readonly by: Assignee;
  }
>;

/** Moves some items of a task on. When none stays, the task is completed. */
export type MoveItems = Command<
  'MoveItems',
  Moment & {
    readonly referralId: string;
    readonly taskId: string;
    readonly itemIds: readonly number[];
    readonly task: TaskName;
    readonly by: Assignee;
  }
>;

/** Stops items, also of tasks that another person holds: a member's wish to stop must not wait. */
export type StopItems = Command<
  'StopItems',
  {
    readonly referralId: string;
    /** The open task that they must be in; left out: wherever they are. */
    readonly taskId?: string;
    readonly itemIds: readonly number[];
    readonly reason: string;
    /** ISO 8601, UTC. */
    readonly at: string;
  }
>;

/** Stopped items are closed for good. */
export type CancelItems = Command<
  'CancelItems',
  { readonly referralId: string; readonly itemIds: readonly number[]; readonly at: string }
>;

/** Turns down an order that may not be fulfilled: items that were not delivered are stopped for this reason and canceled. */
export type TurnDownItems = Command<
  'TurnDownItems',
  { readonly referralId: string; readonly reason: string; readonly at: string }
>;

/** Sent by a timer: it may arrive late, twice, or for a task that is completed. */
export type FireDueDay = Command<
  'FireDueDay',
  { readonly referralId: string; readonly taskId: string; readonly at: string }
>;

export type ItemTaskCommand =
  | OpenFirstTask
  | OpenTask
  | ClaimTask
  | ReleaseTask
  | AssignTask
  | CompleteTask
  | MoveItems
  | StopItems
  | CancelItems
  | TurnDownItems
  | FireDueDay;
