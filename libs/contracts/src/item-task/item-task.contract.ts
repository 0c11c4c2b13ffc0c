import {
  CONTACT_METHODS,
  MOVED,
  OUTCOME_NAMES,
  type ReferralTaskName,
  TASK_CATALOGUE,
  TASK_NAMES,
  type TaskFacts,
  type TaskName,
} from '@throughline/domain';
import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { QUEUE_TABS } from '../search/list-address.js';
import { asSeen, optionalLines, optionalText, requiredDay, requiredLines, requireSeenOfEach } from '../order/fields.js';
import { MAX_NOTE_CHARACTERS, openRecertificationBody } from './recertification.contract.js';
import { referralId } from '../referral/referral.contract.js';

export const taskId = z.string().regex(/^R?\d+-\d+$/, 'This is not a task id.');
export const taskName = z.enum(TASK_NAMES as readonly [TaskName, ...TaskName[]]);
const referralTaskName = z.enum(TASK_CATALOGUE.map((row) => row.task) as [ReferralTaskName, ...ReferralTaskName[]]);

/** Numbers of items of one referral. */
export const itemIds = z.array(z.number().int().positive()).min(1, 'Choose at least one item.').max(200);

/** POST /tasks/ : opens a task for items of a referral, which leave their current task, or a task that belongs to no referral. */
export const openTaskBody = z.discriminatedUnion('task', [
  z.object({ task: referralTaskName, taskData: z.strictObject({ referralId, itemIds }) }),
  openRecertificationBody,
]);
export type OpenTaskBody = z.infer<typeof openTaskBody>;

const note = optionalLines('Note', MAX_NOTE_CHARACTERS);

/**
 * The hold of the task, as shown to the author; null: none. A hold by somebody else that the author did not see refuses the act; the
 * author's own hold does not. A program may leave it out.
 */
const holdSeen = z.object({ until: z.string(), reason: z.string().nullable() }).nullable().optional();
export const seesHold = asSeen({ hold: holdSeen }).optional();

/**
 * POST /tasks/{taskId}/outcome: the outcome of the task, for all of its items or for some. The outcome decides where the items go.
 * `seen.itemIds`: for an outcome of all items, those that were shown to the author. The outcome is refused if somebody else has moved items
 * into the task or out of it since.
 */
export const recordOutcomeBody = z.object({
  outcome: z.enum(OUTCOME_NAMES),
  itemIds: itemIds.optional(),
  seen: asSeen({ hold: holdSeen, itemIds: itemIds.optional() }).optional(),
  /** How the member or the physician was contacted; absent: by the usual method. */
  method: z.enum(CONTACT_METHODS).optional(),
  /** Only the staff read it. */
  note,
  orderId: optionalText('Order ID'),
  /** The ids of the ordered items in the provider's billing system. An item keeps its id until it is stopped. */
  externalItems: z
    .array(
      z.object({
        itemId: z.number().int().positive(),
        brightreeItemID: optionalText('Brightree item ID'),
        brightreeItemKey: optionalText('Brightree item key'),
      }),
    )
    .max(200)
    .optional(),
});
export type RecordOutcomeBody = z.infer<typeof recordOutcomeBody>;

/** POST /tasks/{taskId}/move: moves items to another task than an outcome gives. Only the staff read the reason. */
export const moveItemsBody = z.object({
  itemIds,
  task: taskName,
  reason: requiredLines('Reason', MAX_NOTE_CHARACTERS),
  seen: seesHold,
});
export type MoveItemsBody = z.infer<typeof moveItemsBody>;

export const outcomeId = z.string().regex(/^R?\d+-\d+$/, 'This is not an outcome id.');

const recordedName = z.enum([...OUTCOME_NAMES, MOVED]);

/** GET /referrals/referral/{id}/outcomes: the outcomes of the referral's tasks, for the staff. */
export const taskOutcome = z.object({
  outcomeId: z.string(),
  taskId: z.string(),
  task: taskName,
  outcome: recordedName,
  itemIds: z.array(z.number()).readonly(),
  note: z.string().nullable(),
  by: z.object({ userId: z.string(), name: z.string() }),
  recordedAt: z.string(),
  /** Null: the task is not a contact attempt. */
  contact: z
    .object({
      party: z.enum(['member', 'physician']),
      number: z.number(),
      method: z.enum(CONTACT_METHODS),
      nextDueAt: z.string().nullable(),
    })
    .nullable(),
  undoneAt: z.string().nullable(),
});
export type TaskOutcome = z.infer<typeof taskOutcome>;

const userId = z.string().min(1).max(100);
/** The user id of the holder of the task, as shown to the author; null: nobody held it. */
const seenHolder = asSeen({ assignee: userId.nullable(), hold: holdSeen });

/**
 * POST /tasks/{taskId}/assign, and /tasks/assign for several tasks, where `seen` is by task id. A task that somebody has claimed, assigned
 * or released since is not assigned. A program may leave out `seen` for all tasks: then each is taken from whoever holds it.
 */
export const assignTaskBody = z.object({ userId, seen: seenHolder.optional() });
export const assignTasksBody = z
  .object({
    userId,
    taskIds: z.array(taskId).min(1).max(100),
    seen: z.record(taskId, seenHolder).optional(),
  })
  .superRefine(({ taskIds, seen }, context) => requireSeenOfEach(taskIds, seen, context));
export type AssignTaskBody = z.infer<typeof assignTaskBody>;
export type AssignTasksBody = z.infer<typeof assignTasksBody>;
/** POST /tasks/assign answers for each task. If a task was not assigned, `code`, `message` and `errors` say why, like a refusal. */
export const assignTasksAnswer = z.object({
  results: z.array(
    z.object({
      taskId: z.string(),
      assigned: z.boolean(),
      code: z.string().optional(),
      message: z.string().optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
export type AssignTasksAnswer = z.infer<typeof assignTasksAnswer>;

/** The hold, as shown to the author; both null: the task was not on hold. */
const seenHold = asSeen({ until: z.string().nullable(), reason: z.string().nullable() });

/** POST /tasks/{taskId}/hold: `until` is the day in America/Chicago on which the task is to be worked again, at the earliest tomorrow. */
export const holdTaskBody = z.object({
  until: requiredDay('Day'),
  reason: optionalLines('Reason', 500),
  seen: seenHold,
});

/** POST /tasks/{taskId}/resume. A program may leave out `seen`, and the body: then any hold is ended. */
export const resumeTaskBody = z.object({ seen: seenHold.optional() }).default({});

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
  /** The outcome that completed the task. Absent if none did. */
  outcome: z.object({ outcomeId: z.string(), name: recordedName }).exactOptional(),
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
  feed: feedPosition,
});
export type TaskQueue = z.infer<typeof taskQueue>;

/** GET /tasks/assignees: people that a task can be assigned to. */
export const assignee = z.object({ userId: z.string(), name: z.string(), email: z.string() });
export type AssigneeOption = z.infer<typeof assignee>;
