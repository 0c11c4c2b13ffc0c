import type { FeedPosition } from '../envelope.contract.js';
import type { Changes, ClientToServer, JoinAnswer, ServerToClient, Topic } from '../live.contract.js';
import { type Follower, oldestSnapshot, Screen } from './screen.js';
import { type LiveRefusal, RIGHTS_CHANGED, topicKey } from './topic-key.js';
import { covers, extendLog, startLog, type TopicLog } from './topic-log.js';

/** The part of a socket.io socket that is used here. */
export interface LiveSocket {
  readonly connected: boolean;
  connect(): unknown;
  on(event: 'connect', listener: () => void): unknown;
  on<Name extends 'changes' | 'left'>(event: Name, listener: ServerToClient[Name]): unknown;
  emit<Name extends keyof ClientToServer>(event: Name, ...message: Parameters<ClientToServer[Name]>): unknown;
}

/** The state of a topic. A screen shows its snapshot with `changesAfter(log, snapshot.feed)`: see `topic-log.ts`. */
export interface TopicState {
  /** Null until the server has answered the join. */
  readonly log: TopicLog | null;
  /** Null while the topic is followed. After a refusal, the log is not extended. */
  readonly refusal: LiveRefusal | null;
}

export interface Following {
  /** Sets the position of the snapshot on screen. Call it for each new snapshot. */
  startFrom(feed: FeedPosition): void;
  stop(): void;
}

interface FollowedTopic {
  readonly topic: Topic;
  readonly screens: Set<Screen>;
  state: TopicState;
  /** The `scope` of `JoinAnswer`; null before the first answer. */
  scope: string | null;
  /** The join whose answer is awaited. */
  joining: object | null;
}

/** Topics are left a moment after their last follower, so that moving between two screens of one topic costs nothing. */
const LINGER_MS = 2_000;

const UNKNOWN: TopicState = { log: null, refusal: null };

/**
 * Follows topics over one socket, across lost connections. It keeps one log of changes per topic and makes sure that the log covers every
 * snapshot on screen: it joins from the position of a snapshot, resumes from that of the log, and otherwise requests a new snapshot.
 */
export class LiveClient {
  private readonly topics = new Map<string, FollowedTopic>();

  /** `onMoved` is called after every change of `stateOf`, `isFollowing`, `isOnScreen` and `isUpToDate`. */
  constructor(
    private readonly socket: LiveSocket,
    private readonly onMoved = () => {},
  ) {
    socket.on('connect', () => this.rejoin());
    socket.on('changes', (changes) => this.receive(changes));
    socket.on('left', ({ topic, code, message }) => {
      const followed = this.topics.get(topic);
      if (followed) this.lose(followed, { code, message });
    });
  }

  stateOf(topic: Topic): TopicState {
    return this.topics.get(topicKey(topic))?.state ?? UNKNOWN;
  }

  /** Whether a screen follows a topic, or did a moment ago. */
  get isFollowing(): boolean {
    return this.topics.size > 0;
  }

  /** Whether a screen follows a topic now. */
  get isOnScreen(): boolean {
    return [...this.topics.values()].some(({ screens }) => screens.size > 0);
  }

  /** While connected: whether all topics on screen are followed and their snapshots covered. */
  get isUpToDate(): boolean {
    const isCurrent = ({ screens, state: { refusal } }: FollowedTopic) =>
      screens.size === 0 || (refusal === null && [...screens].every(({ awaitsSnapshot }) => !awaitsSnapshot));
    return [...this.topics.values()].every(isCurrent);
  }

  follow(topic: Topic, follower: Follower): Following {
    const followed = this.followed(topic);
    const screen = new Screen(follower);
    followed.screens.add(screen);
    return {
      startFrom: (feed) => this.startFrom(followed, screen, feed),
      stop: () => {
        followed.screens.delete(screen);
        screen.stop();
        setTimeout(() => this.leaveIfUnfollowed(followed), LINGER_MS);
        this.onMoved();
      },
    };
  }

  /** Sends a renewed token, or null after sign-out, to the server. Topics that were refused are joined again. */
  changeToken(accessToken: string | null): void {
    if (!this.socket.connected) return;
    this.socket.emit('token', accessToken, () => {
      for (const followed of this.topics.values()) {
        if (followed.state.refusal === null && followed.state.log !== null) continue;
        this.join(followed, oldestSnapshot(followed.screens));
        if (followed.state.refusal !== null) for (const screen of followed.screens) screen.requestSnapshot();
      }
    });
  }

