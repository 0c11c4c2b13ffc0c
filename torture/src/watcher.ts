import { setTimeout as pause } from 'node:timers/promises';
import {
  type Change,
  type ClientToServer,
  type FeedPosition,
  LIVE_PATH,
  LiveClient,
  type ReferralDetail,
  type ReferralList,
  type ServerToClient,
  type SubmissionDetail,
  type TaskQueue,
  type Topic,
  topicKey,
} from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import { ask } from './client.js';
import type { Node, Person } from './plan.js';
import type { Wire } from './wire.js';

const TRY_AGAIN_MS = 500;

interface Watching {
  readonly by: Person;
  readonly token: string;
  readonly node: Node;
  readonly wire: Wire;
  readonly topic: Topic;
}

/**
 * A screen that is left open: it reads a page and follows its topic with the console's own live client. What it holds by the end
 * is what a person would see.
 */
export class Watcher {
  readonly held = new Map<string, unknown>();
  /** Where the page was read; null before that. */
  since: FeedPosition | null = null;
  /** Every change of the topic up to here has come. */
  upTo = 0;
  afreshes = 0;
  readonly refusals: string[] = [];
  private readonly socket: Socket<ServerToClient, ClientToServer>;
  private readonly following: ReturnType<LiveClient['follow']>;
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
    this.following = new LiveClient(this.socket).follow(topic, {
      onChanges: (changes) => this.take(changes),
      onReadAfresh: () => {
        this.afreshes += 1;
        void this.read();
      },
      onRefused: ({ code }) => void this.refusals.push(code),
    });
  }

  get name(): string {
    const { by, node, topic } = this.watching;
    return `${topicKey(topic)} of ${by} at api-${node + 1}`;
  }

  get by(): Person {
    return this.watching.by;
  }

  get topic(): Topic {
    return this.watching.topic;
  }

  /** Reads the page, as often as it takes, and follows from there. */
  async read(): Promise<void> {
    while (!this.closed) {
      const page = await this.page().catch(() => null);
      if (page) {
        this.held.clear();
        for (const [key, row] of page.rows) this.held.set(key, row);
        this.since = page.feed;
        this.upTo = Math.max(this.upTo, page.feed.position);
        return this.following.startFrom(page.feed);
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  close(): void {
    this.closed = true;
    this.following.stop();
    this.socket.disconnect();
  }

  private take(changes: readonly Change[]): void {
    for (const { key, row, position } of changes) {
      this.held.set(key, row);
      this.upTo = Math.max(this.upTo, position);
    }
  }

  /** Null: it cannot be had now. */
  private async page(): Promise<{ readonly rows: ReadonlyMap<string, unknown>; readonly feed: FeedPosition } | null> {
    const { wire, token, topic } = this.watching;
    const get = async <Data>(path: string): Promise<Data | null> => {
      const { status, data } = await ask(wire.origin, { method: 'GET', path, token });
      return status === 200 ? (data as Data) : null;
    };
    switch (topic.name) {
      case 'task-queue': {
        const page = await get<TaskQueue>('/tasks?tab=unassigned&pageSize=100');
        return page && { rows: new Map(page.rows.map((row) => [row.taskId, row])), feed: page.feed };
      }
      case 'referral-list': {
        const page = await get<ReferralList>('/referrals?pageSize=100&includeCompany=true');
        return page && { rows: new Map(page.rows.map((row) => [row.referralId, row])), feed: page.feed };
      }
      case 'referral':
      case 'limited-referral': {
        const page = await get<ReferralDetail>(`/referrals/referral/${topic.referralId}`);
        if (!page) return null;
        const { feed, ...row } = page;
        return { rows: new Map([[topic.referralId, row]]), feed };
      }
      case 'referral-history':
        return null;
      case 'submission': {
        const page = await get<SubmissionDetail>(`/referrals/referral/${topic.referralId}/submission`);
        if (!page) return null;
        const { feed, ...row } = page;
        return { rows: new Map([[topic.referralId, row]]), feed };
      }
    }
  }
}
