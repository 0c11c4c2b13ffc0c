import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Change, JoinAnswer, JoinRequest, Topic } from '../live.contract.js';
import { LiveClient, type LiveSocket } from './live-client.js';
import type { Follower } from './screen.js';
import { RIGHTS_CHANGED } from './topic-key.js';
import { changesAfter } from './topic-log.js';

const QUEUE: Topic = { name: 'task-queue' };
const at = (position: number) => ({ epoch: 'e1', position });
const change = (position: number): Change => ({ position, key: `t-${position}`, row: {}, at: '2026-11-19T16:20:00Z' });

/** The server's end of the socket. */
class Server {
  readonly joins: JoinRequest[] = [];
  private readonly listeners = new Map<string, (message?: unknown) => void>();
  private readonly answers: ((answer: JoinAnswer) => void)[] = [];

  readonly socket = {
    connected: true,
    on: (event: string, listener: (message?: unknown) => void) => this.listeners.set(event, listener),
    connect: () => undefined,
    emit: (event: string, message: unknown, answer?: (answer?: JoinAnswer) => void) => {
      if (event === 'token') answer?.();
      if (event !== 'join') return;
      this.joins.push(message as JoinRequest);
      this.answers.push(answer as (answer: JoinAnswer) => void);
    },
  } as unknown as LiveSocket;

  say(event: string, message?: unknown) {
    this.listeners.get(event)?.(message);
  }
  answer(answer: JoinAnswer) {
    this.answers.shift()?.(answer);
  }
  joined(position: number, changes: readonly Change[] = []) {
    this.answer({ status: 'joined', feed: at(position), changes, scope: 'staff' });
  }
  changed(...changes: readonly Change[]) {
    this.say('changes', { topic: 'task-queue', feed: at(changes.at(-1)?.position ?? 0), changes });
  }
}

function setUp() {
  const server = new Server();
  const onMoved = jest.fn();
  const client = new LiveClient(server.socket, onMoved);
  const follower = () => {
    const onReadAfresh = jest.fn<Follower['onReadAfresh']>();
    return { onReadAfresh, ...client.follow(QUEUE, { onReadAfresh }) };
  };
  /** Positions of the changes after a snapshot; null if the log of changes does not cover it. */
  const missedBy = (position: number) => {
    const { log } = client.stateOf(QUEUE);
    return (log && changesAfter(log, at(position)))?.map((missed) => missed.position) ?? null;
  };
  return { server, client, follower, missedBy, onMoved };
}

