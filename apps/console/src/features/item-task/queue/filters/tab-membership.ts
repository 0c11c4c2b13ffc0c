import {
  ageOf,
  isFoundIn,
  isWhole,
  isYou,
  NOBODY,
  QUEUE_FILTERS,
  type QueueFilter,
  type QueueTab,
  searchTextOfTask,
  type TaskQueueRow,
} from '@throughline/contracts';
import { dayOf, daysBetween, outcomeLabel, queueStepOf, taskRow } from '@throughline/domain';
import type { QueueView } from '../queue-view.js';
import type { isShownAt } from './shown-times.js';

export interface Viewer {
  readonly userId: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Undefined when nothing is searched for, and until it is loaded. */
  readonly isShownAt?: typeof isShownAt | undefined;
}

export const isOverdue = ({ completedAt, fellDue, dueAt }: TaskQueueRow, now: number): boolean =>
  completedAt === null && (fellDue || (dueAt !== null && Date.parse(dueAt) <= now));

/** A task on hold waits for its day. A Backordered task waits for stock, but needs attention once it is overdue. */
const isOnHold = (row: TaskQueueRow, now: number) =>
  Boolean(row.onHold) || (row.task === 'Backordered' && !isOverdue(row, now));

/** Whether the server would list the row in this tab. */
export function isInTab(row: TaskQueueRow, tab: QueueTab, { userId, now }: Viewer): boolean {
  if (row.undoneAt !== undefined) return false;
  const open = row.completedAt === null;
  switch (tab) {
    case 'unassigned':
      return open && row.assignee === null && !isOnHold(row, now);
    case 'mine':
      return open && row.assignee?.userId === userId && !isOnHold(row, now);
    case 'on-hold':
      return open && isOnHold(row, now);
    case 'overdue':
      return isOverdue(row, now);
    case 'open':
      return open;
    case 'completed':
      return !open;
  }
}

/** The values of each filter under which the server lists the row; null if it lists the row under any. */
const VALUES: Record<QueueFilter, (row: TaskQueueRow, now: number) => readonly string[] | null> = {
  department: ({ department }) => [department],
  category: ({ categories }) => categories,
  task: ({ task }) => [task],
  status: ({ task }) => [taskRow(task).status],
  step: ({ task }) => [queueStepOf(task)],
  state: ({ memberState }) => [memberState],
  age: ({ caseOpenedAt }, now) => [ageOf(daysBetween(dayOf(caseOpenedAt), dayOf(new Date(now).toISOString())))],
  assignee: ({ assignee }) => [assignee?.userId ?? NOBODY],
  completed: ({ completedAt }) => (completedAt === null ? null : [dayOf(completedAt)]),
};

/** Whether the server would list the row under these filters. */
export function passesFilters(row: TaskQueueRow, { filters, search }: QueueView, viewer: Viewer): boolean {
  const { now } = viewer;
  const passes = (filter: QueueFilter) =>
    filters[filter].length === 0 ||
    (VALUES[filter](row, now)?.some((value) => filters[filter].includes(value)) ?? true);
  return QUEUE_FILTERS.every(passes) && isFound(row, search, viewer);
}

function isFound(row: TaskQueueRow, search: string, { userId, now, isShownAt }: Viewer): boolean {
  if (isFoundIn(searchTextOfTask(row), search) || isOfOutcome(row, search)) return true;
  if (isYou(search) && row.assignee?.userId === userId) return true;
  return isShownAt?.(row, search, now) ?? false;
}

/** An outcome is found by its label, which the queue shows, and by its name. */
const isOfOutcome = ({ task, outcome }: TaskQueueRow, search: string): boolean =>
  outcome !== undefined && isWhole(outcomeLabel(task, outcome.name), search);

/** Why a row on screen no longer belongs to the tab, in words; null if it still does. */
export function whyItLeft(row: TaskQueueRow, tab: QueueTab, viewer: Viewer): string | null {
  if (isInTab(row, tab, viewer)) return null;
  if (row.undoneAt !== undefined) return 'Undone';
  if (row.completedAt !== null) return row.stopped ? 'Stopped' : 'Completed';
  if (row.onHold) return 'Put on hold';
  if (tab === 'overdue') return 'No longer overdue';
  if (tab === 'on-hold') return 'No longer on hold';
  if (row.assignee === null) return 'Released';
  return row.assignee.userId === viewer.userId ? 'Now yours' : `Taken by ${row.assignee.name}`;
}
