import { AGES, NOBODY, type QueueFilter, type TaskSummary } from '@throughline/contracts';
import { DEPARTMENTS, QUEUE_STEPS, queueStepOf, type TaskName } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';
import {
  AGE_INDEX,
  beginOf,
  dayOf,
  FIRST_COMPLETED_DAY,
  isNarrowed,
  type Narrowing,
  OPEN,
  OVERDUE,
  TODAY,
} from './task-filter.js';

type Db = Kysely<ReadModelSchema>;

/**
 * Counts for the dashboard, as of one moment. A filter does not narrow the counts of its own values, so that its other values can still be
 * chosen. Without a search only indexes are read, which have every counted column.
 */
export function summarizeTasks(db: Db, narrowing: Narrowing): Promise<TaskSummary> {
  const isChosen = (filter: QueueFilter, value: string): boolean => {
    const values = narrowing[filter] ?? [];
    return values.length === 0 || values.includes(value);
  };
  const isCounted = (group: OpenGroup, countedBy: CountedBy): boolean =>
    COUNTED_BY.every((filter) => filter === countedBy || isChosen(filter, group[filter]));
  return inSnapshot(db, async (snapshot) => {
    const open = await countOpen(snapshot, narrowing);
    const countsBy = (filter: CountedBy, groups: readonly OpenGroup[], names: readonly string[]) =>
      totalsBy(
        groups.filter((group) => isCounted(group, filter)),
        (group) => group[filter],
        names,
      );
    const overdue = open.filter((group) => group.overdue);
    const done = await countCompleted(snapshot, narrowing);
    const completed = done.flatMap(({ day, userId, name, count }) =>
      count === null ? [] : [{ day, person: userId === null ? null : { userId, name: name ?? userId }, count }],
    );
    return {
      steps: countsBy('step', open, QUEUE_STEPS).map(([step, count]) => ({ step, count })),
      ages: countsBy('age', open, AGE_NAMES).map(([age, count]) => ({ age, count })),
      overdue: countsBy('department', overdue, DEPARTMENTS).map(([department, count]) => ({ department, count })),
      days: [...new Set(done.map(({ day }) => day))],
      completed: completed.filter(({ person }) => isChosen('assignee', person?.userId ?? NOBODY)),
      people: totalsByPerson(completed.filter(({ day }) => isChosen('completed', day))),
    };
  });
}

/** The filters whose values are counted over open tasks. */
const COUNTED_BY = ['step', 'age', 'department'] as const satisfies QueueFilter[];
type CountedBy = (typeof COUNTED_BY)[number];

interface OpenGroup extends Record<CountedBy, string> {
  readonly overdue: boolean;
  readonly count: number;
}

const AGE_NAMES = AGES.map(({ age }) => age);

async function countOpen(db: Db, narrowing: Narrowing): Promise<readonly OpenGroup[]> {
  const { rows } = await sql<{ task: TaskName; department: string; age: number; overdue: boolean; count: number }>`
    select task, department, ${AGE_INDEX} as age, ${OVERDUE} as overdue, count(*)::int as count
      from task_queue where ${OPEN} and ${isNarrowed(narrowing, COUNTED_BY)} group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ task, age, ...group }) => ({ ...group, step: queueStepOf(task), age: AGE_NAMES[age] ?? '' }));
}

/** The counts of the named groups in their order, including those without a task; then of all others. */
function totalsBy<Group extends { readonly count: number }>(
  groups: readonly Group[],
  nameOf: (group: Group) => string,
  names: readonly string[],
): readonly (readonly [name: string, count: number])[] {
  const totals = new Map(names.map((name) => [name, 0]));
  for (const group of groups) totals.set(nameOf(group), (totals.get(nameOf(group)) ?? 0) + group.count);
  return [...totals];
}

type Completed = TaskSummary['completed'][number];

/** Sorted by the number of completed tasks, largest first. */
function totalsByPerson(completed: readonly Completed[]): TaskSummary['people'] {
  const people = new Map(completed.map(({ person }) => [person?.userId ?? NOBODY, person]));
  return totalsBy(completed, ({ person }) => person?.userId ?? NOBODY, [])
    .map(([userId, count]) => ({ person: people.get(userId) ?? null, count }))
    .sort((one, other) => other.count - one.count);
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

/** Completed tasks by day, oldest first, and by person, who has the name of one of their tasks of that day. */
async function countCompleted(db: Db, narrowing: Narrowing): Promise<readonly CompletedGroup[]> {
  const { rows } = await sql<CompletedGroup>`
    with done as (
      select ${dayOf(sql`completed_at`)} as day, assignee_id, count(*)::int as count, max(task_id) as task_id
        from task_queue
       where completed_at >= (select ${beginOf(FIRST_COMPLETED_DAY)}) and ${isNarrowed(narrowing, ['assignee', 'completed'])}
       group by 1, 2)
    select to_char(day, 'YYYY-MM-DD') as day, assignee_id as "userId", count,
           (select "row" -> 'assignee' ->> 'name' from task_queue where task_id = done.task_id) as name
      from generate_series(${FIRST_COMPLETED_DAY}, ${TODAY}, interval '1 day') as days (day) left join done using (day)
     order by 1, 3 desc, 2`.execute(db);
  return rows;
}
