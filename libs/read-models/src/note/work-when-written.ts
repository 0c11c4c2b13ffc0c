import { sql } from 'kysely';

export interface WorkWhenWritten {
  readonly departments: string[];
  readonly sub_departments: string[];
}

/**
 * As columns of `note`, a table with the columns `referral_id` and `written_at`: where the work on the referral was when the note was
 * written. A task had items from `step_since` until `completed_at`; a task whose outcome was undone (`-infinity`) never had the work.
 */
export function workWhenWritten(note: 'note' | 'internal_note') {
  const at = sql`from task_queue task where task.referral_id = ${sql.ref(`${note}.referral_id`)}
    and task.step_since <= ${sql.ref(`${note}.written_at`)} and coalesce(task.completed_at, 'infinity') > ${sql.ref(`${note}.written_at`)}`;
  return {
    departments: sql<string[]>`array(select distinct task.department ${at} order by 1)`,
    subDepartments: sql<string[]>`array(select distinct unnest(task.categories) ${at} order by 1)`,
  };
}
