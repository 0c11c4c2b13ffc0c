import { z } from 'zod';
import { referralId } from '../referral/referral.contract.js';
import { readAsOfQuery } from '../history/as-of.contract.js';
import { route } from '../route/route.js';
import { moveItemsBody, outcomeId, recordOutcomeBody, taskId, taskOutcome } from './item-task.contract.js';
import { CLAIMED, HELD_OR_LEFT, UNKNOWN_OR_DONE, WORK } from './task-work.routes.js';

const ORDER = [
  'item-task/order-id-required',
  'item-task/no-order-id',
  'item-task/not-an-order',
  'item-task/not-ordered',
] as const;
const OUTCOME = [
  'item-task/joined-meanwhile',
  'item-task/not-an-outcome',
  'item-task/not-a-stop',
  'item-task/closed-together',
] as const;

/** What came of tasks. */
export const taskOutcomeRoutes = {
  listOutcomes: route('GET /referrals/referral/{id}/outcomes', {
    summary: "What was recorded of the referral's tasks, oldest first, with the notes of the staff.",
    who: 'seesQueue',
    params: { id: referralId },
    query: readAsOfQuery,
    answer: z.array(taskOutcome),
    refusals: { 404: ['referral/not-found'] },
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
    ...WORK,
    params: { taskId },
    body: moveItemsBody,
    meanwhile: 'seen',
    refusals: { 409: [...UNKNOWN_OR_DONE, CLAIMED, ...HELD_OR_LEFT, 'item-task/other-work'] },
  }),
  undoOutcome: route('POST /tasks/outcomes/{outcomeId}/undo', {
    summary: 'Take back an outcome within ten minutes: its items return.',
    ...WORK,
    params: { outcomeId },
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
} as const;
