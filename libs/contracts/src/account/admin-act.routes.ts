import type { AdminEvent } from '@throughline/domain';
import { z } from 'zod';
import { listQuery, readersZone } from '../envelope.contract.js';
import { actor, eventOf } from '../history/history.contract.js';
import { route } from '../route/route.js';

export const listAdminActsQuery = listQuery.extend({ ...readersZone, person: z.string().max(100).optional() });
const adminAct = z.object({
  /** The person whose account it is, and their name then; null for an act on something else, whose `name` is the area. */
  userId: z.string().nullable(),
  name: z.string(),
  position: z.number(),
  at: z.string(),
  actor,
  /** Null: the name is not known. */
  actorName: z.string().nullable(),
  event: eventOf<AdminEvent>(),
});
export type AdminAct = z.infer<typeof adminAct>;
export const adminActs = z.object({ rows: z.array(adminAct).readonly(), rowCount: z.number() });
export type AdminActs = z.infer<typeof adminActs>;

export const adminActRoutes = {
  list: route('GET /acts', {
    summary: 'Ops: what administrators did, newest first: by whom, and why. `person`: to the account of one person.',
    who: 'audits',
    query: listAdminActsQuery,
    answer: adminActs,
  }),
} as const;
