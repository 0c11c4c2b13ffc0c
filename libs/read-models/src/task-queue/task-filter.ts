import {
  AGES,
  COMPLETED_DAYS,
  isWhole,
  isYou,
  NOBODY,
  QUEUE_FILTERS,
  type QueueFilter,
  type QueueFilters,
  type QueueTab,
  type Span,
  type TypedTime,
} from '@throughline/contracts';
import {
  CENTRAL_TIME,
  MOVED,
  OUTCOME_NAMES,
  outcomeLabel,
  queueStepOf,
  startOfDay,
  TASK_NAMES,
  type TaskName,
  taskRow,
} from '@throughline/domain';
import { type RawBuilder, sql } from 'kysely';
import { isIn, matchesOr, timeOf, type TypedSearch } from '../search-text.js';

export type Condition = RawBuilder<boolean>;

/** Each list narrows the queue to tasks with one of its values; empty: no narrowing. */
export interface TaskFilter extends QueueFilters {
  /** The person whose tasks the tab `mine` lists. */
  readonly viewerUserId: string;
  readonly tab: QueueTab;
  readonly search: string;
}

export const OPEN: Condition = sql`completed_at is null`;
export const OVERDUE: Condition = sql`(fell_due or coalesce(due_at <= now(), false))`;
/** A task Backordered waits for stock, any other one until a day. An overdue Backordered task is listed as open work. */
const ON_HOLD: Condition = sql`(on_hold_until is not null or task = 'Backordered' and not ${OVERDUE})`;

/** Tasks that the tab `completed` lists: those of the chosen days, or of all days that the dashboard counts. */
export const isListedAsCompleted = ({ completed }: Pick<QueueFilters, 'completed'>): Condition =>
  completed.length === 0 ? sql`completed_at >= (select ${beginOf(FIRST_COMPLETED_DAY)})` : completedOn(completed);

export function inTab(tab: QueueTab, { viewerUserId, completed }: TaskFilter): Condition {
  switch (tab) {
    case 'unassigned':
      return sql`${OPEN} and assignee_id is null and not ${ON_HOLD}`;
    case 'mine':
      return sql`${OPEN} and assignee_id = ${viewerUserId} and not ${ON_HOLD}`;
    case 'on-hold':
      return sql`${OPEN} and ${ON_HOLD}`;
    case 'overdue':
      return sql`${OPEN} and ${OVERDUE}`;
    case 'open':
      return OPEN;
    case 'completed':
      return isListedAsCompleted({ completed });
  }
}

const isAnyOf = (column: string, values: readonly string[]): Condition => sql`${sql.ref(column)} = any(${values})`;

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

const ofTasks = (isWanted: (task: TaskName) => boolean): Condition => isAnyOf('task', TASK_NAMES.filter(isWanted));

/**
 * The condition of each filter. `completed` applies only to completed tasks: the other tabs list the same tasks whatever days are chosen.
 */
const CONDITIONS: Record<QueueFilter, (values: readonly string[]) => Condition> = {
  department: (values) => isAnyOf('department', values),
  category: (values) => sql`categories && ${values}::text[]`,
  task: (values) => isAnyOf('task', values),
  status: (values) => ofTasks((task) => values.includes(taskRow(task).status)),
  step: (values) => ofTasks((task) => values.includes(queueStepOf(task))),
  state: (values) => isAnyOf('member_state', values),
  age: (values) => sql`${AGE_INDEX} = any(${values.map((value) => AGES.findIndex(({ age }) => age === value))}::int[])`,
  assignee: (values) =>
    values.includes(NOBODY)
      ? sql`(assignee_id is null or ${isAnyOf('assignee_id', values)})`
      : isAnyOf('assignee_id', values),
  completed: (days) => sql`(${OPEN} or ${completedOn(days)})`,
};

/** Search and filters of the queue, the person if it is limited to one person's tasks, and the zone in which they see times. */
export type Narrowing = Partial<QueueFilters> &
  Partial<TypedSearch> & {
    readonly viewerUserId?: string;
  };

