import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { actor } from './history.contract.js';
import { caseId } from '../referral/referral.contract.js';
import { route } from '../route/route.js';

/** What an act made of a task. */
const taskAfter = z.object({
  /** By name; null: nobody. */
  holder: z.string().nullable(),
  /** The day until which it is on hold, and why; null for both: it is not. */
  until: z.string().nullable(),
  reason: z.string().nullable(),
  completed: z.boolean(),
  /** Those that are in it. */
  itemIds: z.array(z.number()).readonly(),
});

const itemAfter = z.object({
  status: z.enum(['in-task', 'stopped', 'canceled', 'delivered', 'removed']),
  /** Why and when it was stopped; null for both: it is not stopped. */
  reason: z.string().nullable(),
  stoppedAt: z.string().nullable(),
});

const taskAct = z.object({
  position: z.number(),
  at: z.string(),
  actor,
  /** Null: not known. */
  actorName: z.string().nullable(),
  /** Why stopped items were taken up again; null for every other act. */
  reason: z.string().nullable(),
  /** What it changed: tasks by their ids and items by theirs, as they were after the act. */
  tasks: z.record(z.string(), taskAfter),
  items: z.record(z.string(), itemAfter),
  /** The tracking number that it gave, with the items that had it after the act. */
  numbers: z.record(z.string(), z.array(z.number()).readonly()),
});
export type TaskAct = z.infer<typeof taskAct>;

export const taskActRoutes = {
  list: route('GET /referrals/referral/{id}/task-acts', {
    summary:
      'The last 50 acts on the tasks and parcels of a referral or a recertification, newest first: by whom, and what became of tasks and items.',
    who: 'seesQueue',
    params: { id: caseId },
    query: readQuery,
    answer: z.array(taskAct),
    refusals: { 404: ['referral/not-found', 'recertification/not-found'] },
  }),
} as const;
