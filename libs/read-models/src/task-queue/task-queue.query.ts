import {
  QUEUE_TABS,
  type QueueTab,
  type TaskDetail,
  type TaskQueue,
  type TaskQueueRow,
  type TaskSortField,
} from '@throughline/contracts';
import { type Account, DEPARTMENTS, SUB_DEPARTMENTS } from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';
import { type Condition, inTab, isListedAsCompleted, isNarrowed, OPEN, type TaskFilter } from './task-filter.js';

type Db = Kysely<ReadModelSchema>;

export interface ListTasks extends OrderedTasks {
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** The tasks of a tab, sorted. */
export interface OrderedTasks extends TaskFilter {
  /** Absent: the tab's default order. */
  readonly sort?: { readonly field: TaskSortField; readonly sort: 'asc' | 'desc' } | undefined;
}

const SORT_COLUMNS: Record<TaskSortField, string> = {
  dueAt: 'due_at',
  task: 'task',
  memberLastName: 'member_name',
  caseOpenedAt: 'case_opened_at',
  stepSince: 'step_since',
  assigneeName: 'assignee_name',
};

/** The default order: the earliest due date first, or the last completed one. */
const OWN_ORDER = {
  waiting: { column: 'due_at', direction: 'asc' },
  done: { column: 'completed_at', direction: 'desc' },
} as const;

/**
 * One page of a tab of the staff's queue, in the tab's default order unless another is given; tasks without a due day come last. The counts
 * of all tabs, departments and categories have the same search and filters, except that departments are counted without the filter by
 * department, and categories without the one by category. They are exact, and read only open tasks, from an index that stays small.
 */
export function listTasks(db: Db, query: ListTasks): Promise<TaskQueue> {
  return inSnapshot(db, async (snapshot) => {
    const counts = await countTasks(snapshot, query);
    const { rows } = await sql<{ row: TaskQueueRow }>`
      select "row" from task_queue
       where ${inTab(query.tab, query)} and ${isNarrowed(query)}
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
export async function listTaskIds(db: Db, query: OrderedTasks): Promise<readonly string[]> {
  const { rows } = await sql<{ taskId: string }>`
    select task_id as "taskId" from task_queue
     where ${inTab(query.tab, query)} and ${isNarrowed(query)}
     order by ${orderOf(query)}`.execute(db);
  return rows.map(({ taskId }) => taskId);
}

/** The tasks in the order of their ids. */
export async function readTasks(db: Db, taskIds: readonly string[]): Promise<readonly TaskQueueRow[]> {
  const found = await db.selectFrom('task_queue').where('task_id', 'in', taskIds).select('row').execute();
  const byId = new Map(found.map(({ row }) => [row.taskId, row]));
  return taskIds.flatMap((taskId) => byId.get(taskId) ?? []);
}

function orderOf({ tab, sort }: OrderedTasks): RawBuilder<unknown> {
  const own = OWN_ORDER[tab === 'completed' ? 'done' : 'waiting'];
  const column = orderColumn(tab, sort ? SORT_COLUMNS[sort.field] : own.column);
  const direction = sql.raw(sort?.sort ?? own.direction);
  return sql`${column} ${direction} nulls last, task_id ${direction}`;
}

/** For a task on hold, the day until which it waits is sorted and shown instead of its due day. */
const orderColumn = (tab: QueueTab, column: string): RawBuilder<unknown> =>
  tab === 'on-hold' && column === 'due_at' ? sql`coalesce(on_hold_until, due_at)` : sql.ref(column);

/** One task, open or completed, and the position of the feed in one statement, so as of one moment. */
export async function getTask(db: Db, taskId: string): Promise<TaskDetail | undefined> {
  const found = await db
    .selectFrom(['task_queue', 'change_feed_state'])
    .where('task_id', '=', taskId)
    .select(['row', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...found.row, feed: { epoch: found.epoch, position: found.position } };
}

/**
 * Every task of a referral, in the order of opening (GET /referrals/referral/{id}/tasks). Outcomes are left out, because they are only for
 * the staff.
 */
export async function listTasksOfReferral(db: Db, referralId: string): Promise<readonly TaskQueueRow[]> {
  const found = await db.selectFrom('task_queue').where('referral_id', '=', referralId).select('row').execute();
  const ordinal = ({ taskId }: TaskQueueRow): number => Number(taskId.slice(taskId.lastIndexOf('-') + 1));
  return found.map(({ row: { outcome: _, ...row } }) => row).sort((one, other) => ordinal(one) - ordinal(other));
}

type Counts = Pick<TaskQueue, 'tabCounts' | 'departmentCounts' | 'categoryCounts'>;

/** Tasks of one department and of the same categories. */
interface CountedGroup {
  readonly department: string;
  readonly categories: readonly string[];
  /** How many of these tasks are in each tab. */
  readonly counts: readonly number[];
}

/** All counts in one statement. Open and completed tasks are read separately, each from an index that has every counted column. */
async function countTasks(db: Db, query: TaskFilter): Promise<Counts> {
  const counts = sql.join(QUEUE_TABS.map((tab) => sql`(count(*) filter (where ${inTab(tab, query)}))::int`));
  const grouped = (some: Condition) => sql`
    select department, categories, array[${counts}] as counts
      from task_queue where ${some} and ${isNarrowed(query, ['department', 'category'])} group by 1, 2`;
  const { rows } = await sql<CountedGroup>`
    ${grouped(OPEN)} union all ${grouped(isListedAsCompleted(query))}`.execute(db);
  const tabCounts = zeroOf(QUEUE_TABS);
  const departmentCounts: Record<string, number> = zeroOf(DEPARTMENTS);
  const categoryCounts: Record<string, number> = zeroOf(SUB_DEPARTMENTS);
  const add = (to: Record<string, number>, name: string, count: number) => (to[name] = (to[name] ?? 0) + count);
  for (const { department, categories, counts } of rows) {
    const inDepartment = query.department.length === 0 || query.department.includes(department);
    const inCategory = query.category.length === 0 || query.category.some((one) => categories.includes(one));
    const ofTab = counts[QUEUE_TABS.indexOf(query.tab)] ?? 0;
    if (inDepartment && inCategory) QUEUE_TABS.forEach((tab, n) => add(tabCounts, tab, counts[n] ?? 0));
    if (inCategory) add(departmentCounts, department, ofTab);
    if (inDepartment) categories.forEach((category) => add(categoryCounts, category, ofTab));
  }
  return { tabCounts, departmentCounts, categoryCounts };
}

const zeroOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/**
 * Everybody who holds an open task, with their account; null if it has not been projected yet. Reads one task of each holder, however many
 * they have.
 */
export async function listHolders(
  db: Db,
  limit: number,
): Promise<readonly { readonly userId: string; readonly account: Account | null }[]> {
  const { rows } = await sql<{ userId: string; account: Account | null }>`
    with recursive holder as (
      (select assignee_id from task_queue where completed_at is null and assignee_id is not null
        order by assignee_id limit 1)
      union all
      select (select assignee_id from task_queue where completed_at is null and assignee_id > holder.assignee_id
               order by assignee_id limit 1)
        from holder where assignee_id is not null)
    select assignee_id as "userId", account.account
      from holder left join account on user_id = assignee_id
     where assignee_id is not null limit ${limit}`.execute(db);
  return rows;
}

/** The open tasks that a person holds, including those on hold. */
export function openTasksOf(
  db: Db,
  userId: string,
): Promise<{ readonly referralId: string; readonly taskId: string }[]> {
  return db
    .selectFrom('task_queue')
    .where('completed_at', 'is', null)
    .where('assignee_id', '=', userId)
    .select(['referral_id as referralId', 'task_id as taskId'])
    .execute();
}