describe('Live client', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('joins from the snapshot, and adds missed and later changes', () => {
    const { server, follower, missedBy } = setUp();
    follower().startFrom(at(10));
    expect(server.joins).toEqual([{ topic: QUEUE, since: at(10) }]);
    server.joined(12, [change(11)]);
    server.changed(change(13));
    expect(missedBy(10)).toEqual([11, 13]);
  });

  it('joins a topic once for two screens, whose snapshots lack different changes', () => {
    const { server, follower, missedBy } = setUp();
    const [first, second] = [follower(), follower()];
    first.startFrom(at(10));
    server.joined(10);
    server.changed(change(11), change(12));
    second.startFrom(at(11));
    expect(server.joins).toHaveLength(1);
    expect([missedBy(10), missedBy(11)]).toEqual([[11, 12], [12]]);
  });

  it('resumes after a lost connection, without duplicates', () => {
    const { server, follower, missedBy } = setUp();
    follower().startFrom(at(10));
    server.joined(10);
    server.changed(change(11));
    server.say('connect');
    expect(server.joins.at(-1)?.since).toEqual(at(11));
    server.joined(13, [change(11), change(12)]);
    expect(missedBy(10)).toEqual([11, 12]);
  });

  it('joins again when the connection was lost before the answer', () => {
    const { server, follower } = setUp();
    follower().startFrom(at(10));
    server.say('connect');
    expect(server.joins).toHaveLength(2);
  });

  it('requests a new snapshot when the server demands one, and continues from it', () => {
    const { server, client, follower, missedBy } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'read-afresh', feed: at(900), reason: 'too-old', scope: 'staff' });
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(1);
    expect(client.isUpToDate).toBe(false);
    server.changed(change(901));
    screen.startFrom(at(900));
    expect(missedBy(900)).toEqual([901]);
    expect(client.isUpToDate).toBe(true);
  });

  it('repeats the request until there is a snapshot', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'read-afresh', feed: at(900), reason: 'too-old', scope: 'staff' });
    jest.advanceTimersByTime(5_000);
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(2);
    screen.startFrom(at(901));
    jest.advanceTimersByTime(60_000);
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(2);
  });

  it('waits for a snapshot that takes long to read, and starts it again only when nothing was heard of it for a minute', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'read-afresh', feed: at(900), reason: 'too-old', scope: 'staff' });
    jest.advanceTimersByTime(55_000);
    const [first, ...repeated] = screen.onReadAfresh.mock.calls.map(([how]) => how);
    expect(first).toEqual({ cancelRefetch: true });
    expect(repeated).toEqual(Array.from({ length: 11 }, () => ({ cancelRefetch: false })));
    jest.advanceTimersByTime(5_000);
    expect(screen.onReadAfresh).toHaveBeenLastCalledWith({ cancelRefetch: true });
  });

  it('does not wait for a read that was begun with other rights', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'read-afresh', feed: at(900), reason: 'too-old', scope: 'staff' });
    server.say('left', { topic: 'task-queue', ...RIGHTS_CHANGED });
    expect(screen.onReadAfresh).toHaveBeenLastCalledWith({ cancelRefetch: true });
  });

  it('requests a newer snapshot if one is older than its log', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    screen.startFrom(at(9));
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(1);
  });

  it('is refused without a token and tries again with one', () => {
    const { server, client, follower, missedBy } = setUp();
    follower().startFrom(at(10));
    server.answer({ status: 'refused', code: 'identity/sign-in-required', message: 'Please sign in.' });
    expect(client.stateOf(QUEUE).refusal?.code).toBe('identity/sign-in-required');
    expect(client.isUpToDate).toBe(false);
    client.changeToken('t');
    server.joined(11, [change(11)]);
    expect(client.stateOf(QUEUE).refusal).toBeNull();
    expect(missedBy(10)).toEqual([11]);
  });

  it('reports why a topic was left, requests a new snapshot and joins from that', () => {
    const { server, client, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    server.say('left', { topic: 'task-queue', code: 'identity/not-allowed', message: 'Not for you.' });
    expect(client.stateOf(QUEUE).refusal).toEqual({ code: 'identity/not-allowed', message: 'Not for you.' });
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(1);
    server.say('connect');
    expect(server.joins).toHaveLength(1);
    screen.startFrom(at(20));
    expect(server.joins.at(-1)?.since).toEqual(at(20));
  });

  it('joins again after a change of rights, also if the first read fails', () => {
    const { server, client, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    server.say('left', { topic: 'task-queue', ...RIGHTS_CHANGED });
    jest.advanceTimersByTime(5_000);
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(2);
    screen.startFrom(at(20));
    server.joined(20);
    expect(client.stateOf(QUEUE).refusal).toBeNull();
    expect(client.isUpToDate).toBe(true);
    jest.advanceTimersByTime(60_000);
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(2);
  });

  it('stays without a topic that is left while the answer to a join is on its way', () => {
    const { server, client, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.say('left', { topic: 'task-queue', code: 'identity/not-allowed', message: 'Not for you.' });
    server.joined(12);
    expect(client.stateOf(QUEUE)).toEqual({
      log: null,
      refusal: { code: 'identity/not-allowed', message: 'Not for you.' },
    });
    screen.startFrom(at(13));
    server.joined(13);
    expect(client.stateOf(QUEUE).refusal).toBeNull();
  });

  it('requests a new snapshot when it resumes with other rights', () => {
    const { server, client, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    server.say('connect');
    server.answer({ status: 'joined', feed: at(12), changes: [change(12)], scope: 'company:26' });
    expect(client.stateOf(QUEUE).refusal?.code).toBe('identity/rights-changed');
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(1);
  });

  it('stops calling back when a screen is gone, and leaves the topic a moment later', () => {
    const { server, client, follower, onMoved } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    screen.stop();
    jest.runAllTimers();
    onMoved.mockClear();
    server.changed(change(11));
    expect(onMoved).not.toHaveBeenCalled();
    expect(client.stateOf(QUEUE).log).toBeNull();
  });

  it('follows nothing any more when the last screen is gone, and says so', () => {
    const { server, client, follower, onMoved } = setUp();
    expect(client.isFollowing).toBe(false);
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    expect(client.isFollowing).toBe(true);
    expect(client.isOnScreen).toBe(true);
    onMoved.mockClear();
    screen.stop();
    expect(client.isFollowing).toBe(true);
    expect(client.isOnScreen).toBe(false);
    expect(onMoved).toHaveBeenCalledTimes(1);
    onMoved.mockClear();
    jest.runAllTimers();
    expect(client.isFollowing).toBe(false);
    expect(onMoved).toHaveBeenCalledTimes(1);
  });
});
