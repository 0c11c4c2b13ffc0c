import { setTimeout as pause } from 'node:timers/promises';
import type { FeedPosition, ReferralList } from '@throughline/contracts';
import { anOrder } from './an-order.js';
import type { ApiUnderTest } from './api-under-test.js';
import { get, post } from './call.js';
import { connect } from './live-client.js';

/** Milliseconds between two orders, and between two reads, so that the build gets enough of the processor. */
const BETWEEN_MS = 25;
const PAGE = 100;
const LIST = `/referrals?pageSize=${PAGE}`;

interface Placed {
  readonly referralId: string;
  /** The time of the API's answer, by this process's clock. */
  readonly at: number;
}

interface Limits {
  /** The number of listed referrals before the start. */
  readonly listed: number;
  /** An order that is older than this must be shown. Milliseconds. */
  readonly staleMs: number;
}

/**
 * People at several nodes who order one after another, read the list repeatedly, and keep it open and live: the rows that they see are
 * compared with the orders. A page shows the newest referrals.
 */
export class ListWatch {
  private readonly placed: Placed[] = [];
  private readonly over = new AbortController();
  private readonly lists: Promise<LiveList>[];
  private readonly loops: Promise<unknown>;
  /** Sentences about what a person saw that was wrong. */
  readonly faults: string[] = [];
  reads = 0;

  constructor(
    private readonly nodes: readonly ApiUnderTest[],
    private readonly limits: Limits,
  ) {
    this.lists = nodes.map((node) => LiveList.open(node));
    this.loops = Promise.all([this.order(), this.read()]);
    this.loops.catch(() => undefined); // thrown by `end`
  }

  get orders(): number {
    return this.placed.length;
  }

  /** Whether the first `orders` orders are in every open list. */
  async show(orders: number): Promise<boolean> {
    const lists = await Promise.all(this.lists);
    const placed = this.placed.slice(0, orders);
    return lists.every(({ known }) => placed.every(({ referralId }) => known.has(referralId)));
  }

  /** The reasons for which the open lists were read again, by node. */
  async readAfresh(): Promise<readonly (readonly string[])[]> {
    return (await Promise.all(this.lists)).map(({ afresh }) => afresh);
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.loops;
    for (const list of await Promise.all(this.lists)) list.close();
  }

  private async order(): Promise<void> {
    while (!this.over.signal.aborted) {
      const node = this.nodes[this.orders % this.nodes.length] as ApiUnderTest;
      const { status, body } = await post<string>(node, '/referrals/create', anOrder(), { as: 'referrer' });
      if (status !== 201) this.faults.push(`an order was answered with ${status}`);
      else this.placed.push({ referralId: body.data, at: performance.now() });
      await pause(BETWEEN_MS);
    }
  }

  private async read(): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n = (n + 1) % this.nodes.length) {
      const due = this.placed.filter(({ at }) => at < performance.now() - this.limits.staleMs);
      await this.lookAtLive(n, due);
      await this.readAtOnce(n, due);
      this.reads += 1;
      await pause(BETWEEN_MS);
    }
  }

  private async lookAtLive(n: number, due: readonly Placed[]): Promise<void> {
    const { known } = await (this.lists[n] as Promise<LiveList>);
    const missing = due.filter(({ referralId }) => !known.has(referralId)).length;
    if (missing > 0) this.faults.push(`node ${n}, live: ${missing} of ${due.length} missing`);
  }

  private async readAtOnce(n: number, due: readonly Placed[]): Promise<void> {
    const { status, body } = await get<ReferralList>(this.nodes[n] as ApiUnderTest, LIST, { as: 'staff' });
    const shown = (body.data?.rows ?? []).map(({ referralId }) => referralId);
    const oldest = shown.at(-1) ?? '';
    const missing = due.filter(({ referralId }) => referralId >= oldest && !shown.includes(referralId)).length;
    if (shown.length === PAGE && missing === 0 && body.data.rowCount >= this.limits.listed + due.length) return;
    const outcome = `${status}, ${shown.length} rows of ${body.data?.rowCount}, ${missing} of ${due.length} missing`;
    this.faults.push(`node ${n}, read: ${outcome}`);
  }
}

/** The list as the console keeps it open: read once, then updated by every change, and read again when the feed requires it. */
class LiveList {
  readonly known = new Set<string>();
  readonly afresh: string[] = [];
  private feed: FeedPosition | null = null;
  private readonly client: ReturnType<typeof connect>;

  private constructor(private readonly node: ApiUnderTest) {
    this.client = connect(node, 'staff');
    this.client.socket.on('changes', ({ feed, changes }) => this.take(feed, changes));
  }

  static open(node: ApiUnderTest): Promise<LiveList> {
    const list = new LiveList(node);
    return new Promise((resolve, reject) => {
      list.client.socket.on('connect', () => list.join().then(() => resolve(list), reject));
    });
  }

  close(): void {
    this.client.socket.disconnect();
  }

  private async join(): Promise<void> {
    const answer = await this.client.join({ name: 'referral-list' }, this.feed);
    if (answer.status === 'refused') throw new Error(answer.message);
    if (answer.status === 'joined') return this.take(answer.feed, answer.changes);
    this.afresh.push(answer.reason);
    const { body } = await get<ReferralList>(this.node, LIST, { as: 'staff' });
    this.take(
      body.data.feed,
      body.data.rows.map(({ referralId }) => ({ key: referralId })),
    );
  }

  private take(feed: FeedPosition, changes: readonly { readonly key: string }[]): void {
    this.feed = feed;
    for (const { key } of changes) this.known.add(key);
  }
}
