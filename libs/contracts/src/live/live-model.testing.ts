import type { FeedPosition } from '../envelope.contract.js';
import type { Change, JoinAnswer, JoinRequest, Topic } from '../live.contract.js';
import { RIGHTS_CHANGED, topicKey } from './topic-key.js';
import type { LiveSocket } from './live-client.js';

export const TOPIC: Topic = { name: 'task-queue' };
const AT = '2026-11-19T16:20:00Z';

/** What a page shows: the rows as of one moment, and where the feed was at that moment. */
export interface Snapshot {
  readonly rows: ReadonlyMap<string, number>;
  readonly feed: FeedPosition;
  /** A number that identifies the rights of the person under which it was read. */
  readonly rights: number;
}

/** Rows with a change feed, as the read models keep them. A row's value is a number that grows. */
export class ModelDatabase {
  private epoch = 1;
  private position = 0;
  private trimmedTo = 0;
  private value = 0;
  rights = 1;
  private changes: Change[] = [];
  private readonly history: { readonly feed: FeedPosition; readonly rows: ReadonlyMap<string, number> }[] = [];
  private rows: ReadonlyMap<string, number> = new Map();

  constructor(keys: readonly string[]) {
    for (const key of keys) this.set(key);
    this.remember();
  }

  get feed(): FeedPosition {
    return { epoch: `e${this.epoch}`, position: this.position };
  }

  write(key: string): void {
    this.set(key);
    this.position += 1;
    this.changes.push({ position: this.position, key, row: this.value, at: AT });
    this.remember();
  }

  /** A change of another topic; all topics share the feed. */
  writeElsewhere(): void {
    this.position += 1;
    this.remember();
  }

  trim(): void {
    this.trimmedTo = this.position;
    this.changes = [];
  }

  /** A read model is switched to another version: a row differs, without a change in the feed. */
  beginEpoch(key: string): void {
    this.epoch += 1;
    this.set(key);
    this.remember();
  }

  /** The person's rights change: a row that is read now differs, without a change in the feed. */
  changeRights(key: string): void {
    this.rights += 1;
    this.position += 1;
    this.set(key);
    this.remember();
  }

  snapshot(keys: readonly string[]): Snapshot {
    return { rows: new Map(keys.map((key) => [key, this.rows.get(key) ?? 0])), feed: this.feed, rights: this.rights };
  }

  /** The rows at a position of the feed. */
  rowsAt({ epoch, position }: FeedPosition): ReadonlyMap<string, number> {
    const then = this.history.findLast(({ feed }) => feed.epoch === epoch && feed.position <= position);
    if (!then) throw new Error(`The feed was never at ${epoch}, ${position}.`);
    return then.rows;
  }

  /** A model of `readFeed` in the read models. */
  read(since: FeedPosition): { readonly gap: 'other-epoch' | 'too-old' | null; readonly changes: readonly Change[] } {
    if (since.epoch !== this.feed.epoch || since.position > this.position) return { gap: 'other-epoch', changes: [] };
    if (since.position < this.trimmedTo) return { gap: 'too-old', changes: [] };
    return { gap: null, changes: this.changes.filter(({ position }) => position > since.position) };
  }

  private set(key: string): void {
    this.value += 1;
    this.rows = new Map([...this.rows, [key, this.value]]);
  }

  private remember(): void {
    this.history.push({ feed: this.feed, rows: this.rows });
  }
}

/**
 * One API node and the line to one client. A message waits on the line until it is passed on; a cut loses what is on the line. Messages
 * of one direction keep their order.
 */
export class ModelLine {
  private readonly listeners = new Map<string, (message?: unknown) => void>();
  private up: (() => void)[] = [];
  private down: (() => void)[] = [];
  private isConnected = false;
  private isInRoom = false;
  private joinedWith = 0;
  /** The position up to which the node has pushed the feed. */
  private tail: FeedPosition;

  constructor(private readonly database: ModelDatabase) {
    this.tail = database.feed;
  }

  readonly socket = this.asSocket();

  connect(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    this.listeners.get('connect')?.();
  }

  cut(): void {
    this.isConnected = false;
    this.isInRoom = false;
    this.up = [];
    this.down = [];
  }

  passUp(): boolean {
    const message = this.up.shift();
    message?.();
    return message !== undefined;
  }

  passDown(): boolean {
    const message = this.down.shift();
    message?.();
    return message !== undefined;
  }

  /** The node reads the feed and pushes what is new. */
  push(): void {
    const { gap, changes } = this.database.read(this.tail);
    this.tail = this.database.feed;
    if (gap !== null) return this.cut();
    if (changes.length === 0 || !this.isInRoom) return;
    const message = { topic: topicKey(TOPIC), feed: this.tail, changes };
    this.down.push(() => this.listeners.get('changes')?.(message));
  }

  /** The node checks whether the person still has the rights that they joined with. */
  checkRights(): void {
    if (!this.isInRoom || this.joinedWith === this.database.rights) return;
    this.isInRoom = false;
    const message = { topic: topicKey(TOPIC), ...RIGHTS_CHANGED };
    this.down.push(() => this.listeners.get('left')?.(message));
  }

  private asSocket(): LiveSocket {
    const isConnected = () => this.isConnected;
    return {
      get connected() {
        return isConnected();
      },
      on: (event: string, listener: (message?: never) => void) => this.listeners.set(event, listener as () => void),
      connect: () => undefined,
      emit: (event: string, message: unknown, answer?: (answer?: JoinAnswer) => void) => {
        if (event === 'leave') this.up.push(() => (this.isInRoom = false));
        if (event !== 'join') return;
        this.up.push(() => {
          const joined = this.join(message as JoinRequest);
          this.down.push(() => answer?.(joined));
        });
      },
    } as LiveSocket;
  }

  /** A model of the API's `JoinTopic`. */
  private join({ since }: JoinRequest): JoinAnswer {
    if (since === null) throw new Error('A client joins from a snapshot.');
    const { gap, changes } = this.database.read(since);
    if (this.tail.epoch === this.database.feed.epoch) this.push();
    this.isInRoom = true;
    this.joinedWith = this.database.rights;
    const scope = String(this.joinedWith);
    const feed = this.tail;
    if (gap !== null) return { status: 'read-afresh', feed, reason: gap, scope };
    if (feed.epoch !== since.epoch) return { status: 'read-afresh', feed, reason: 'other-epoch', scope };
    return { status: 'joined', feed, changes, scope };
  }
}
