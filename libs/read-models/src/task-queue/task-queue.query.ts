import {
  QUEUE_TABS,
  type QueueTab,
  type TaskDetail,
  type TaskQueue,
  type TaskQueueRow,
  type TaskSortField,
} from '@throughline/contracts';
import { DEPARTMENTS, SUB_DEPARTMENTS } from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';

type Db = Kysely<ReadModelSchema>;
type Condition = RawBuilder<boolean>;

export interface ListTasks extends TaskFilter {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** A tab of the queue, narrowed and in an order. */
export interface TaskFilter {
  /** Whose tab `mine` is. */
  readonly viewerUserId: string;
  readonly tab: QueueTab;
  readonly search: string;
  /** Left out: in the tab's own order. */
  readonly sort?: { readonly field: TaskSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Each list narrows the queue to any of its values; empty: no narrowing. */
  readonly department: readonly string[];
  readonly task: readonly string[];
  readonly category: readonly string[];
  readonly state: readonly string[];
}

const SORT_COLUMNS: Record<TaskSortField, string> = {
  dueAt: 'due_at',
  task: 'task',
  memberLastName: 'member_name',
  caseOpenedAt: 'case_opened_at',
  stepSince: 'step_since',
  assigneeName: 'assignee_name',
};

/** The default order: what is due first, or what was completed last. */
const OWN_ORDER = {
  waiting: { column: 'due_at', direction: 'asc' },
  done: { column: 'completed_at', direction: 'desc' },
} as const;

const OPEN: Condition = sql`completed_at is null`;
const OVERDUE: Condition = sql`(fell_due or coalesce(due_at <= now(), false))`;
/** A backordered task waits for stock, another one until a day. Once a backordered one is overdue, it is listed as open work. */
const ON_HOLD: Condition = sql`(on_hold_until is not null or task = 'Backordered' and not ${OVERDUE})`;
const LATELY: Condition = sql`completed_at > now() - interval '7 days'`;

function inTab(tab: QueueTab, viewerUserId: string): Condition {
  switch (tab) {
    case 'unassigned':
      return sql`${OPEN} and assignee_id is null and not ${ON_HOLD}`;
    case 'mine':
      return sql`${OPEN} and assignee_id = ${viewerUserId} and not ${ON_HOLD}`;
    case 'on-hold':
      return sql`${OPEN} and ${ON_HOLD}`;
    case 'overdue':
      return sql`${OPEN} and ${OVERDUE}`;
    case 'completed':
      return LATELY;
  }
}

/**
 * One page of a tab of the staff's queue, in the tab's own order unless told otherwise; what has no due day comes last. The counts
 * of all tabs, departments and categories are under the same search and filters, except that a department is counted without the filter by
 * department, and a category without the one by category. They are exact, and read what is open: an index
 * that stays small.
 */
export function listTasks(db: Db, query: ListTasks): Promise<TaskQueue> {
  return inSnapshot(db, async (snapshot) => {
    const counts = await countTasks(snapshot, query);
    const { rows } = await sql<{ row: TaskQueueRow }>`
      select "row" from task_queue
       where ${inTab(query.tab, query.viewerUserId)} and ${isNarrowed(query)}
       order by ${orderOf(query)}
       limit ${query.pageSize} offset ${query.page * query.pageSize}`.execute(snapshot);
    return {
      rows: rows.map(({ row }) => row),
      rowCount: counts.tabCounts[query.tab],
      ...counts,
      feed: await feedPosition(snapshot),
    };
  });
}

/** The ids of all tasks that `listTasks` pages through, in its order. */
export async function listTaskIds(db: Db, query: TaskFilter): Promise<readonly string[]> {
  const { rows } = await sql<{ taskId: string }>`
    select task_id as "taskId" from task_queue
     where ${inTab(query.tab, query.viewerUserId)} and ${isNarrowed(query)}
     order by ${orderOf(query)}`.execute(db);
  return rows.map(({ taskId }) => taskId);
}

/** The tasks in the order of their ids. */
export async function readTasks(db: Db, taskIds: readonly string[]): Promise<readonly TaskQueueRow[]> {
  const found = await db.selectFrom('task_queue').where('task_id', 'in', taskIds).select('row').execute();
  const byId = new Map(found.map(({ row }) => [row.taskId, row]));
  return taskIds.flatMap((taskId) => byId.get(taskId) ?? []);
}

function orderOf({ tab, sort }: TaskFilter): RawBuilder<unknown> {
  const own = OWN_ORDER[tab === 'completed' ? 'done' : 'waiting'];
  const column = orderColumn(tab, sort ? SORT_COLUMNS[sort.field] : own.column);
  const direction = sql.raw(sort?.sort ?? own.direction);
  return sql`${column} ${direction} nulls last, task_id ${direction}`;
}

/** A task on hold is shown with the day for which it waits instead of its due day. */
const orderColumn = (tab: QueueTab, column: string): RawBuilder<unknown> =>
  tab === 'on-hold' && column === 'due_at' ? sql`coalesce(on_hold_until, due_at)` : sql.ref(column);

/** One task, open or completed, and where the feed stood: one statement, so as of one moment. */
export async function getTask(db: Db, taskId: string): Promise<TaskDetail | undefined> {
  const found = await db
    .selectFrom(['task_queue', 'change_feed_state'])
    .where('task_id', '=', taskId)
    .select(['row', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...found.row, feed: { epoch: found.epoch, position: found.position } };
}

/** Every task of a referral, in the order of opening (GET /referrals/referral/{id}/tasks). */
export async function listTasksOfReferral(db: Db, referralId: string): Promise<readonly TaskQueueRow[]> {
  const found = await db.selectFrom('task_queue').where('referral_id', '=', referralId).select('row').execute();
  const ordinal = ({ taskId }: TaskQueueRow): number => Number(taskId.slice(taskId.lastIndexOf('-') + 1));
  return found.map(({ row }) => row).sort((one, other) => ordinal(one) - ordinal(other));
}

const isNarrowed = (query: TaskFilter): Condition =>
  sql`${isNarrowedBeside(query)} and ${isOfDepartment(query)} and ${isOfCategory(query)}`;

/** All conditions but those by department and category. */
const isNarrowedBeside = ({ search, task, state }: TaskFilter): Condition =>
  sql`${matches(search)} and ${isAnyOf('task', task)} and ${isAnyOf('member_state', state)}`;

const isOfDepartment = ({ department }: TaskFilter): Condition => isAnyOf('department', department);

const isOfCategory = ({ category }: TaskFilter): Condition =>
  category.length === 0 ? sql`true` : sql`categories && ${category}::text[]`;

const isAnyOf = (column: string, values: readonly string[]): Condition =>
  values.length === 0 ? sql`true` : sql`${sql.ref(column)} = any(${values})`;

type Counts = Pick<TaskQueue, 'tabCounts' | 'departmentCounts' | 'categoryCounts'>;

/** Tasks of one department, of the same categories and in the same tabs. */
interface CountedGroup {
  readonly department: string;
  readonly categories: readonly string[];
  readonly tabs: readonly boolean[];
  readonly count: number;
}

/** All counts in one statement, which evaluates the conditions of the tabs once for each task. */
async function countTasks(db: Db, query: TaskFilter): Promise<Counts> {
  const tabs = QUEUE_TABS.map((tab) => inTab(tab, query.viewerUserId));
  const { rows } = await sql<CountedGroup>`
    select department, categories, array[${sql.join(tabs)}] as tabs, count(*)::int as count
      from task_queue where (${OPEN} or ${LATELY}) and ${isNarrowedBeside(query)} group by 1, 2, 3`.execute(db);
  const tabCounts = zeroOf(QUEUE_TABS);
  const departmentCounts: Record<string, number> = zeroOf(DEPARTMENTS);
  const categoryCounts: Record<string, number> = zeroOf(SUB_DEPARTMENTS);
  for (const { department, categories, tabs: isIn, count } of rows) {
    const inDepartment = query.department.length === 0 || query.department.includes(department);
    const inCategory = query.category.length === 0 || query.category.some((one) => categories.includes(one));
    QUEUE_TABS.forEach((tab, n) => {
      if (isIn[n] && inDepartment && inCategory) tabCounts[tab] += count;
    });
    if (!isIn[QUEUE_TABS.indexOf(query.tab)]) continue;
    if (inCategory) departmentCounts[department] = (departmentCounts[department] ?? 0) + count;
    if (!inDepartment) continue;
    for (const category of categories) categoryCounts[category] = (categoryCounts[category] ?? 0) + count;
  }
  return { tabCounts, departmentCounts, categoryCounts };
}

const zeroOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
