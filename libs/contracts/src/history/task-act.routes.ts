import { z } from 'zod';
import { actor } from './history.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { readAsOfQuery } from './as-of.contract.js';
import { route } from '../route/route.js';

/** The state of a task after an act. */
const taskAfter = z.object({
  /** The name of the holder; null: nobody holds it. */
  holder: z.string().nullable(),
  /** The day until which the task is on hold, and why; both null: it is not on hold. */
  until: z.string().nullable(),
  reason: z.string().nullable(),
  completed: z.boolean(),
  /** The items that are in the task. */
  itemIds: z.array(z.number()).readonly(),
});

const itemAfter = z.object({
  status: z.enum(['in-task', 'stopped', 'canceled', 'delivered', 'removed']),
  /** Why and when the item was stopped; both null: it is not stopped. */
  reason: z.string().nullable(),
  stoppedAt: z.string().nullable(),
});

const taskAct = z.object({
  position: z.number(),
  at: z.string(),
  actor,
  /** Null: the name is not known. */
  actorName: z.string().nullable(),
  /** Why stopped items were taken up again; null for all other acts. */
  reason: z.string().nullable(),
  /** The tasks and items that the act changed, by their ids, in their state after the act. */
  tasks: z.record(z.string(), taskAfter),
  items: z.record(z.string(), itemAfter),
  /** The tracking number that the act assigned, with the items that had it afterwards. */
  numbers: z.record(z.string(), z.array(z.number()).readonly()),
});
export type TaskAct = z.infer<typeof taskAct>;

export const taskActRoutes = {
  list: route('GET /referrals/referral/{id}/task-acts', {
    summary:
      'The last 50 acts on the tasks and parcels of a referral or a recertification, newest first: by whom, and what became of tasks and items.',
    who: 'seesQueue',
    params: { id: caseId },
    query: readAsOfQuery,
    answer: z.array(taskAct),
    refusals: { 404: ['referral/not-found', 'recertification/not-found'] },
  }),
} as const;
