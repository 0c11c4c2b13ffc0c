import type { FeedPosition } from '../envelope.contract.js';
import type { Change } from '../live.contract.js';

/**
 * What is known of a topic since it was joined: the latest change of each row, in the order of the log. Whoever shows a snapshot
 * gets what came after it; rows are whole, so an older change of the same row is of no more use.
 */
export interface TopicLog {
  readonly epoch: string;
  /** The log holds every change after this position. */
  readonly from: number;
  /** Everything up to here has arrived. */
  readonly upTo: number;
  readonly changes: readonly Change[];
}

/** Rows kept at most. Whoever stands before what is kept reads afresh. */
const MOST_ROWS = 2000;

export const startLog = ({ epoch, position }: FeedPosition): TopicLog => ({
  epoch,
  from: position,
  upTo: position,
  changes: [],
});

/** Takes changes in; the ones already known are left out. Another epoch begins another log. */
export function extendLog(log: TopicLog, feed: FeedPosition, arrived: readonly Change[]): TopicLog {
  if (feed.epoch !== log.epoch) return startLog(feed);
  const fresh = arrived.filter(({ position }) => position > log.upTo).sort((a, b) => a.position - b.position);
  const upTo = Math.max(log.upTo, feed.position, fresh.at(-1)?.position ?? 0);
  if (fresh.length === 0) return { ...log, upTo };
  const latest = new Map(fresh.map(({ key, position }) => [key, position]));
  const kept = log.changes.filter(({ key }) => !latest.has(key));
  const changes = [...kept, ...fresh.filter(({ key, position }) => latest.get(key) === position)];
  const dropped = changes.at(-MOST_ROWS - 1);
  return { ...log, upTo, from: dropped?.position ?? log.from, changes: changes.slice(-MOST_ROWS) };
}

/** What a snapshot read at `feed` has missed so far; null when this log cannot tell. */
export function changesAfter(log: TopicLog, { epoch, position }: FeedPosition): readonly Change[] | null {
  if (epoch !== log.epoch || position < log.from) return null;
  return log.changes.filter((change) => change.position > position);
}
