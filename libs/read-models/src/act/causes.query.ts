import type { LinkedAct } from '@throughline/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { ACT_COLUMNS, type ActColumns, actOf } from './act.query.js';

type Db = Kysely<ReadModelSchema>;

/*
 * An act is an event. What led to it is another event, or a command, whose first event stands for it: the others of the command follow from
 * that one. A benefit is decided in a stream that names no member and that the audit does not show: what followed from it there is said to
 * follow from the order of the same case.
 */

/** The first event of the command of an act. */
const isFirst = (act: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from act as earlier where earlier.command_id = ${act}.command_id and earlier.position < ${act}.position)`;

const ORDER = 'ReferralSubmitted';

/** Whether the cause of an act of a policy is one that the audit does not show. */
const hasHiddenCause = (
  act: RawBuilder<unknown>,
) => sql<boolean>`(${act}.causation_id is not null and ${act}.role = 'system'
  and not exists (select from act as cause where cause.event_id = ${act}.causation_id)
  and not exists (select from act as cause where cause.command_id = ${act}.causation_id))`;

/** The acts that follow directly from `cause`, as unions that are each read from an index. */
const following = (cause: RawBuilder<unknown>) => sql`
  select next.event_id, next.position from act as next
   where next.causation_id in (${cause}.event_id, case when ${isFirst(cause)} then ${cause}.command_id end) and ${isFirst(sql`next`)}
  union all
  select next.event_id, next.position from act as next
   where next.command_id = ${cause}.command_id and next.position > ${cause}.position and ${isFirst(cause)}
  union all
  select next.event_id, next.position from act as next
   where ${cause}.type = ${ORDER} and next.case_id = ${cause}.case_id and ${hasHiddenCause(sql`next`)} and ${isFirst(sql`next`)}`;

const countFollowing = (cause: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (${following(cause)}) as followed)`;

interface LinkedRow extends ActColumns {
  readonly followed: number;
}

const linked = ({ followed, ...row }: LinkedRow): LinkedAct => ({ ...actOf(row), followed });

/** More steps than a chain of causes has: each of them is a policy or a job. */
const MOST_STEPS = 50;

/** What led to an act, from the act that began it to the act itself. Empty: the audit shows no such act. The caller must check the permission. */
export async function listCauses(db: Db, eventId: string): Promise<readonly LinkedAct[]> {
  const { rows } = await sql<LinkedRow>`
    with recursive step (event_id, depth) as (
      select act.event_id, 0 from act where act.event_id = ${eventId}
      union all
      select found.event_id, step.depth + 1
        from step
        join act on act.event_id = step.event_id
        cross join lateral (
          (select cause.event_id from act as cause
            where cause.command_id = act.command_id and cause.position < act.position order by cause.position limit 1)
          union all
          (select cause.event_id from act as cause where ${isFirst(sql`act`)} and cause.event_id = act.causation_id)
          union all
          (select cause.event_id from act as cause
            where ${isFirst(sql`act`)} and cause.command_id = act.causation_id order by cause.position limit 1)
          union all
          (select cause.event_id from act as cause
            where ${isFirst(sql`act`)} and ${hasHiddenCause(sql`act`)} and cause.case_id = act.case_id and cause.type = ${ORDER})
        ) as found
       where step.depth < ${MOST_STEPS})
    select ${ACT_COLUMNS}, ${countFollowing(sql`act`)} as followed
      from step
      join act on act.event_id = step.event_id
      left join account on account.user_id = act.person
     order by step.depth desc`.execute(db);
  return rows.map(linked);
}

export interface FollowingPage {
  /** The referral or the recertification that the act itself was on; null: none. */
  readonly caseId: string | null;
  readonly rows: readonly LinkedAct[];
  /** The number of acts on all pages. */
  readonly found: number;
}

/**
 * What followed directly from an act, oldest first, after a position. Undefined: the audit shows no such act. The caller must check the
 * permission.
 */
export async function listFollowing(
  db: Db,
  { eventId, after, limit }: { readonly eventId: string; readonly after: number; readonly limit: number },
): Promise<FollowingPage | undefined> {
  const { rows } = await sql<LinkedRow & { readonly found: number; readonly ofCase: string | null }>`
    with cause as materialized (select * from act where event_id = ${eventId}),
    following as materialized (select one.* from cause cross join lateral (${following(sql`cause`)}) as one),
    page as (select * from following where position > ${after} order by position limit ${limit})
    select cause.case_id as "ofCase", (select count(*)::int from following) as found, ${ACT_COLUMNS},
           ${countFollowing(sql`act`)} as followed
      from cause
      left join page on true
      left join act on act.event_id = page.event_id
      left join account on account.user_id = act.person
     order by act.position`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const shown = rows.filter((row) => row.eventId !== null);
  return {
    caseId: first.ofCase,
    found: first.found,
    rows: shown.map(({ found: _, ofCase: __, ...row }) => linked(row)),
  };
}
