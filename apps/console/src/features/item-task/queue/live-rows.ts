import type { Change, QueueTab, TaskQueueRow } from '@throughline/contracts';
import type { QueueView } from './queue-view.js';
import { isInTab, type Onlooker, passesFilters, whyItLeft } from './tab-membership.js';

export interface ShownRow {
  readonly row: TaskQueueRow;
  /** Changed since it was read: marked until the person shows updates or moves on. */
  readonly changed: boolean;
  /** Why it is finished here; the row stays where it is all the same. */
  readonly left: string | null;
}

/** A page of the queue as read, brought up to date in place: no row moves, appears or goes until the person asks. */
export interface LiveRows {
  readonly shown: readonly ShownRow[];
  /** Task ids that a fresh reading would add. */
  readonly arrived: ReadonlySet<string>;
}

export const startRows = (rows: readonly TaskQueueRow[]): LiveRows => ({
  shown: rows.map((row) => ({ row, changed: false, left: null })),
  arrived: new Set(),
});

export function applyChanges(
  { shown, arrived }: LiveRows,
  changes: readonly Pick<Change, 'key' | 'row'>[],
  view: QueueView,
  onlooker: Onlooker,
): LiveRows {
  const latest = new Map(changes.map(({ key, row }) => [key, row as TaskQueueRow]));
  const here = new Set(shown.map(({ row }) => row.taskId));
  const waiting = new Set(arrived);
  for (const [taskId, row] of latest) {
    if (here.has(taskId)) continue;
    if (isInTab(row, view.tab, onlooker) && passesFilters(row, view)) waiting.add(taskId);
    else waiting.delete(taskId);
  }
  return {
    shown: shown.map((one) => replaced(one, latest.get(one.row.taskId), view.tab, onlooker)),
    arrived: waiting,
  };
}

function replaced(one: ShownRow, row: TaskQueueRow | undefined, tab: QueueTab, onlooker: Onlooker): ShownRow {
  if (!row || JSON.stringify(row) === JSON.stringify(one.row)) return one; // seen already: one's own action, or sent twice
  return { row, changed: true, left: whyItLeft(row, tab, onlooker) };
}

/** How many rows have changed, would come or would go. */
export const pendingUpdates = ({ shown, arrived }: LiveRows): number =>
  arrived.size + shown.filter(({ changed }) => changed).length;
