import {
  QUEUE_TABS,
  type QueueTab,
  type TaskDetail,
  type TaskQueue,
  type TaskQueueRow,
  type TaskSortField,
} from '@throughline/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';

type Db = Kysely<ReadModelSchema>;
type Condition = RawBuilder<boolean>;

export interface ListTasks {
  /** Whose tab `mine` is. */
  readonly viewerUserId: string;
  readonly tab: QueueTab;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
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
 * of all tabs are under the same search and filters. They read what is open (an index that stays small): exact, some 30 ms for
 * 100,000 open tasks.
 */
export function listTasks(db: Db, query: ListTasks): Promise<TaskQueue> {
  return inSnapshot(db, async (snapshot) => {
    const narrowed = narrowing(query);
    const tabCounts = await countTabs(snapshot, narrowed, query.viewerUserId);
    const own = OWN_ORDER[query.tab === 'completed' ? 'done' : 'waiting'];
    const column = orderColumn(query.tab, query.sort ? SORT_COLUMNS[query.sort.field] : own.column);
    const direction = sql.raw(query.sort?.sort ?? own.direction);
    const { rows } = await sql<{ row: TaskQueueRow }>`
      select "row" from task_queue
       where ${inTab(query.tab, query.viewerUserId)} and ${narrowed}
       order by ${column} ${direction} nulls last, task_id ${direction}
       limit ${query.pageSize} offset ${query.page * query.pageSize}`.execute(snapshot);
    return {
      rows: rows.map(({ row }) => row),
      rowCount: tabCounts[query.tab],
      tabCounts,
      feed: await feedPosition(snapshot),
    };
  });
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

function narrowing({ search, department, task, category, state }: ListTasks): Condition {
  const any = (column: string, values: readonly string[]): Condition =>
    values.length === 0 ? sql`true` : sql`${sql.ref(column)} = any(${values})`;
  return sql`${matches(search)} and ${any('department', department)} and ${any('task', task)}
    and ${any('member_state', state)} and ${category.length === 0 ? sql`true` : sql`categories && ${category}::text[]`}`;
}

async function countTabs(db: Db, narrowed: Condition, viewerUserId: string): Promise<Record<QueueTab, number>> {
  const columns = QUEUE_TABS.map((tab) => sql`count(*) filter (where ${inTab(tab, viewerUserId)}) as ${sql.ref(tab)}`);
  const { rows } = await sql<Record<QueueTab, number>>`
    select ${sql.join(columns)} from task_queue where (${OPEN} or ${LATELY}) and ${narrowed}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count without a row.');
  return counts;
}
