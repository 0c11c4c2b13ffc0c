import type { FeedPosition } from '../envelope.contract.js';
import {
  type Change,
  type Changes,
  type ClientToServer,
  type JoinAnswer,
  type ServerToClient,
  type Topic,
  topicKey,
} from '../live.contract.js';
import { changesAfter, extendLog, startLog, type TopicLog } from './topic-log.js';

/** What is needed of a socket.io socket. */
export interface LiveSocket {
  readonly connected: boolean;
  connect(): unknown;
  on(event: 'connect', listener: () => void): unknown;
  on<Name extends 'changes' | 'left'>(event: Name, listener: ServerToClient[Name]): unknown;
  emit<Name extends keyof ClientToServer>(event: Name, ...message: Parameters<ClientToServer[Name]>): unknown;
}

export interface Follower {
  /** Changes after the follower's snapshot, each once, in the order of the log. */
  readonly onChanges: (changes: readonly Change[]) => void;
  /** The snapshot is too old to be brought up to date: read it again. */
  readonly onReadAfresh: () => void;
  /** The topic may not be followed (any more). */
  readonly onRefused?: (refusal: { readonly code: string; readonly message: string }) => void;
}

interface Following {
  readonly follower: Follower;
  /** Where the follower's snapshot was read, then where it has been brought to; null until there is one. */
  at: FeedPosition | null;
}

interface Joined {
  readonly topic: Topic;
  readonly followings: Set<Following>;
  /** Null until the server has answered. */
  log: TopicLog | null;
  /** Does a join wait for its answer? */
  joining: boolean;
}

/** Topics are left a moment after their last follower, so that moving between two screens of one topic costs nothing. */
const LINGER_MS = 2000;

/**
 * Follows topics over one socket. A follower names the position of its snapshot and gets every later change once, across lost
 * connections; what it gets is decided by positions alone (see live.contract.ts).
 */
export class LiveClient {
  private readonly topics = new Map<string, Joined>();

  constructor(private readonly socket: LiveSocket) {
    socket.on('connect', () => this.rejoin());
    socket.on('changes', (changes) => this.receive(changes));
    socket.on('left', ({ topic, ...refusal }) => this.refuse(topic, refusal));
  }

  follow(
    topic: Topic,
    follower: Follower,
  ): { readonly startFrom: (feed: FeedPosition) => void; readonly stop: () => void } {
    const joined = this.joinedTo(topic);
    const following: Following = { follower, at: null };
    joined.followings.add(following);
    return {
      startFrom: (feed) => {
        following.at = feed;
        if (joined.log === null) this.join(joined);
        else this.bringUpToDate(joined, following);
      },
      stop: () => {
        joined.followings.delete(following);
        setTimeout(() => this.leaveIfAlone(joined), LINGER_MS);
      },
    };
  }

  /** Tells the server of a renewed or lost token; topics that were refused without it are tried again. */
  changeToken(accessToken: string | null): void {
    if (!this.socket.connected) return;
    this.socket.emit('token', accessToken, () => {
      for (const joined of this.topics.values()) if (joined.log === null) this.join(joined);
    });
  }

  /** On a new connection no answer is open any more. */
  private rejoin(): void {
    for (const joined of this.topics.values()) {
      joined.joining = false;
      this.join(joined);
    }
  }

  private joinedTo(topic: Topic): Joined {
    const key = topicKey(topic);
    const joined = this.topics.get(key) ?? { topic, followings: new Set(), log: null, joining: false };
    this.topics.set(key, joined);
    if (!this.socket.connected) this.socket.connect();
    return joined;
  }

  private join(joined: Joined): void {
    const since = joined.log ? { epoch: joined.log.epoch, position: joined.log.upTo } : oldest(joined.followings);
    if (since === null || !this.socket.connected || joined.joining) return;
    joined.joining = true;
    this.socket.emit('join', { topic: joined.topic, since }, (answer) => {
      joined.joining = false;
      this.joinAnswered(joined, since, answer);
    });
  }

  private joinAnswered(joined: Joined, since: FeedPosition, answer: JoinAnswer): void {
    if (answer.status === 'refused') return this.refuse(topicKey(joined.topic), answer);
    if (answer.status === 'read-afresh') joined.log = startLog(answer.feed);
    else joined.log = extendLog(joined.log ?? startLog(since), answer.feed, answer.changes);
    for (const following of joined.followings) this.bringUpToDate(joined, following);
  }

  private receive({ topic, feed, changes }: Changes): void {
    const joined = this.topics.get(topic);
    if (!joined?.log) return;
    joined.log = extendLog(joined.log, feed, changes);
    for (const following of joined.followings) this.bringUpToDate(joined, following);
  }

  private bringUpToDate({ log }: Joined, following: Following): void {
    if (log === null || following.at === null) return;
    const missed = changesAfter(log, following.at);
    if (missed === null) {
      following.at = null;
      following.follower.onReadAfresh();
      return;
    }
    // A snapshot may have been read ahead of what has arrived here.
    following.at = { epoch: log.epoch, position: Math.max(following.at.position, log.upTo) };
    if (missed.length > 0) following.follower.onChanges(missed);
  }

  private refuse(key: string, refusal: { readonly code: string; readonly message: string }): void {
    const joined = this.topics.get(key);
    if (!joined) return;
    joined.log = null;
    for (const { follower } of joined.followings) follower.onRefused?.(refusal);
  }

  private leaveIfAlone(joined: Joined): void {
    const key = topicKey(joined.topic);
    if (joined.followings.size > 0 || this.topics.get(key) !== joined) return;
    this.topics.delete(key);
    if (this.socket.connected) this.socket.emit('leave', joined.topic);
  }
}

/** The earliest snapshot: what it has missed covers what the others have. */
function oldest(followings: ReadonlySet<Following>): FeedPosition | null {
  return [...followings].reduce<FeedPosition | null>(
    (least, { at }) => (at !== null && (least === null || at.position < least.position) ? at : least),
    null,
  );
}
