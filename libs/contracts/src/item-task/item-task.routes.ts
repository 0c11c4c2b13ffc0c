import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import {
  assignTaskBody,
  assignTasksAnswer,
  assignTasksBody,
  holdTaskBody,
  moveItemsBody,
  openTaskBody,
  outcomeId,
  recordOutcomeBody,
  resumeTaskBody,
  taskId,
  taskOutcome,
} from './item-task.contract.js';
import { assignee, taskDetail, taskQueue, taskSummary } from './task-queue.contract.js';
import {
  exportTasksQuery,
  listTasksQuery,
  suggestTaskSearchesQuery,
  summarizeTasksQuery,
} from './queue-query.contract.js';
import { recertificationRoutes } from './recertification.routes.js';
import { referralId, suggestedSearches } from '../referral/referral.contract.js';
import { route } from '../route/route.js';
import { cancelItemsBody, stopItemsBody, unstopItemsBody } from './stopped-items.contract.js';

const UNKNOWN_OR_DONE = ['item-task/unknown-task', 'item-task/already-completed'] as const;
const NO_HOLD = ['item-task/hold-day-not-ahead', 'item-task/hold-too-long'] as const;
const ORDER = ['item-task/order-id-required', 'item-task/not-an-order', 'item-task/not-ordered'] as const;
const OUTCOME = [
  ...['item-task/joined-meanwhile', 'item-task/not-an-outcome', 'item-task/not-a-stop'],
  'item-task/closed-together',
] as const;
const [CLAIMED, CHANGED] = ['item-task/claimed-by-another', 'item-task/changed-meanwhile'] as const;
const HELD_OR_LEFT = ['item-task/put-on-hold', 'item-task/not-in-task'] as const;

