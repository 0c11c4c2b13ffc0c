import type { Actor, AdminEvent } from '@throughline/domain';
import { z } from 'zod';
import { listQuery } from './envelope.contract.js';
import { route } from './route/route.js';

const text = z.string().nullable();
const actor = z.object({
  userId: text,
  email: text,
  role: z.enum(['anonymous', 'referrer', 'staff', 'ops', 'admin', 'system']),
  companyId: z.number().nullable(),
}) satisfies z.ZodType<Actor>;
const event = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }) as z.ZodType as z.ZodType<
  AdminEvent,
  AdminEvent
>;

export const listAdminActsQuery = listQuery.extend({ person: z.string().max(100).optional() });
const adminAct = z.object({
  /** The person whose account it is, and their name then; null for an act on something else, whose `name` is the area. */
  userId: text,
  name: z.string(),
  position: z.number(),
  at: z.string(),
  actor,
  event,
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
