import type { Command } from '../kernel/command.js';
import type { Assignee } from './item-task.events.js';
import type { TaskName } from './task-catalogue.js';

/** What opening a task has to know about time. */
export interface Moment {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Milliseconds of a "day" where `TASK_DAY_MS` shortens it; null: calendar days in America/Chicago. */
  readonly dayMs: number | null;
}

/** The work on a submitted referral begins. Nothing happens if it has begun: given by a policy, which may run twice. */
export type OpenFirstTask = Command<
  'OpenFirstTask',
  Moment & { readonly referralId: string; readonly itemIds: readonly number[] }
>;

/** Items, from whichever open tasks they are in, go to a task of this name. Rejected when another person holds one of those. */
export type OpenTask = Command<
  'OpenTask',
  Moment & {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    readonly task: TaskName;
    readonly by: Assignee;
  }
>;

/** Somebody takes a task that nobody holds. */
export type ClaimTask = Command<
  'ClaimTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** Somebody gives their own task back. */
export type ReleaseTask = Command<
  'ReleaseTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** A task is given to somebody, whoever holds it. */
export type AssignTask = Command<
  'AssignTask',
  { readonly referralId: string; readonly taskId: string; readonly assignee: Assignee }
>;

/** The work of a task is done: every item of it goes on. `moves` is empty for the last task alone: its items are delivered. */
export type CompleteTask = Command<
  'CompleteTask',
  Moment & {
    readonly referralId: string;
    readonly taskId: string;
    readonly moves: readonly { readonly itemIds: readonly number[]; readonly task: TaskName }[];
    readonly by: Assignee;
  }
>;

/** Some items of a task go on, the rest stay. When none stays, the task is completed. */
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

/** Items go no further, whoever holds their tasks: a member's wish to stop does not wait. */
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

/** The order may not be fulfilled: whatever of it has not been delivered is stopped for this reason and canceled. */
export type TurnDownItems = Command<
  'TurnDownItems',
  { readonly referralId: string; readonly reason: string; readonly at: string }
>;

/** A timer's word: it may come late, twice, or for a task that is done. */
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
