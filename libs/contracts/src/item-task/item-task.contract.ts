import {
  CONTACT_METHODS,
  MOVED,
  OUTCOME_NAMES,
  type ReferralTaskName,
  TASK_CATALOGUE,
  TASK_NAMES,
  type TaskName,
} from '@throughline/domain';
import { z } from 'zod';
import {
  asSeen,
  optionalLines,
  optionalText,
  requiredDay,
  reason,
  requiredLines,
  requireSeenOfEach,
} from '../order/fields.js';
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
  /** Why the items are stopped, for an outcome that stops them; the referrer reads it. Absent: the reason of the outcome. */
  reason: reason.optional(),
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

/** POST /tasks/{taskId}/move: moves items to another task than an outcome gives. Only the staff read the reason. */
export const moveItemsBody = z.object({
  itemIds,
  task: taskName,
  reason: requiredLines('Reason', MAX_NOTE_CHARACTERS),
  seen: seesHold,
});

export const outcomeId = z.string().regex(/^R?\d+-\d+$/, 'This is not an outcome id.');

export const recordedName = z.enum([...OUTCOME_NAMES, MOVED]);

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
