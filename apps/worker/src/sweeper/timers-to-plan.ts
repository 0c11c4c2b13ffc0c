import { fireDueDay } from '@throughline/contracts';
import type { ReadModelSchema } from '@throughline/read-models';
import { type Kysely, sql } from 'kysely';
import { plannedUntil } from '../planner/planned-ahead.js';
import type { PlannedJob } from '../queue/job-definition.js';

/** Timers planned a sweep at most: the next one goes on after them. */
const AT_A_TIME = 5_000;

/** Where a look through the timers has come to. */
export interface TimerPlace {
  readonly dueAt: Date;
  readonly taskId: string;
}

/**
 * Open tasks that are due, or soon, and whose due day has not been told: by their due instant, so many after `after` (null: from the first).
 * `next` is where to go on; null where that were all.
 */
export async function timersToPlan(
  db: Kysely<ReadModelSchema>,
  {
    now,
    after,
    atATime = AT_A_TIME,
  }: { readonly now: Date; readonly after: TimerPlace | null; readonly atATime?: number },
): Promise<{ readonly jobs: readonly PlannedJob[]; readonly next: TimerPlace | null }> {
  const { rows } = await sql<{ referral_id: string; task_id: string; due_at: Date }>`
    select referral_id, task_id, due_at from task_queue
     where completed_at is null and not fell_due and due_at <= ${plannedUntil(now)}
       ${after === null ? sql`` : sql`and (due_at, task_id) > (${after.dueAt}, ${after.taskId})`}
     order by due_at, task_id limit ${atATime}`.execute(db);
  const last = rows.at(-1);
  return {
    jobs: rows.map((row) => ({
      job: fireDueDay,
      data: { referralId: row.referral_id, taskId: row.task_id },
      at: row.due_at.getTime(),
    })),
    next: last && rows.length === atATime ? { dueAt: last.due_at, taskId: last.task_id } : null,
  };
}
