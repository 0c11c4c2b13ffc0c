import type { DomainEvent } from '../kernel/event.js';
import type { RecertificationCorrected, RecertificationOpened } from './recertification.events.js';
import type { ContactParty, TaskName } from './catalogue/task-catalogue.js';
import type { ContactMethod, RecordedName } from './catalogue/task-outcomes.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster. Stream: itemTask-{referralId}, all tasks of
 * one referral, so that items can move between its tasks in one decision. The tasks of a recertification, whose id stands for the
 * referral's, are in recertification-{id}: consumers that follow referrals do not read them.
 */

/** A task and the items it is about. An item is in exactly one open task, or stopped, or canceled, or delivered. */
export type TaskOpened = DomainEvent<
  'TaskOpened',
  {
    readonly referralId: string;
    /** `{referralId}-{n}`; n counts from 1 in the order in which tasks are opened. */
    readonly taskId: string;
    readonly task: TaskName;
    readonly itemIds: readonly number[];
    readonly openedAt: string;
    /** Since when its work has waited, if an undo has returned to work that was begun before; absent: since it was opened. */
    readonly since?: string;
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
/** A person assigned the task to somebody: to another person, or to themselves in place of the holder. */
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
/** The task waits until a day. A task that is put on hold again waits until the new day. `dueAt` is never before the end of that day. */
export type TaskPutOnHold = DomainEvent<
  'TaskPutOnHold',
  { readonly referralId: string; readonly taskId: string; readonly onHold: Hold; readonly dueAt: string | null }
>;
/** The hold ended: its day came, or a person ended it. If it ended early, the task has the due day again that it had before the hold. */
export type TaskResumed = DomainEvent<
  'TaskResumed',
  { readonly referralId: string; readonly taskId: string; readonly dueAt: string | null; readonly fellDue: boolean }
>;
/** The items were stopped. The task that they were in is recorded as their last one. */
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

/** Stopped items are worked on again, in the task in which they were stopped; the event before this one put them there. */
export type ItemsUnstopped = DomainEvent<
  'ItemsUnstopped',
  {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    readonly reason: string;
    readonly unstoppedAt: string;
  }
>;
/** The supplier accepted the order for these items. Items that are stopped afterwards lose the order. */
export type ItemsOrdered = DomainEvent<
  'ItemsOrdered',
  {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    readonly orderId: string;
    /** The ids of the items in the provider's billing system; absent: none were given. */
    readonly externalItems?: readonly ExternalItem[];
    readonly orderedAt: string;
  }
>;
/**
 * The outcome of a task for these of its items. The events just before it say where the items went; a TaskCompleted after it says that the
 * task is done.
 */
export type OutcomeRecorded = DomainEvent<'OutcomeRecorded', RecordedOutcome>;
/** The outcome of a task in which somebody is to be reached. */
export type ContactAttempted = DomainEvent<
  'ContactAttempted',
  RecordedOutcome & {
    readonly party: ContactParty;
    /** Counts from 1 for each party of a referral, without attempts that were undone. */
    readonly number: number;
    readonly method: ContactMethod;
    /** When the task that followed is due; null: none followed, or one without a due day. */
    readonly nextDueAt: string | null;
  }
>;
/** The outcome was a mistake. The events just before it say where its items went back to; why they were stopped, and their order, are void. */
export type OutcomeUndone = DomainEvent<
  'OutcomeUndone',
  {
    readonly referralId: string;
    readonly outcomeId: string;
    readonly taskId: string;
    readonly outcome: RecordedName;
    readonly itemIds: readonly number[];
    readonly undoneAt: string;
  }
>;

/** Items that were added to the order, or restored, entered an open task. They were in no task before. */
export type ItemsAddedToTask = DomainEvent<
  'ItemsAddedToTask',
  {
    readonly referralId: string;
    readonly taskId: string;
    readonly itemIds: readonly number[];
    readonly addedAt: string;
  }
>;
/** Items that were removed from the order left their tasks, and are in none. */
export type ItemsWithdrawn = DomainEvent<
  'ItemsWithdrawn',
  { readonly referralId: string; readonly itemIds: readonly number[]; readonly withdrawnAt: string }
>;

export interface RecordedOutcome {
  readonly referralId: string;
  /** `{referralId}-{n}`; n counts from 1 in the order of recording. */
  readonly outcomeId: string;
  readonly taskId: string;
  readonly task: TaskName;
  readonly outcome: RecordedName;
  readonly itemIds: readonly number[];
  /** Free text, for the staff only. */
  readonly note: string | null;
  readonly by: Assignee;
  /** True if nobody held the task before. */
  readonly wasUnassigned: boolean;
  readonly recordedAt: string;
}

/** An item in the provider's billing system. */
export interface ExternalItem {
  readonly itemId: number;
  readonly brightreeItemID: string | null;
  readonly brightreeItemKey: string | null;
}

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
  /** The due day that the task had before the hold. */
  readonly before: { readonly dueAt: string | null; readonly fellDue: boolean };
}

/** Events that change one task, but not where its items are. */
export type TaskChanged =
  TaskClaimed | TaskReleased | TaskAssigned | TaskCompleted | TaskFellDue | TaskPutOnHold | TaskResumed;

/** Facts about items and tasks that move no item and change no task. */
export type ItemTaskRemark = OutcomeRecorded | ContactAttempted | OutcomeUndone | ItemsOrdered | ItemsUnstopped;

export type ItemTaskEvent =
  | TaskOpened
  | ItemsMovedToTask
  | TaskChanged
  | ItemsStopped
  | ItemsCanceled
  | ItemTaskRemark
  | ItemsAddedToTask
  | ItemsWithdrawn
  | RecertificationOpened
  | RecertificationCorrected;