/** The queue, and the commands on tasks. */
export const taskRoutes = {
  list: route('GET /tasks', {
    summary: 'The queue of the staff.',
    who: 'seesQueue',
    query: listTasksQuery,
    answer: taskQueue,
  }),
  export: route('GET /tasks/export', {
    summary: 'All tasks of a tab of the queue, under its search and filters, as a CSV file.',
    who: 'seesQueue',
    query: exportTasksQuery,
    answer: 'csv',
  }),
  summarize: route('GET /tasks/summary', {
    summary: 'Counts of open, overdue and completed tasks, for the dashboard above the queue.',
    who: 'seesQueue',
    query: summarizeTasksQuery,
    answer: taskSummary,
  }),
  suggestSearches: route('GET /tasks/suggestions', {
    summary:
      'Searches that are near to one that finds nothing, and find tasks in some tab of the queue under its filters.',
    who: 'seesQueue',
    query: suggestTaskSearchesQuery,
    answer: suggestedSearches,
  }),
  listAssignees: route('GET /tasks/assignees', {
    summary: 'People that a task can be assigned to, by name.',
    who: 'seesQueue',
    query: readQuery,
    answer: z.array(assignee),
  }),
  read: route('GET /tasks/{taskId}', {
    summary: 'One task, open or completed, as the queue shows it.',
    who: 'seesQueue',
    params: { taskId },
    query: readQuery,
    answer: taskDetail,
    refusals: { 404: ['task/not-found'] },
  }),
  listOutcomes: route('GET /referrals/referral/{id}/outcomes', {
    summary: "What was recorded of the referral's tasks, oldest first, with the notes of the staff.",
    who: 'seesQueue',
    params: { id: referralId },
    query: readQuery,
    answer: z.array(taskOutcome),
    refusals: { 404: ['referral/not-found'] },
  }),
  readStoppedTask: route('GET /referrals/referral/{id}/stopped-task', {
    summary: "The id under which the referral's stopped items stand as their current task.",
    who: 'seesQueue',
    params: { id: referralId },
    answer: z.string(),
    refusals: { 404: ['referral/not-found'] },
  }),
  open: route('POST /tasks', {
    summary:
      'Open a task for items of a referral, which leave their current task; or a task that belongs to no referral, whose id is returned.',
    who: 'worksTasks',
    body: openTaskBody,
    answer: z.object({ taskId: z.string() }).nullable(),
    status: 201,
    idempotent: true,
    meanwhile: 'step',
    refusals: {
      409: [
        'item-task/unknown-item',
        'item-task/not-at-work',
        CLAIMED,
        'recertification/unknown-referral',
        'recertification/already-open',
        ...NO_HOLD,
      ],
    },
  }),
  assignSeveral: route('POST /tasks/assign', {
    summary:
      'Assign several tasks to one person. Each task is decided by itself: some may be assigned and others refused, all that are left once the caller has lost the right to.',
    who: 'worksTasks',
    body: assignTasksBody,
    namesAnotherUser: true,
    answer: assignTasksAnswer,
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['item-task/not-an-assignee'] },
  }),
  unstopItems: route('POST /tasks/unstop-items', {
    summary: 'Work on stopped items again: they go back to the tasks in which they were stopped.',
    who: 'worksTasks',
    body: unstopItemsBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['item-task/unknown-item', 'item-task/closed', CHANGED, 'recertification/already-open'] },
  }),
  cancelItems: route('POST /tasks/cancel-items', {
    summary: 'Close stopped items permanently.',
    who: 'worksTasks',
    body: cancelItemsBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['item-task/unknown-item', 'item-task/not-stopped', CHANGED] },
  }),
  claim: route('POST /tasks/{taskId}/claim', {
    summary: 'Claim a task.',
    who: 'worksTasks',
    params: { taskId },
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  release: route('POST /tasks/{taskId}/release', {
    summary: 'Release a task to the queue.',
    who: 'worksTasks',
    params: { taskId },
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  assign: route('POST /tasks/{taskId}/assign', {
    summary: 'Assign a task to a person, even if another person has claimed it.',
    who: 'worksTasks',
    params: { taskId },
    body: assignTaskBody,
    namesAnotherUser: true,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, 'item-task/not-an-assignee', CHANGED, 'item-task/put-on-hold'] },
  }),
  recordOutcome: route('POST /tasks/{taskId}/outcome', {
    summary: 'Record what came of a task. Its items go where the outcome leads.',
    who: 'worksTasks',
    params: { taskId },
    body: recordOutcomeBody,
    answer: z.object({ outcomeId: z.string() }),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, ...HELD_OR_LEFT, ...ORDER, ...OUTCOME] },
  }),
  move: route('POST /tasks/{taskId}/move', {
    summary: 'Move items to another task than an outcome gives; the rest stay.',
    who: 'worksTasks',
    params: { taskId },
    body: moveItemsBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, ...HELD_OR_LEFT, 'item-task/other-work'] },
  }),
  undoOutcome: route('POST /tasks/outcomes/{outcomeId}/undo', {
    summary: 'Take back an outcome within ten minutes: its items return.',
    who: 'worksTasks',
    params: { outcomeId },
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: {
      409: [
        'item-task/unknown-outcome',
        'item-task/not-your-outcome',
        'item-task/undo-window-closed',
        'item-task/moved-on',
        'recertification/already-open',
        CLAIMED,
      ],
    },
  }),
  hold: route('POST /tasks/{taskId}/hold', {
    summary: 'Put a task on hold until the beginning of a day.',
    who: 'worksTasks',
    params: { taskId },
    body: holdTaskBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, ...NO_HOLD, CHANGED] },
  }),
  resume: route('POST /tasks/{taskId}/resume', {
    summary: 'Take a task off hold.',
    who: 'worksTasks',
    params: { taskId },
    body: resumeTaskBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, CHANGED] },
  }),
  stop: route('POST /tasks/{taskId}/stop', {
    summary: 'Stop items, with a reason.',
    who: 'worksTasks',
    params: { taskId },
    body: stopItemsBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: {
      409: [...UNKNOWN_OR_DONE, ...HELD_OR_LEFT, 'item-task/unknown-item', 'item-task/not-at-work'],
    },
  }),
  ...recertificationRoutes,
} as const;
