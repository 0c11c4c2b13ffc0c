import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changesAfter,
  type ClientToServer,
  type FeedPosition,
  LIVE_PATH,
  LiveClient,
  type ServerToClient,
  type TaskQueue,
  type Topic,
} from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type ApiUnderTest, PEOPLE, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const QUEUE: Topic = { name: 'task-queue' };
const CHANGES = 200;
const TASKS = 5;

/** The queue as the console keeps it: a page that is read once, with later changes applied by the console's own live client. */
class QueueScreen implements Disposable {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** Positions of the changes that were sent to it live. Missed changes come with the answer to its next join. */
  readonly heard: number[] = [];
  reads = 0;
  private readonly client;
  private readonly following;
  private page: { readonly rows: ReadonlyMap<string, unknown>; readonly feed: FeedPosition } | null = null;

  constructor(private readonly node: ApiUnderTest) {
    const auth = { token: node.tokens.staff };
    this.socket = io(node.origin, { path: LIVE_PATH, auth, transports: ['websocket'], reconnectionDelay: 50 });
    this.socket.on('changes', ({ changes }) => this.heard.push(...changes.map(({ position }) => position)));
    this.client = new LiveClient(this.socket);
    this.following = this.client.follow(QUEUE, { onReadAfresh: () => void this.read() });
  }

  async read(): Promise<void> {
    this.reads += 1;
    const { body } = await get<TaskQueue>(this.node, '/tasks?tab=unassigned&pageSize=100', { as: 'staff' });
    this.page = { rows: new Map(body.data.rows.map((row) => [row.taskId, row])), feed: body.data.feed };
    this.following.startFrom(body.data.feed);
  }

  /** The row of each task; null while the screen cannot be brought up to date. */
  get rows(): ReadonlyMap<string, unknown> | null {
    const { log } = this.client.stateOf(QUEUE);
    const changes = log && this.page && changesAfter(log, this.page.feed);
    return changes && new Map([...(this.page?.rows ?? []), ...changes.map(({ key, row }) => [key, row] as const)]);
  }

  [Symbol.dispose](): void {
    this.following.stop();
    this.socket.disconnect();
  }
}

describe('A screen whose connection is lost while the queue changes', () => {
  let first: ApiUnderTest;
  let taskIds: readonly string[];
  beforeAll(async () => {
    first = await startApi();
    const orders = Array.from({ length: TASKS }, () => submitOrder(first, anOrder(), { as: 'referrer' }));
    taskIds = (await Promise.all(orders)).map(({ body }) => `${body.data}-1`);
    for (const taskId of taskIds) {
      await until(async () => (await get(first, `/tasks/${taskId}`, { as: 'staff' })).status === 200);
    }
  });
  afterAll(() => first.close());

  /** Assigns the tasks to two people in turn. */
  const change = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const { userId } = n % 2 === 0 ? PEOPLE.staff : PEOPLE.staff2;
      const { status } = await post(first, `/tasks/${taskIds[n % TASKS]}/assign`, { userId }, { as: 'admin' });
      expect(status).toBe(200);
    }
  };
  /** Whether the screen shows the rows of the database. */
  const isShownBy = async (screen: QueueScreen): Promise<boolean> => {
    const stored = await first.engines.database.db.selectFrom('task_queue').select(['task_id', 'row']).execute();
    const { rows } = screen;
    return (
      rows !== null && stored.every(({ task_id, row }) => JSON.stringify(row) === JSON.stringify(rows.get(task_id)))
    );
  };

  it('shows what the database holds once it is back, and hears nothing twice', async () => {
    using screen = new QueueScreen(first);
    await screen.read();
    await change(0, 50);
    screen.socket.disconnect();
    await change(50, 150);
    screen.socket.connect();
    await change(150, CHANGES);
    await until(() => isShownBy(screen));
    expect(new Set(screen.heard).size).toBe(screen.heard.length);
    expect(screen.reads).toBe(1);
  });

  it('does so too when its node was restarted', async () => {
    await using node = await startAnotherNode(first);
    using screen = new QueueScreen(node);
    await screen.read();
    await change(0, 10);
    // Not by what it heard live: changes before its first join was answered come with that answer.
    await until(() => isShownBy(screen));
    await node.close();
    await change(10, 30);
    await using restarted = await startAnotherNode(first, { port: Number(new URL(node.origin).port) });
    expect(restarted.origin).toBe(node.origin);
    await change(30, 41);
    await until(() => isShownBy(screen));
    expect(new Set(screen.heard).size).toBe(screen.heard.length);
  });
});
