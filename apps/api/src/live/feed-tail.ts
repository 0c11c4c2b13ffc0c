import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  feedPosition,
  HINT_CHANNEL,
  readFeed,
  readHint,
  tellProjected,
  type FeedChange,
} from '@throughline/read-models';
import type { FeedPosition } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';

/** Changes committed since the last look, in order, and how far that is. Never empty. */
export interface FeedBatch {
  readonly feed: FeedPosition;
  readonly changes: readonly FeedChange[];
}

export interface FeedListener {
  batch(batch: FeedBatch): void;
  /** What comes next does not follow on what came before: everybody must read afresh. */
  broken(): void;
}

const POLL_MS = 40;
/** From one look to the next: changes that come in a row are told together. */
const GATHER_MS = 10;
const BATCH = 500;
const RETRY_MS = 500;

/**
 * Follows the change feed for all sockets of this node. Right by polling alone; the database's notification only wakes it
 * early. Listeners are called synchronously, batch by batch: between two batches, `position` is exact.
 */
@Injectable()
export class FeedTail {
  private readonly listeners = new Set<FeedListener>();
  private readonly stopping = new AbortController();
  private at: FeedPosition | null = null;
  private nap = new AbortController();
  private following: Promise<unknown> = Promise.resolve();
  private movedOn: (() => void)[] = [];

  constructor(private readonly engines: Engines) {}

  async start(): Promise<void> {
    this.at = await feedPosition(this.engines.db);
    this.following = Promise.all([this.follow(), this.listenForHints()]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nap.abort();
    await this.following;
  }

  /** Every change up to here has been given to the listeners. */
  get position(): FeedPosition {
    if (!this.at) throw new Error('The feed tail has not been started.');
    return this.at;
  }

  listen(listener: FeedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves between two batches, once the tail is at `feed` or beyond, or in another epoch. */
  async reach(feed: FeedPosition): Promise<void> {
    while (this.position.epoch === feed.epoch && this.position.position < feed.position) {
      if (this.stopping.signal.aborted) throw new Error('The feed tail was stopped.');
      const moved = new Promise<void>((resolve) => this.movedOn.push(resolve));
      this.wake();
      await moved;
    }
  }

  private async follow(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const lookedAt = performance.now();
        const full = await this.look();
        if (full) continue;
        await this.rest(POLL_MS);
        const early = GATHER_MS - (performance.now() - lookedAt);
        if (early > 0) await pause(early);
      } catch (error) {
        this.engines.logger.warn({ err: error }, 'change feed cannot be read; trying again');
        await this.rest(RETRY_MS);
      }
    }
    this.settle();
  }

  private async look(): Promise<boolean> {
    const reading = await readFeed(this.engines.db, { since: this.position, limit: BATCH });
    if (reading.status !== 'read') {
      this.engines.logger.warn({ reason: reading.status }, 'change feed broke off; clients read afresh');
      this.at = reading.feed;
      for (const listener of this.listeners) listener.broken();
    } else {
      this.at = reading.feed;
      if (reading.changes.length > 0) {
        for (const listener of this.listeners) listener.batch({ feed: reading.feed, changes: reading.changes });
      }
    }
    this.settle();
    return reading.status === 'read' && reading.changes.length === BATCH;
  }

  private settle(): void {
    const waiting = this.movedOn;
    this.movedOn = [];
    for (const resolve of waiting) resolve();
  }

  private hear(payload: string | undefined): void {
    const heard = readHint(payload);
    if (heard) tellProjected(this.engines.db, heard.position);
    if (heard?.changes !== 0) this.wake();
  }

  private wake(): void {
    this.nap.abort();
  }

  private async rest(ms: number): Promise<void> {
    this.nap = new AbortController();
    if (this.stopping.signal.aborted) return;
    await pause(ms, undefined, { signal: this.nap.signal }).catch(() => undefined);
  }

  /** One connection that only listens; when it is lost, polling goes on and a new one is made. */
  private async listenForHints(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const client = await this.engines.pool.connect().catch(() => null);
      if (client) {
        const over = new Promise<void>((resolve) => {
          client.once('error', () => resolve());
          client.once('end', () => resolve());
          this.stopping.signal.addEventListener('abort', () => resolve(), { once: true });
        });
        client.on('notification', ({ payload }) => this.hear(payload));
        await client.query(`listen ${HINT_CHANNEL}`).catch(() => undefined);
        await over;
        tellProjected(this.engines.db, null);
        client.release(true);
      }
      if (!this.stopping.signal.aborted) {
        await pause(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
