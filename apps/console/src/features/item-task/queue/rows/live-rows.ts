import type { Change, FeedPosition, QueueTab, TaskQueueRow } from '@throughline/contracts';
import type { QueueView } from '../queue-view.js';
import { isInTab, type Viewer, passesFilters, whyItLeft } from '../filters/tab-membership.js';

export interface ShownRow {
  readonly row: TaskQueueRow;
  /** The row has changed since the read. It is marked until the person shows updates or leaves. */
  readonly changed: boolean;
  /** Why the row no longer belongs to the tab; null if it does. The row keeps its place. */
  readonly left: string | null;
}

/** A page of the queue with live changes merged in. No row moves, appears or disappears until the person shows updates. */
export interface LiveTasks {
  readonly shown: readonly ShownRow[];
  /** The ids of tasks that another read would add. */
  readonly arrived: ReadonlySet<string>;
}

export function liveTasks(
  rows: readonly TaskQueueRow[],
  changes: readonly RowChange[],
  view: QueueView,
  viewer: Viewer,
): LiveTasks {
  const latest = new Map(changes.map(({ key, row }) => [key, row as TaskQueueRow]));
  const here = new Set(rows.map(({ taskId }) => taskId));
  const wouldAppear = ([taskId, row]: [string, TaskQueueRow]) =>
    !here.has(taskId) && isInTab(row, view.tab, viewer) && passesFilters(row, view, viewer);
  return {
    shown: rows.map((row) => shownAs(row, latest.get(row.taskId), view.tab, viewer)),
    arrived: new Set([...latest].filter(wouldAppear).map(([taskId]) => taskId)),
  };
}

function shownAs(read: TaskQueueRow, row: TaskQueueRow | undefined, tab: QueueTab, viewer: Viewer): ShownRow {
  // A change that has been reverted is not marked.
  if (!row || JSON.stringify(row) === JSON.stringify(read)) return { row: read, changed: false, left: null };
  return { row, changed: true, left: whyItLeft(row, tab, viewer) };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The number of rows that have changed, or that another read would add or remove. `own`: the tasks on which the person acted last, whose
 * rows are no news.
 */
export const pendingUpdates = ({ shown, arrived }: LiveTasks, own = NONE): number =>
  [...arrived].filter((taskId) => !own.has(taskId)).length +
  shown.filter(({ changed, row }) => changed && !own.has(row.taskId)).length;

/** Whether another read would remove rows because of what the person did, or only add some; null: neither. */
export function dueToOwnActs({ shown, arrived }: LiveTasks, own: ReadonlySet<string>): 'removes' | 'adds' | null {
  if (shown.some(({ left, row }) => left !== null && own.has(row.taskId))) return 'removes';
  return [...arrived].some((taskId) => own.has(taskId)) ? 'adds' : null;
}

/** The tasks that were read after an act of the person, and have not changed since. */
export const ownActs = (changes: readonly Change[], readings: readonly RowReading[]): ReadonlySet<string> =>
  new Set(
    readings
      .filter(({ key, feed }) => !changes.some((one) => one.key === key && one.position > feed.position))
      .map(({ key }) => key),
  );

/** A task that was read by itself, with the position of the change feed at that read. */
export interface RowReading {
  readonly key: string;
  readonly row: TaskQueueRow;
  readonly feed: FeedPosition;
  /** The position of the log that it includes. */
  readonly log?: number | undefined;
}

export type RowChange = Pick<Change, 'key' | 'row'>;

/** The latest change of each task after the position of a page, from the live feed or from a read of that task. */
export function latestOfEach(
  page: FeedPosition,
  changes: readonly Change[],
  readings: readonly RowReading[],
): readonly RowChange[] {
  const read = readings
    .filter(({ feed }) => feed.epoch === page.epoch && feed.position > page.position)
    .map(({ key, row, feed }) => ({ key, row, position: feed.position }));
  const inOrder = [...changes, ...read].sort((one, other) => one.position - other.position);
  return [...new Map(inOrder.map((change) => [change.key, change])).values()];
}