/** The condition of the search and the filters, `without` some of them. */
export function isNarrowed(query: Narrowing, without: readonly QueueFilter[] = []) {
  const conditions = QUEUE_FILTERS.flatMap((filter) => {
    const values = query[filter] ?? [];
    return values.length === 0 || without.includes(filter) ? [] : [CONDITIONS[filter](values)];
  });
  return sql<boolean>`${sql.join([isFound(query), ...conditions], sql` and `)}`;
}

/**
 * What the queue shows in other words than `search` has: an outcome by its label, which differs from its name; the tasks of the reader as
 * those of "you"; and times in words that change their meaning. `tab-membership.ts` of the console has the same rules for one row.
 */
function isFound({ search = '', timeZone, viewerUserId }: Narrowing): Condition {
  const names = ([...OUTCOME_NAMES, MOVED] as const).flatMap((name) => {
    const tasks = TASK_NAMES.filter((task) => isWhole(outcomeLabel(task, name), search));
    return tasks.length === 0
      ? []
      : [sql<boolean>`(row -> 'outcome' ->> 'name' = ${name} and ${isAnyOf('task', tasks)})`];
  });
  const time = timeOf({ search, timeZone });
  const isOwn = viewerUserId !== undefined && isYou(search);
  return matchesOr(search, [
    ...names,
    ...(time === null ? [] : [isShownAs(time)]),
    ...(isOwn ? [sql`assignee_id = ${viewerUserId}`] : []),
  ]);
}

function isShownAs(time: TypedTime): Condition {
  const { kind, spans } = time;
  switch (kind) {
    case 'at':
      return isIn('completed_at', spans);
    case 'held':
      return sql`(${OPEN} and ${isIn('on_hold_until', spans)})`;
    case 'due':
      return sql`(${OPEN} and on_hold_until is null and ${spans === null ? sql`due_at is null` : isIn('due_at', spans)})`;
    case 'age':
      // A completed task no longer has a time in the step.
      return sql`(${isIn('case_opened_at', spans)} or ${OPEN} and ${isIn('step_since', spans)} or ${lasted(time.lasted)})`;
  }
}

const lasted = ([least, below]: Span) => sql`(completed_at > step_since
  and completed_at - step_since >= ${least} * interval '1 ms' and completed_at - step_since < ${below} * interval '1 ms')`;

const ZONE = sql.lit(CENTRAL_TIME);

/** The calendar day of an instant in America/Chicago. */
export const dayOf = (instant: RawBuilder<Date>): RawBuilder<Date> => sql`(${instant} at time zone ${ZONE})::date`;

export const TODAY = dayOf(sql`now()`);

/** The first day for which completed tasks are listed. */
export const FIRST_COMPLETED_DAY = sql<Date>`${TODAY} - ${sql.lit(COMPLETED_DAYS - 1)}`;

/** The instant at which a day begins in America/Chicago. */
export const beginOf = (day: RawBuilder<Date>): RawBuilder<Date> => sql`(${day})::timestamp at time zone ${ZONE}`;

/** The limits between ages: an order that was opened before the first of these instants is older than the first age, and so on. */
const AGE_LIMITS = AGES.slice(1).map(({ fromDays }) => beginOf(sql`${TODAY} - ${sql.lit(fromDays - 1)}`));

/** Index into AGES. The instants are computed once per statement. */
export const AGE_INDEX = sql<number>`
  (${sql.lit(AGE_LIMITS.length)} - width_bucket(case_opened_at, (select array[${sql.join(AGE_LIMITS.toReversed())}])))`;

/** Only years that PostgreSQL can represent, with the day after. */
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

const completedOn = (days: readonly string[]): Condition =>
  anyOf(
    days
      .filter((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)))
      .map((day) => sql`(completed_at >= ${startOfDay(day)} and completed_at < ${startOfDay(day, 1)})`),
  );
