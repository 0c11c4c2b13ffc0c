import { type FeedPosition, type Follower, type LiveClient, type Topic, topicKey } from '@throughline/contracts';
import { useEffect, useRef } from 'react';
import { live } from './live.js';

interface LiveTopicOptions extends Follower {
  /** Where the snapshot on screen was read; null or undefined while there is none. */
  readonly feed: FeedPosition | null | undefined;
}

/**
 * Follows a topic from the snapshot on screen on; null follows nothing. Every change after `feed` comes once, also after a lost
 * connection. When the snapshot is read again, give its `feed`: changes that it does not have yet come again.
 *
 * @example
 * const list = useQuery({ queryKey, queryFn: ({ signal }) => listReferrals(query, signal) });
 * useLiveTopic({ name: 'referral-list' }, { feed: list.data?.feed, onChanges: hold, onReadAfresh: () => void list.refetch() });
 */
export function useLiveTopic(topic: Topic | null, options: LiveTopicOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const following = useRef<ReturnType<LiveClient['follow']> | null>(null);
  const key = topic && topicKey(topic);
  useEffect(() => {
    if (topic === null) return;
    following.current = live.follow(topic, {
      onChanges: (changes) => latest.current.onChanges(changes),
      onReadAfresh: () => latest.current.onReadAfresh(),
      onRefused: (refusal) => latest.current.onRefused?.(refusal),
    });
    return () => {
      following.current?.stop();
      following.current = null;
    };
    // A topic is what its key says.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);

  const { epoch, position } = options.feed ?? {};
  useEffect(() => {
    if (epoch !== undefined && position !== undefined) following.current?.startFrom({ epoch, position });
  }, [key, epoch, position]);
}
