import { setTimeout as pause } from 'node:timers/promises';
import {
  type AnswerOf,
  changesAfter,
  type ClientToServer,
  type Endpoint,
  type FeedPosition,
  type Following,
  LIVE_PATH,
  LiveClient,
  type LiveRefusal,
  type RequestOf,
  type ServerToClient,
  type Topic,
  topicKey,
} from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import { ask, asking, type Tokens } from './client.js';
import type { Person } from './plan.js';
import type { Node } from './planned-faults.js';
import type { System } from './system.js';
import type { Wire } from './wire.js';

const RETRY_DELAY_MS = 500;

/** Topics whose changes are rows. Changes of other topics only announce that there is something to read. */
export type RowTopic = Extract<
  Topic,
  { name: 'task-queue' | 'referral-list' | 'referral' | 'limited-referral' | 'submission' }
>;

interface Watching {
  readonly by: Person;
  readonly token: string;
  readonly node: Node;
  readonly wire: Wire;
  readonly topic: RowTopic;
}

/**
 * A screen that is left open: it reads a page and follows its topic with the console's own live client. What it holds at the end is what a
 * person would see.
 */
export class Watcher {
  readonly held = new Map<string, unknown>();
  /** The referrals that the screen has ever shown. */
  readonly shown = new Set<string>();
  /** The position at which the page was read; null before that. */
  since: FeedPosition | null = null;
  /** Every change of the topic up to this position has arrived. */
  upTo = 0;
  afreshes = 0;
  readonly refusals: string[] = [];
  private readonly socket: Socket<ServerToClient, ClientToServer>;
  private readonly client: LiveClient;
  private readonly following: Following;
  private refusal: LiveRefusal | null = null;
  private closed = false;

  constructor(private readonly watching: Watching) {
    const { wire, token, topic } = watching;
    this.socket = io(wire.origin, {
      path: LIVE_PATH,
      auth: { token },
      transports: ['websocket'],
      reconnectionDelay: 500,
      forceNew: true,
    });
    this.client = new LiveClient(this.socket);
    this.following = this.client.follow(topic, {
      onMoved: () => this.take(),
      onReadAfresh: () => {
        this.afreshes += 1;
        void this.read();
      },
    });
  }

  get name(): string {
    const { by, node, topic } = this.watching;
    return `${topicKey(topic)} of ${by} at api-${node + 1}`;
  }

  get by(): Person {
    return this.watching.by;
  }

  get topic(): RowTopic {
    return this.watching.topic;
  }

  /** Reads the page, with as many attempts as it takes, and follows the topic from there. */
  async read(): Promise<void> {
    while (!this.closed) {
      const page = await this.page().catch(() => null);
      if (page) {
        this.held.clear();
        for (const [key, row] of page.rows) this.show(key, row);
        this.since = page.feed;
        this.upTo = Math.max(this.upTo, page.feed.position);
        this.following.startFrom(page.feed);
        return this.take();
      }
      await pause(RETRY_DELAY_MS);
    }
  }

  close(): void {
    this.closed = true;
    this.following.stop();
    this.socket.disconnect();
  }

  private take(): void {
    const { log, refusal } = this.client.stateOf(this.topic);
    if (refusal !== null && refusal !== this.refusal) this.refusals.push(refusal.code);
    this.refusal = refusal;
    for (const { key, row, position } of (log && this.since && changesAfter(log, this.since)) ?? []) {
      this.show(key, row);
      this.upTo = Math.max(this.upTo, position);
    }
  }

  private show(key: string, row: unknown): void {
    this.held.set(key, row);
    const { referralId } = (row ?? {}) as { readonly referralId?: unknown };
    if (typeof referralId === 'string') this.shown.add(referralId);
  }

  /** Null: the page cannot be read now. */
  private async page(): Promise<{ readonly rows: ReadonlyMap<string, unknown>; readonly feed: FeedPosition } | null> {
    const { wire, token, topic } = this.watching;
    const get = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<AnswerOf<E> | null> => {
      const { status, data } = await ask(wire.origin, { ...asking(endpoint, request), token });
      return status === 200 ? (data as AnswerOf<E>) : null;
    };
    switch (topic.name) {
      case 'task-queue': {
        const page = await get('GET /tasks', { query: { tab: 'unassigned', pageSize: 100 } });
        return page && { rows: new Map(page.rows.map((row) => [row.taskId, row])), feed: page.feed };
      }
      case 'referral-list': {
        const page = await get('GET /referrals', { query: { pageSize: 100, includeCompany: true } });
        return page && { rows: new Map(page.rows.map((row) => [row.referralId, row])), feed: page.feed };
      }
      case 'referral':
      case 'limited-referral': {
        const page = await get('GET /referrals/referral/{id}', { params: { id: topic.referralId } });
        if (!page) return null;
        const { feed, ...row } = page;
        return { rows: new Map([[topic.referralId, row]]), feed };
      }
      case 'submission': {
        const page = await get('GET /referrals/referral/{id}/submission', { params: { id: topic.referralId } });
        if (!page) return null;
        const { feed, ...row } = page;
        return { rows: new Map([[topic.referralId, row]]), feed };
      }
    }
  }
}

/** Open from before the first command until after the last fault. */
const SCREENS: readonly (readonly [by: Person, node: Node, topic: RowTopic])[] = [
  ['staff', 0, { name: 'task-queue' }],
  ['staff2', 1, { name: 'task-queue' }],
  ['admin', 0, { name: 'referral-list' }],
  ['referrer', 1, { name: 'referral-list' }],
  ['referrer2', 0, { name: 'referral-list' }],
];
export function openScreens(system: System, tokens: Tokens): Watcher[] {
  return SCREENS.map(([by, node, topic]) => screenOf(system, tokens, by, node, topic));
}

export function screenOf({ wires }: System, tokens: Tokens, by: Person, node: Node, topic: RowTopic): Watcher {
  return new Watcher({ by, node, topic, token: tokens.get(by) ?? '', wire: wires[node] });
}
