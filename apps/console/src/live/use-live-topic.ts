import {
  type Change,
  changesAfter,
  type FeedPosition,
  type Following,
  type LiveRefusal,
  type ReadAfresh,
  type Topic,
  topicKey,
} from '@throughline/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { onWritten } from '../api/api.js';
import { usePast } from '../past/past.js';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { followLive, liveStateOf, UNKNOWN_STATE } from './follow-live.js';
import { ALWAYS_SHOWN, type PacedRefresh, pacedRefresh } from './paced-refresh.js';

/** The query that read the snapshot on screen. */
export interface SnapshotQuery {
  readonly data: { readonly feed: FeedPosition } | undefined;
  /** Distinguishes two reads at the same position. */
  readonly dataUpdatedAt: number;
  /** Called when the snapshot cannot be brought up to date, or must no longer be shown. */
  readonly refetch: (how?: ReadAfresh) => unknown;
}

export interface LiveTopic {
  /** The latest change of each row since the snapshot, in the order of the feed. The same array until the next change. */
  readonly changes: readonly Change[];
  /** Why the snapshot is not kept up to date, for `NotLive`; null while it is. */
  readonly refusal: LiveRefusal | null;
}

const NO_CHANGES: readonly Change[] = [];

/** The minimum interval between two renders of a busy topic. */
const RENDER_INTERVAL_MS = 1_000;

/**
 * Follows a topic from the position of the snapshot on screen; null follows nothing, and so does an earlier moment. A screen shows the snapshot with `changes` merged into it.
 * The result is computed and not stored, so snapshots and changes may come in any order.
 *
 * @example
 * const list = useQuery({ queryKey, queryFn: ({ signal }) => listReferrals(query, signal) });
 * const { changes } = useLiveTopic({ name: 'referral-list' }, list);
 * const rows = useMemo(() => takeChanges(list.data?.rows ?? [], changes), [list.data, changes]);
 */
export function useLiveTopic(asked: Topic | null, { data, dataUpdatedAt, refetch }: SnapshotQuery): LiveTopic {
  const topic = usePast() ? null : asked;
  const feed = data?.feed;
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });

  const following = useRef<Following | null>(null);
  const key = topic && topicKey(topic);
  const subscribe = useCallback(
    (onMoved: () => void) => {
      if (topic === null) return () => {};
      const moved = atMostEvery(RENDER_INTERVAL_MS, onMoved);
      following.current = followLive(topic, { onMoved: moved.call, onReadAfresh: (how) => void latest.current(how) });
      return () => {
        moved.cancel();
        following.current?.stop();
        following.current = null;
      };
    },
    // Two topics with the same key are the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const { log, refusal } = useSyncExternalStore(subscribe, () => (topic === null ? UNKNOWN_STATE : liveStateOf(topic)));
  useEffect(() => {
    if (feed) following.current?.startFrom(feed);
  }, [key, feed, dataUpdatedAt]);

  const changes = useMemo(() => (log && feed && changesAfter(log, feed)) ?? NO_CHANGES, [log, feed]);
  return { changes: changes.length === 0 ? NO_CHANGES : changes, refusal };
}

/** Acts on the first call at once, and once more for all calls in the next `intervalMs`. */
function atMostEvery(intervalMs: number, act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let called = false;
  const run = () => {
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!called) return;
      called = false;
      run();
    }, intervalMs);
  };
  const call = () => {
    if (timer === undefined) run();
    else called = true;
  };
  return { call, cancel: () => clearTimeout(timer) };
}

/** For a topic with a single row: the row of the last change, or undefined while nothing has changed. */
export const latestRow = <Row extends object>({ changes }: LiveTopic): Row | undefined =>
  changes.at(-1)?.row as Row | undefined;

/**
 * Reads queries again after changes, at most once in `pauseMs` and less often while changes go on: for counts of a busy feed. A hidden page
 * reads them when it is shown, or with `whileHidden` at once; with `afterOwnActs`, what the person did on this page is read almost at once.
 */
export function useInvalidateOnChanges(
  client: QueryClient,
  queryName: string,
  changes: readonly unknown[],
  pauseMs: number,
  { whileHidden = false, afterOwnActs = false } = {},
): void {
  const refresh = useRef<PacedRefresh | null>(null);
  useEffect(() => {
    const page = whileHidden ? ALWAYS_SHOWN : document;
    const paced = pacedRefresh(() => client.invalidateQueries({ queryKey: [queryName] }), pauseMs, page);
    refresh.current = paced;
    const stop = afterOwnActs ? onWritten(paced.callSoon) : () => undefined;
    return () => {
      stop();
      paced.stop();
    };
  }, [client, queryName, pauseMs, whileHidden, afterOwnActs]);
  useEffect(() => {
    if (changes.length > 0) refresh.current?.call();
    else refresh.current?.clear();
  }, [client, queryName, changes, pauseMs]);
}
