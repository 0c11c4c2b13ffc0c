import type { TaskFacts } from '@throughline/domain';
import { z } from 'zod';
import { feedPosition, membersOfOneName } from '../envelope.contract.js';
import { QUEUE_TABS } from '../search/list-address.js';
import { recordedName, taskName } from './item-task.contract.js';

/** Until when a task is on hold, and why. */
export const hold = z.object({
  until: z.string(),
  /** The beginning of that day in America/Chicago, as an instant. */
  resumesAt: z.string(),
  reason: z.string().nullable(),
  /** The due day that the task had before the hold. */
  before: z.object({ dueAt: z.string().nullable(), fellDue: z.boolean() }),
});

/** Null: nobody. */
const person = z.object({ userId: z.string(), name: z.string() }).nullable();

export const taskSummary = z.object({
  /** The number of open tasks by step: the steps of a referral in order, then all recertifications together. */
  steps: z.array(z.object({ step: z.string(), count: z.number() })),
  /** The number of open tasks by age of the order, the youngest first. */
  ages: z.array(z.object({ age: z.string(), count: z.number() })),
  /** The number of overdue tasks by department. */
  overdue: z.array(z.object({ department: z.string(), count: z.number() })),
  /** The days for which completed tasks are counted, in America/Chicago, oldest first. */
  days: z.array(z.string()),
  /** Completed tasks by day and by the person to whom the task was assigned; narrowed to the chosen people. */
  completed: z.array(z.object({ day: z.string(), person, count: z.number() })),
  /** Completed tasks by person, narrowed to the chosen days; the largest number comes first. */
  people: z.array(z.object({ person, count: z.number() })),
});
export type TaskSummary = z.infer<typeof taskSummary>;

/**
 * The present state of a task, in the queue and with its referral, which the referrer can read. A new field of the domain's task does not
 * compile until it has a schema here.
 */
export const taskFacts = z.object({
  taskId: z.string(),
  task: taskName,
  department: z.string(),
  openedAt: z.string(),
  /** The first instant at which it is overdue; null: no due day. */
  dueAt: z.string().nullable(),
  fellDue: z.boolean(),
  assignee: z.object({ userId: z.string(), name: z.string() }).nullable(),
  /** Absent if the task was never on hold. */
  onHold: hold.nullable().exactOptional(),
  completedAt: z.string().nullable(),
} satisfies Record<keyof TaskFacts | 'department', z.ZodType>);

export const taskQueueRow = taskFacts.extend({
  referralId: z.string(),
  /** Item categories, the sub-departments of a referral's task. */
  categories: z.array(z.string()),
  memberLastName: z.string(),
  memberFirstName: z.string(),
  /** Delivery state, two letters. */
  memberState: z.string(),
  items: z.array(z.object({ id: z.number(), item: z.string(), qty: z.number() })),
  /** When the order was submitted: the age of the case. */
  caseOpenedAt: z.string(),
  /** When the first of the task's items reached this step. A note does not reset it. */
  stepSince: z.string(),
  /** The referral that a recertification renews, so that the search also finds the recertification by it. Absent for a referral. */
  renews: z.string().nullable().exactOptional(),
  /** The member's Medicaid ID, so that the search finds the task by it. Absent for a task that is older than this search. */
  medicaidId: z.string().nullable().exactOptional(),
  /** Who pays, in words: `Medicaid + Aetna`. Null if the order names nobody; absent for a recertification. */
  payor: z.string().nullable().exactOptional(),
  /** The outcome that completed the task. Absent if none did. */
  outcome: z.object({ outcomeId: z.string(), name: recordedName }).exactOptional(),
  /** The stop of the last items completed the task. Otherwise absent, and for a task that was stopped before this was recorded. */
  stopped: z.literal(true).exactOptional(),
  /**
   * When the outcome that completed this task was undone, or when the task was left because another outcome was undone. The task then does
   * not count as completed. Otherwise absent.
   */
  undoneAt: z.string().exactOptional(),
});
export type TaskQueueRow = z.infer<typeof taskQueueRow>;

/** GET /tasks/{taskId}: a task, open or completed, and the position of the feed at which it was read. */
export const taskDetail = taskQueueRow.extend({ feed: feedPosition });
export type TaskDetail = z.infer<typeof taskDetail>;

export const taskQueue = z.object({
  rows: z.array(taskQueueRow),
  rowCount: z.number(),
  tabCounts: z.record(z.enum(QUEUE_TABS), z.number()),
  /** By department: how many rows of the tab the queue would list if that department were the only filter value. */
  departmentCounts: z.record(z.string(), z.number()),
  /** By item category (the sub-department): how many rows of the tab the queue would list if that category were the only filter value. */
  categoryCounts: z.record(z.string(), z.number()),
  ...membersOfOneName,
  feed: feedPosition,
});
export type TaskQueue = z.infer<typeof taskQueue>;

/** GET /tasks/assignees: people that a task can be assigned to. */
export const assignee = z.object({ userId: z.string(), name: z.string(), email: z.string() });
export type AssigneeOption = z.infer<typeof assignee>;
