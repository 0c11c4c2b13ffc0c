import { describe, expect, it, jest } from '@jest/globals';
import type { Change, JoinAnswer, JoinRequest, Topic } from '../live.contract.js';
import { LiveClient, type LiveSocket } from './live-client.js';

const QUEUE: Topic = { name: 'task-queue' };
const at = (position: number) => ({ epoch: 'e1', position });
const change = (position: number): Change => ({ position, key: `t-${position}`, row: {}, at: '2026-11-19T16:20:00Z' });

/** The server's end of the socket. */
class Server {
  readonly joins: JoinRequest[] = [];
  private readonly heard = new Map<string, (message?: unknown) => void>();
  private readonly answers: ((answer: JoinAnswer) => void)[] = [];

  readonly socket = {
    connected: true,
    on: (event: string, listener: (message?: unknown) => void) => this.heard.set(event, listener),
    connect: () => undefined,
    emit: (event: string, message: unknown, answer?: (answer?: JoinAnswer) => void) => {
      if (event === 'token') answer?.();
      if (event !== 'join') return;
      this.joins.push(message as JoinRequest);
      this.answers.push(answer as (answer: JoinAnswer) => void);
    },
  } as unknown as LiveSocket;

  say(event: string, message?: unknown) {
    this.heard.get(event)?.(message);
  }
  answer(answer: JoinAnswer) {
    this.answers.shift()?.(answer);
  }
  joined(position: number, changes: readonly Change[] = []) {
    this.answer({ status: 'joined', feed: at(position), changes });
  }
  changed(...changes: readonly Change[]) {
    this.say('changes', { topic: 'task-queue', feed: at(changes.at(-1)?.position ?? 0), changes });
  }
}

function setUp() {
  const server = new Server();
  const client = new LiveClient(server.socket);
  const follower = () => {
    const got: number[] = [];
    const onReadAfresh = jest.fn();
    const onRefused = jest.fn();
    const onChanges = (changes: readonly Change[]) => void got.push(...changes.map(({ position }) => position));
    return { got, onReadAfresh, onRefused, ...client.follow(QUEUE, { onChanges, onReadAfresh, onRefused }) };
  };
  return { server, client, follower };
}

describe('Live client', () => {
  it('joins from the snapshot and hands on what was missed and what follows', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    expect(server.joins).toEqual([{ topic: QUEUE, since: at(10) }]);
    server.joined(12, [change(11)]);
    server.changed(change(13));
    expect(screen.got).toEqual([11, 13]);
  });

  it('joins a topic once for two screens, and gives each what its own snapshot lacks', () => {
    const { server, follower } = setUp();
    const [first, second] = [follower(), follower()];
    first.startFrom(at(10));
    server.joined(10);
    server.changed(change(11), change(12));
    second.startFrom(at(11));
    expect(server.joins).toHaveLength(1);
    expect([first.got, second.got]).toEqual([[11, 12], [12]]);
  });

  it('resumes after a lost connection where it was, without showing anything twice', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    server.changed(change(11));
    server.say('connect');
    expect(server.joins.at(-1)?.since).toEqual(at(11));
    server.joined(13, [change(11), change(12)]);
    expect(screen.got).toEqual([11, 12]);
  });

  it('joins again when the connection was lost before the answer', () => {
    const { server, follower } = setUp();
    follower().startFrom(at(10));
    server.say('connect');
    expect(server.joins).toHaveLength(2);
  });

  it('asks for a new snapshot when the server says so, and goes on from that', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'read-afresh', feed: at(900), reason: 'too-old' });
    expect(screen.onReadAfresh).toHaveBeenCalledTimes(1);
    server.changed(change(901));
    screen.startFrom(at(900));
    expect(screen.got).toEqual([901]);
  });

  it('repeats what an older snapshot took away again', () => {
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    server.changed(change(11));
    screen.startFrom(at(10.5));
    expect(screen.got).toEqual([11, 11]);
  });

  it('is refused without a token and tries again with one', () => {
    const { server, client, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.answer({ status: 'refused', code: 'identity/sign-in-required', message: 'Please sign in.' });
    expect(screen.onRefused).toHaveBeenCalledTimes(1);
    client.changeToken('t');
    server.joined(11, [change(11)]);
    expect(screen.got).toEqual([11]);
  });

  it('stops calling back when a screen is gone', () => {
    jest.useFakeTimers();
    const { server, follower } = setUp();
    const screen = follower();
    screen.startFrom(at(10));
    server.joined(10);
    screen.stop();
    server.changed(change(11));
    jest.runAllTimers();
    jest.useRealTimers();
    expect(screen.got).toEqual([]);
  });
});
