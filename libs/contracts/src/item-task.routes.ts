import { z } from 'zod';
import {
  assignee,
  assignTaskBody,
  assignTasksAnswer,
  assignTasksBody,
  cancelItemsBody,
  completeTaskBody,
  holdTaskBody,
  listTasksQuery,
  moveItemsBody,
  openTaskBody,
  stopItemsBody,
  taskDetail,
  taskId,
  taskQueue,
} from './item-task.contract.js';
import { readQuery } from './referral.contract.js';
import { route } from './route/route.js';

const UNKNOWN_OR_DONE = ['item-task/unknown-task', 'item-task/already-completed'] as const;
const CLAIMED = 'item-task/claimed-by-another';

/** The queue, and the commands on tasks. */
export const taskRoutes = {
  list: route('GET /tasks', {
    summary: 'The queue of the staff.',
    who: 'seesQueue',
    query: listTasksQuery,
    answer: taskQueue,
  }),
  listAssignees: route('GET /tasks/assignees', {
    summary: 'People that a task can be assigned to, by name.',
    who: 'seesQueue',
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
  open: route('POST /tasks', {
    summary: 'Open a task for items, which leave their current task.',
    who: 'worksTasks',
    body: openTaskBody,
    answer: z.null(),
    status: 201,
    idempotent: true,
    refusals: { 409: ['item-task/unknown-item', 'item-task/not-at-work', CLAIMED] },
  }),
  assignSeveral: route('POST /tasks/assign', {
    summary:
      'Assign several tasks to one person. Each task is decided by itself: some may be assigned and others refused.',
    who: 'worksTasks',
    body: assignTasksBody,
    namesAnotherUser: true,
    answer: assignTasksAnswer,
    idempotent: true,
    refusals: { 409: ['item-task/not-an-assignee'] },
  }),
  cancelItems: route('POST /tasks/cancel-items', {
    summary: 'Close stopped items permanently.',
    who: 'worksTasks',
    body: cancelItemsBody,
    answer: z.null(),
    idempotent: true,
    refusals: { 409: ['item-task/unknown-item', 'item-task/not-stopped'] },
  }),
  claim: route('POST /tasks/{taskId}/claim', {
    summary: 'Claim a task.',
    who: 'worksTasks',
    params: { taskId },
    answer: z.null(),
    idempotent: true,
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  release: route('POST /tasks/{taskId}/release', {
    summary: 'Release a task to the queue.',
    who: 'worksTasks',
    params: { taskId },
    answer: z.null(),
    idempotent: true,
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
    refusals: { 409: [...UNKNOWN_OR_DONE, 'item-task/not-an-assignee'] },
  }),
  complete: route('POST /tasks/{taskId}/complete', {
    summary: 'Complete a task: every item moves to its next task.',
    who: 'worksTasks',
    params: { taskId },
    body: completeTaskBody,
    answer: z.null(),
    idempotent: true,
    refusals: {
      409: [
        ...UNKNOWN_OR_DONE,
        CLAIMED,
        'item-task/not-in-task',
        'item-task/item-sent-twice',
        'item-task/item-left-behind',
        'item-task/same-task',
      ],
    },
  }),
  move: route('POST /tasks/{taskId}/move', {
    summary: 'Move some items to another task; the rest stay.',
    who: 'worksTasks',
    params: { taskId },
    body: moveItemsBody,
    answer: z.null(),
    idempotent: true,
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, 'item-task/not-in-task'] },
  }),
  hold: route('POST /tasks/{taskId}/hold', {
    summary: 'Put a task on hold until the beginning of a day.',
    who: 'worksTasks',
    params: { taskId },
    body: holdTaskBody,
    answer: z.null(),
    idempotent: true,
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, 'item-task/hold-day-not-ahead', 'item-task/hold-too-long'] },
  }),
  resume: route('POST /tasks/{taskId}/resume', {
    summary: 'Take a task off hold.',
    who: 'worksTasks',
    params: { taskId },
    answer: z.null(),
    idempotent: true,
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  stop: route('POST /tasks/{taskId}/stop', {
    summary: 'Stop items, with a reason.',
    who: 'worksTasks',
    params: { taskId },
    body: stopItemsBody,
    answer: z.null(),
    idempotent: true,
    refusals: {
      409: [...UNKNOWN_OR_DONE, 'item-task/not-in-task', 'item-task/unknown-item', 'item-task/not-at-work'],
    },
  }),
} as const;
