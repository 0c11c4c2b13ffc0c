import type { FeedPosition } from '../envelope.contract.js';
import type { Change } from '../live.contract.js';

/**
 * The changes of a topic since it was joined: the latest change of each row, in the order of the feed. A change contains the whole row, so
 * older changes of a row are dropped.
 *
 * A screen shows a snapshot with `changesAfter` the snapshot's position, computed again when either is replaced. It stores no rows of its
 * own, so the order in which snapshots and changes arrive cannot lose or revert a change.
 */
export interface TopicLog {
  readonly epoch: string;
  /** The log holds every change after this position. */
  readonly from: number;
  /** Every change up to this position has arrived. */
  readonly upTo: number;
  readonly changes: readonly Change[];
}

/** More rows than change while a page is being read, and few enough to iterate over at each change. */
const MAX_ROWS = 5_000;

export const startLog = ({ epoch, position }: FeedPosition): TopicLog => ({
  epoch,
  from: position,
  upTo: position,
  changes: [],
});

/** Adds changes; known ones are ignored. Another epoch starts another log. */
export function extendLog(log: TopicLog, feed: FeedPosition, arrived: readonly Change[]): TopicLog {
  if (feed.epoch !== log.epoch) return startLog(feed);
  const fresh = arrived.filter(({ position }) => position > log.upTo).sort((a, b) => a.position - b.position);
  const upTo = Math.max(log.upTo, feed.position, fresh.at(-1)?.position ?? 0);
  if (fresh.length === 0) return { ...log, upTo };
  const latest = new Map(fresh.map(({ key, position }) => [key, position]));
  const kept = log.changes.filter(({ key }) => !latest.has(key));
  const changes = [...kept, ...fresh.filter(({ key, position }) => latest.get(key) === position)];
  const dropped = changes.at(-MAX_ROWS - 1);
  return { ...log, upTo, from: dropped?.position ?? log.from, changes: changes.slice(-MAX_ROWS) };
}

/** Whether the log has all changes since a snapshot that was read at `feed`. */
export const covers = (log: TopicLog, { epoch, position }: FeedPosition): boolean =>
  epoch === log.epoch && position >= log.from;

/** All changes since a snapshot that was read at `feed`; null if the log does not cover it. */
export function changesAfter(log: TopicLog, feed: FeedPosition): readonly Change[] | null {
  return covers(log, feed) ? log.changes.filter(({ position }) => position > feed.position) : null;
}
