import { AGES, type QueueFilters, SUMMARY_DAYS, type TaskSummary } from '@throughline/contracts';
import { DEPARTMENTS, QUEUE_STEPS, queueStepOf, type TaskName } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';
import { AGE_INDEX, beginOf, dayOf, isNarrowed, OPEN, OVERDUE, TODAY } from './task-filter.js';

type Db = Kysely<ReadModelSchema>;
type Filters = Partial<QueueFilters>;

/** Counts for the dashboard under some filters, as of one moment. They read the indexes of all that is counted by, and no row. */
export function summarizeTasks(db: Db, filters: Filters): Promise<TaskSummary> {
  return inSnapshot(db, async (snapshot) => {
    const open = await countOpen(snapshot, filters);
    const overdue = open.filter((group) => group.overdue);
    const completed = await countCompleted(snapshot, filters);
    return {
      steps: totalsBy(open, ({ task }) => queueStepOf(task), QUEUE_STEPS).map(([step, count]) => ({ step, count })),
      ages: AGES.map(({ age }, index) => ({ age, count: totalOf(open.filter((group) => group.age === index)) })),
      overdue: totalsBy(overdue, (group) => group.department, DEPARTMENTS).map(([department, count]) => ({
        department,
        count,
      })),
      days: [...new Set(completed.map(({ day }) => day))],
      completed: completed.flatMap(({ day, userId, name, count }) =>
        count === null ? [] : [{ day, person: userId === null ? null : { userId, name: name ?? userId }, count }],
      ),
    };
  });
}

interface OpenGroup {
  readonly task: TaskName;
  readonly department: string;
  /** Index into AGES. */
  readonly age: number;
  readonly overdue: boolean;
  readonly count: number;
}

async function countOpen(db: Db, filters: Filters): Promise<readonly OpenGroup[]> {
  const { rows } = await sql<OpenGroup>`
    select task, department, ${AGE_INDEX} as age, ${OVERDUE} as overdue, count(*)::int as count
      from task_queue where ${OPEN} and ${isNarrowed(filters)} group by 1, 2, 3, 4`.execute(db);
  return rows;
}

const totalOf = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((total, { count }) => total + count, 0);

/** The named ones in their order, also those without a task; then all others. */
function totalsBy(
  groups: readonly OpenGroup[],
  nameOf: (group: OpenGroup) => string,
  names: readonly string[],
): readonly (readonly [name: string, count: number])[] {
  const all = new Set([...names, ...groups.map(nameOf)]);
  return [...all].map((name) => [name, totalOf(groups.filter((group) => nameOf(group) === name))]);
}

interface CompletedGroup {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Null: nobody. */
  readonly userId: string | null;
  readonly name: string | null;
  /** Null for a day without a completed task. */
  readonly count: number | null;
}

/** By day, oldest first, and person, who is named as in one of their tasks of the day. */
async function countCompleted(db: Db, filters: Filters): Promise<readonly CompletedGroup[]> {
  const first = sql<Date>`${TODAY} - ${sql.lit(SUMMARY_DAYS - 1)}`;
  const { rows } = await sql<CompletedGroup>`
    with done as (
      select ${dayOf(sql`completed_at`)} as day, assignee_id, count(*)::int as count, max(task_id) as task_id
        from task_queue where completed_at >= (select ${beginOf(first)}) and ${isNarrowed(filters)} group by 1, 2)
    select to_char(day, 'YYYY-MM-DD') as day, assignee_id as "userId", count,
           (select "row" -> 'assignee' ->> 'name' from task_queue where task_id = done.task_id) as name
      from generate_series(${first}, ${TODAY}, interval '1 day') as days (day) left join done using (day)
     order by 1, 3 desc, 2`.execute(db);
  return rows;
}
