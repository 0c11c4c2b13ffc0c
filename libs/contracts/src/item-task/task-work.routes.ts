import { z } from 'zod';
import { route } from '../route/route.js';
import {
  assignTaskBody,
  assignTasksAnswer,
  assignTasksBody,
  holdTaskBody,
  openTaskBody,
  resumeTaskBody,
  taskId,
} from './item-task.contract.js';
import { cancelItemsBody, stopItemsBody, unstopItemsBody } from './stopped-items.contract.js';

/** The part that most routes have in common by which the staff work on tasks. */
export const WORK = { who: 'worksTasks', answer: z.null(), idempotent: true } as const;

export const UNKNOWN_OR_DONE = ['item-task/unknown-task', 'item-task/already-completed'] as const;
export const HELD_OR_LEFT = ['item-task/put-on-hold', 'item-task/not-in-task'] as const;
export const CLAIMED = 'item-task/claimed-by-another';
const CHANGED = 'item-task/changed-meanwhile';
const NO_HOLD = ['item-task/hold-day-not-ahead', 'item-task/hold-too-long'] as const;

/** Opening, assigning, holding and stopping: commands on tasks other than their outcomes. */
export const taskWorkRoutes = {
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
  assign: route('POST /tasks/{taskId}/assign', {
    summary: 'Assign a task to a person, even if another person has claimed it.',
    ...WORK,
    params: { taskId },
    body: assignTaskBody,
    namesAnotherUser: true,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, 'item-task/not-an-assignee', CHANGED, 'item-task/put-on-hold'] },
  }),
  claim: route('POST /tasks/{taskId}/claim', {
    summary: 'Claim a task.',
    ...WORK,
    params: { taskId },
    meanwhile: 'step',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  release: route('POST /tasks/{taskId}/release', {
    summary: 'Release a task to the queue.',
    ...WORK,
    params: { taskId },
    meanwhile: 'step',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED] },
  }),
  hold: route('POST /tasks/{taskId}/hold', {
    summary: 'Put a task on hold until the beginning of a day.',
    ...WORK,
    params: { taskId },
    body: holdTaskBody,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, ...NO_HOLD, CHANGED] },
  }),
  resume: route('POST /tasks/{taskId}/resume', {
    summary: 'Take a task off hold.',
    ...WORK,
    params: { taskId },
    body: resumeTaskBody,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, CHANGED] },
  }),
  stop: route('POST /tasks/{taskId}/stop', {
    summary: 'Stop items, with a reason.',
    ...WORK,
    params: { taskId },
    body: stopItemsBody,
    meanwhile: 'seen',
    refusals: {
      409: [...UNKNOWN_OR_DONE, ...HELD_OR_LEFT, 'item-task/unknown-item', 'item-task/not-at-work'],
    },
  }),
  unstopItems: route('POST /tasks/unstop-items', {
    summary: 'Work on stopped items again: they go back to the tasks in which they were stopped.',
    ...WORK,
    body: unstopItemsBody,
    meanwhile: 'seen',
    refusals: { 409: ['item-task/unknown-item', 'item-task/closed', CHANGED, 'recertification/already-open'] },
  }),
  cancelItems: route('POST /tasks/cancel-items', {
    summary: 'Close stopped items permanently.',
    ...WORK,
    body: cancelItemsBody,
    meanwhile: 'seen',
    refusals: { 409: ['item-task/unknown-item', 'item-task/not-stopped', CHANGED] },
  }),
} as const;
