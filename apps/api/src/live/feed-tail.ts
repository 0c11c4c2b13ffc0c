import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FeedPosition } from '@throughline/contracts';
import { type Logger, WakeableSleep } from '@throughline/platform';
import {
  type FeedChange,
  feedPosition,
  notifiedPosition,
  PROJECTED_CHANNEL,
  projectedPosition,
  readFeed,
  parseProjectedNotification,
  reportProjected,
} from '@throughline/read-models';
import { type ApiDatabase, DATABASE, LOGGER } from '../engines/engines.js';

/** Changes since the previous batch, in order, and the position of the feed after them. Never empty. */
export interface FeedBatch {
  readonly feed: FeedPosition;
  readonly changes: readonly FeedChange[];
}

export interface FeedListener {
  /** The next batch follows when this has resolved. Must not reject. */
  onBatch(batch: FeedBatch): Promise<void> | void;
  /** The next batch does not continue the previous one: clients must read a new snapshot. */
  onReset(): void;
}

/** While notifications arrive, in case one was lost. */
const POLL_INTERVAL_MS = 1_000;
/** While no notification can arrive, because their connection is lost. */
const POLL_ALONE_INTERVAL_MS = 40;
/** The minimum time between two reads, so that changes in quick succession share a batch. */
const MIN_READ_INTERVAL_MS = 10;
const MAX_BATCH_CHANGES = 500;
const RETRY_DELAY_MS = 500;

/**
 * Follows the change feed for all sockets of this node. Polling alone is enough for correctness; the database's notifications make it
 * fast. Each batch is delivered to all listeners before the next is read, so between two batches `position` is exact.
 */
@Injectable()
export class FeedTail {
  private readonly listeners = new Set<FeedListener>();
  private readonly stopping = new AbortController();
  private at: FeedPosition | null = null;
  private isDelivering = false;
  private readonly sleeping = new WakeableSleep();
  /** Whether `wake` was called since the last read began: a notification may arrive while nothing sleeps. */
  private isWoken = false;
  private isListening = false;
  private running: Promise<unknown> = Promise.resolve();
  private waiters: (() => void)[] = [];

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.at = await feedPosition(this.database.db);
    this.running = Promise.all([this.follow(), this.receiveNotifications()]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.sleeping.wake();
    await this.running;
  }

  /** All changes up to here have been delivered. */
  get position(): FeedPosition {
    if (!this.at) throw new Error('The feed tail has not been started.');
    return this.at;
  }

  /** Returns a function that removes the listener. */
  listen(listener: FeedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves between two batches, once the tail has reached or passed `feed`, or is in another epoch. */
  async waitFor(feed: FeedPosition): Promise<void> {
    const isBefore = () => this.position.epoch === feed.epoch && this.position.position < feed.position;
    while (this.isDelivering || isBefore()) {
      if (this.stopping.signal.aborted) throw new Error('The feed tail was stopped.');
      const moved = new Promise<void>((resolve) => this.waiters.push(resolve));
      this.wake();
      await moved;
    }
  }

  private async follow(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const readAt = performance.now();
        this.isWoken = false;
        const isFull = await this.readBatch();
        if (isFull) continue;
        await this.sleep(this.isListening ? POLL_INTERVAL_MS : POLL_ALONE_INTERVAL_MS);
        const early = MIN_READ_INTERVAL_MS - (performance.now() - readAt);
        if (early > 0) await sleep(early);
      } catch (error) {
        this.logger.warn({ err: error }, 'change feed cannot be read; trying again');
        await this.sleep(RETRY_DELAY_MS);
      }
    }
    this.wakeWaiters();
  }

  /** True if the batch was full, so that there may be more to read. */
  private async readBatch(): Promise<boolean> {
    const reading = await readFeed(this.database.db, { since: this.position, limit: MAX_BATCH_CHANGES });
    if (reading.status !== 'read') {
      this.logger.warn({ reason: reading.status }, 'change feed broke off; clients read afresh');
      this.at = reading.feed;
      for (const listener of this.listeners) listener.onReset();
    } else {
      if (reading.changes.length > 0) await this.deliver({ feed: reading.feed, changes: reading.changes });
      this.at = reading.feed;
    }
    this.wakeWaiters();
    return reading.status === 'read' && reading.changes.length === MAX_BATCH_CHANGES;
  }

  private async deliver(batch: FeedBatch): Promise<void> {
    this.isDelivering = true;
    try {
      await Promise.all([...this.listeners].map(async (listener) => listener.onBatch(batch)));
    } finally {
      this.isDelivering = false;
    }
  }

  private wakeWaiters(): void {
    const { waiters } = this;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }

  private onNotification(payload: string | undefined): void {
    const notification = parseProjectedNotification(payload);
    if (notification) reportProjected(this.database.db, notification.position);
    if (notification?.changes !== 0) this.wake();
  }

  private wake(): void {
    this.isWoken = true;
    this.sleeping.wake();
  }

  /** Ends early when it is woken. */
  private async sleep(ms: number): Promise<void> {
    if (this.stopping.signal.aborted || this.isWoken) return;
    await this.sleeping.for(ms);
  }

  /** Without new notifications, a node still knows up to which position the read models have projected. */
  private async reportWhatIsProjected(): Promise<void> {
    const { db } = this.database;
    const position = await projectedPosition(db).catch(() => null);
    if (position !== null && position > (notifiedPosition(db) ?? -1)) reportProjected(db, position);
  }

  /** Listens on a separate connection. While that is lost, polling goes on until there is a new one. */
  private async receiveNotifications(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const client = await this.database.pool.connect().catch(() => null);
      if (client) {
        const closed = new Promise<void>((resolve) => {
          client.once('error', () => resolve());
          client.once('end', () => resolve());
          // The node may be stopped while it is connecting, when `abort` has already been emitted.
          if (this.stopping.signal.aborted) resolve();
          else this.stopping.signal.addEventListener('abort', () => resolve(), { once: true });
        });
        client.on('notification', ({ payload }) => this.onNotification(payload));
        this.isListening = await client.query(`listen ${PROJECTED_CHANNEL}`).then(
          () => true,
          () => false,
        );
        // For changes that were committed before it listened.
        this.wake();
        if (this.isListening) await this.reportWhatIsProjected();
        await closed;
        this.isListening = false;
        this.wake();
        reportProjected(this.database.db, null);
        client.release(true);
      }
      if (!this.stopping.signal.aborted) {
        await sleep(RETRY_DELAY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