  private followed(topic: Topic): FollowedTopic {
    const key = topicKey(topic);
    const followed = this.topics.get(key) ?? { topic, screens: new Set(), state: UNKNOWN, scope: null, joining: null };
    this.topics.set(key, followed);
    if (!this.socket.connected) this.socket.connect();
    return followed;
  }

  private startFrom(followed: FollowedTopic, screen: Screen, feed: FeedPosition): void {
    screen.show(feed);
    const { log, refusal } = followed.state;
    // Only the server knows which of two epochs is the current one.
    if (log === null || refusal !== null || log.epoch !== feed.epoch) this.join(followed, feed);
    else this.checkSnapshots(followed);
    this.onMoved();
  }

  /** On a new connection, no answer to an earlier join can arrive. */
  private rejoin(): void {
    for (const followed of this.topics.values()) {
      const { log, refusal } = followed.state;
      followed.joining = null;
      // After a refusal the person may see other changes than before, so the log cannot be resumed.
      const isResumed = log !== null && refusal === null;
      this.join(followed, isResumed ? { epoch: log.epoch, position: log.upTo } : oldestSnapshot(followed.screens));
    }
    this.onMoved();
  }

  private join(followed: FollowedTopic, since: FeedPosition | null): void {
    if (since === null || !this.socket.connected || followed.joining !== null) return;
    const joining = {};
    followed.joining = joining;
    this.socket.emit('join', { topic: followed.topic, since }, (answer) => {
      if (followed.joining !== joining) return;
      followed.joining = null;
      this.joinAnswered(followed, since, answer);
    });
  }

  private joinAnswered(followed: FollowedTopic, since: FeedPosition, answer: JoinAnswer): void {
    const { log, refusal } = followed.state;
    if (answer.status === 'refused') {
      const { code, message } = answer;
      return this.move(followed, { log, refusal: { code, message } });
    }
    const before = followed.scope;
    followed.scope = answer.scope;
    if (refusal === null && before !== null && before !== answer.scope) return this.lose(followed, RIGHTS_CHANGED);
    const continues = log !== null && refusal === null && covers(log, since) && since.position <= log.upTo;
    const begun = continues ? log : startLog(since);
    this.move(followed, {
      log: answer.status === 'joined' ? extendLog(begun, answer.feed, answer.changes) : startLog(answer.feed),
      refusal: null,
    });
  }

  private receive({ topic, feed, changes }: Changes): void {
    const followed = this.topics.get(topic);
    if (!followed?.state.log || followed.state.refusal !== null) return;
    this.move(followed, { log: extendLog(followed.state.log, feed, changes), refusal: null });
  }

  /** After the loss of a permission, the server decides what a new snapshot may show. */
  private lose(followed: FollowedTopic, refusal: LiveRefusal): void {
    for (const screen of followed.screens) screen.show(null);
    // An answer that is still on its way belongs to an earlier join, and would undo the loss.
    followed.joining = null;
    this.move(followed, { ...followed.state, refusal });
    for (const screen of followed.screens) {
      // A topic that may be joined again is joined, whatever the outcome of the first read.
      if (refusal.code === RIGHTS_CHANGED.code) screen.requestSnapshot();
      else screen.follower.onReadAfresh({ cancelRefetch: true });
    }
  }

  private move(followed: FollowedTopic, state: TopicState): void {
    followed.state = state;
    for (const { follower } of followed.screens) follower.onMoved?.();
    if (state.refusal === null) this.checkSnapshots(followed);
    this.onMoved();
  }

  private checkSnapshots({ screens, state: { log } }: FollowedTopic): void {
    for (const screen of screens) {
      if (log !== null && screen.shown !== null && !covers(log, screen.shown)) screen.requestSnapshot();
    }
  }

  private leaveIfUnfollowed(followed: FollowedTopic): void {
    if (followed.screens.size > 0 || this.topics.get(topicKey(followed.topic)) !== followed) return;
    this.topics.delete(topicKey(followed.topic));
    if (this.socket.connected) this.socket.emit('leave', followed.topic);
    this.onMoved();
  }
}
