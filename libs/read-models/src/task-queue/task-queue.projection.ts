import { searchTextOfTask, type TaskQueueRow } from '@throughline/contracts';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { type CaseTasks, queueRow } from './case-tasks.js';
import { evolveCaseTasks } from './task-fold.js';

export interface TaskQueueTable {
  task_id: string;
  referral_id: string;
  task: string;
  department: string;
  categories: string[];
  member_state: string;
  /** Last name, then first name, lower case: for sorting. */
  member_name: string;
  case_opened_at: Timestamp;
  step_since: Timestamp;
  due_at: Timestamp | null;
  fell_due: boolean;
  assignee_id: string | null;
  /** Lower case: for sorting. */
  assignee_name: string | null;
  /** `-infinity` if the outcome that completed it was undone: the task is neither open nor completed work. */
  completed_at: Timestamp | null;
  search: string;
  row: TaskQueueRow;
  on_hold_until: Timestamp | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    task_queue: TaskQueueTable;
  }
}

const COUNTED_BY = 'task, member_state, assignee_id, case_opened_at';

/** The staff's queue: one row per task, open or completed. */
export const taskQueueProjection: Projection<CaseTasks, Insertable<TaskQueueTable>> = {
  name: 'task-queue',
  version: 8,
  categories: ['referral', 'itemTask', 'recertification'],
  evolve: evolveCaseTasks,
  table: {
    key: 'task_id',
    columns: {
      task_id: 'text',
      referral_id: 'text',
      task: 'text',
      department: 'text',
      categories: 'text[]',
      member_state: 'text',
      member_name: 'text',
      case_opened_at: 'timestamptz',
      step_since: 'timestamptz',
      due_at: 'timestamptz',
      fell_due: 'boolean',
      assignee_id: 'text',
      assignee_name: 'text',
      completed_at: 'timestamptz',
      search: 'text',
      row: 'json',
      on_hold_until: 'timestamptz',
    },
    indexes: (table) => [
      // The number of open tasks stays small compared with all completed ones: tabs and their counts read only these.
      `on ${table} (due_at, task_id) include (assignee_id, task, fell_due) where completed_at is null`,
      `on ${table} (assignee_id, due_at) where completed_at is null`,
      `on ${table} (completed_at) where completed_at is not null`,
      `on ${table} (referral_id)`,
      `on ${table} using gin (search gin_trgm_ops)`,
      // Tasks whose due day has not been recorded as over: few compared with all overdue ones.
      `on ${table} (due_at, task_id) where completed_at is null and not fell_due`,
      `on ${table} (on_hold_until, task_id) where completed_at is null and on_hold_until is not null`,
      // For the referrals that concern a person; completed tasks count as well.
      `on ${table} (assignee_id, completed_at) where assignee_id is not null`,
      // Everything by which the queue and its dashboard count, so that counting reads no row.
      `on ${table} (department, categories) include (${COUNTED_BY}, due_at, fell_due, on_hold_until, completed_at) where completed_at is null`,
      `on ${table} (completed_at) include (${COUNTED_BY}, department, categories, due_at, fell_due, on_hold_until, task_id) where completed_at is not null`,
    ],
  },
  leavesOutFinishedRows: true,
  rows: (state) => rowsOf(state).map(tableRow),
  feed: (state) => rowsOf(state).map((row) => ({ topic: 'task-queue', key: row.taskId, audience: ['staff'], row })),
};

const rowsOf = (state: CaseTasks): readonly TaskQueueRow[] => [
  ...(state.done ?? []).map(({ row }) => row),
  ...state.tasks.map((task) => queueRow(state, task)),
];

function tableRow(row: TaskQueueRow): Insertable<TaskQueueTable> {
  return {
    task_id: row.taskId,
    referral_id: row.referralId,
    task: row.task,
    department: row.department,
    categories: row.categories,
    member_state: row.memberState,
    member_name: `${row.memberLastName} ${row.memberFirstName}`.toLowerCase(),
    case_opened_at: row.caseOpenedAt,
    step_since: row.stepSince,
    due_at: row.dueAt,
    fell_due: row.fellDue,
    assignee_id: row.assignee?.userId ?? null,
    assignee_name: row.assignee?.name.toLowerCase() ?? null,
    completed_at: row.undoneAt === undefined ? row.completedAt : '-infinity',
    search: searchTextOfTask(row),
    row,
    on_hold_until: row.onHold?.resumesAt ?? null,
  };
}
