import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  ErrorType,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Recorded } from '@throughline/domain/kernel';
import type { Filter } from '../../event-store.js';
import type { Connection } from '../connection/connection.js';
import type { NodeClient } from '../connection/node-client.js';
import { PAGE_SIZE } from './log-reader.js';
import { ConnectionLost, isOfType, isOutage } from '../connection/outage.js';
import { ScannedPosition } from './scanned-position.js';
import { startAt, toRecorded } from './recorded.js';

/** An event arrived whose position is at or before the requested one: it belongs to another, shorter log. */
export class UnexpectedPosition extends Error {
  override readonly name = 'UnexpectedPosition';
}

/**
 * During a catch-up a batch is filled, because one big step costs its reader less than ten small ones: the server either fills it or
 * reports that it has caught up. If it does neither for this long, the batch is delivered as it is.
 */
const BATCH_TIMEOUT_MS = 1_000;

/**
 * A checkpoint for every 4,096 skipped events: about two a second at the server's speed, where its default (every 32) would send
 * hundreds. The window is what the server reads in one step.
 */
const CHECKPOINTS = { maxSearchWindow: 512, checkpointInterval: 8 };

const NO_SYSTEM_STREAMS = '^[^$]';

export interface From {
  readonly after: number;
  /** The head of the log before this subscription started. */
  readonly head: number;
  readonly filter: Filter | undefined;
}

/**
 * One subscription of the server until it is dropped, which happens often: the server drops a client that is behind by more than
 * 32 live events. Events that have arrived wait here, at most one batch; then the server has to wait.
 */
export class Tail {
  #events: Recorded[] = [];
  #passed = 0;
  readonly #scanned = new ScannedPosition();
  #gathered = false;
  #gathering: NodeJS.Timeout | undefined;
  #wake: () => unknown = () => undefined;
  #live = false;
  /** True if it has caught up, or has skipped events, since the last `take`. */
  #hasProgressed = false;
  #failure: unknown;
  #lastMessageAt = performance.now();
  readonly #subscription: AllStreamSubscription;

  constructor(
    private readonly connection: Connection,
    private readonly node: NodeClient,
    private readonly from: From,
  ) {
    const { after, filter } = from;
    // The client awaits it before it delivers anything else. If it threw, nothing more would arrive, and no error either.
    const checkpointReached = (from: AllStreamSubscription, position: Position) => this.#reach(from, position);
    const checkpoints = { ...CHECKPOINTS, checkpointReached };
    this.#subscription = node.client.subscribeToAll({
      ...connection.each,
      fromPosition: startAt(after),
      filter: filter
        ? streamNameFilter({ prefixes: filter.categories.map((category) => `${category}-`), ...checkpoints })
        : streamNameFilter({ regex: NO_SYSTEM_STREAMS, ...checkpoints }),
    });
    this.#subscription.on('data', (event: AllStreamResolvedEvent) => this.#keep(event));
    this.#subscription.on('caughtUp', () => this.#onMessage(() => (this.#live = this.#hasProgressed = true)));
    // `end` and `close` may not follow an error. Without a listener the process would end.
    this.#subscription.on('error', (error) => this.#fail(error));
    this.#subscription.on('end', () => this.#fail(new ConnectionLost()));
    node.lost.addEventListener('abort', this.#onLost);
    if (node.lost.aborted) this.#onLost();
  }

  /** True if it has caught up and receives new events as they are appended. */
  get live(): boolean {
    return this.#live;
  }

  /** The reason why no more events will arrive after those that are buffered here. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether `take` would return a batch or progress. */
  get isReady(): boolean {
    if (this.#failure !== undefined || this.#hasProgressed) return true;
    return this.#events.length > 0 && (this.#live || this.#gathered || this.#events.length >= PAGE_SIZE);
  }

  get holdsEvents(): boolean {
    return this.#events.length > 0;
  }

  get silentForMs(): number {
    return performance.now() - this.#lastMessageAt;
  }

  /** Waits for a batch, the end, the timeout, or the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.isReady || signal.aborted) return;
    if (this.#subscription.isPaused()) {
      this.#lastMessageAt = performance.now();
      this.#subscription.resume();
    }
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      this.#wake = () => this.isReady && end();
    });
  }

  /** Returns all events that have arrived, and the position up to which no other event will arrive. */
  take(): { readonly events: readonly Recorded[]; readonly passed: number } {
    const events = this.#events;
    // After catching up it has passed the head as it was at the start.
    if (this.#live && this.#subscription.readableLength === 0) this.#passed = Math.max(this.#passed, this.from.head);
    const passed = Math.max(this.#passed, events.at(-1)?.position ?? 0);
    this.#events = [];
    // While the consumer works on a batch, a catch-up can wait; a live subscription that waits would be dropped.
    if (this.#live) this.#subscription.resume();
    else this.#subscription.pause();
    this.#hasProgressed = this.#gathered = false;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    return { events, passed };
  }

  /** Without it the call stays open on the server. */
  close(): void {
    this.node.lost.removeEventListener('abort', this.#onLost);
    clearTimeout(this.#gathering);
    this.#events = [];
    this.#subscription.pause();
    this.#subscription.unsubscribe().catch(() => undefined);
  }

  #keep(resolved: AllStreamResolvedEvent): void {
    this.#onMessage(() => {
      const event = toRecorded(resolved);
      if (!event) return;
      if (event.position <= this.from.after) throw new UnexpectedPosition(`Asked for what is after ${this.from.after}`);
      this.#events.push(event);
      if (this.#events.length >= PAGE_SIZE) this.#subscription.pause();
      if (this.#gathering) this.#gathering.refresh();
      else this.#gathering = setTimeout(() => this.#onMessage(() => (this.#gathered = true)), BATCH_TIMEOUT_MS);
    });
  }

  /** The client may still hold earlier events: then their position is reported instead. */
  #reach(subscription: AllStreamSubscription, checkpoint: Position): void {
    if (subscription.readableLength > 0) return;
    this.#onMessage(() => {
      this.#scanned.reach(checkpoint);
      if (this.#scanned.passed <= this.#passed) return;
      this.#passed = this.#scanned.passed;
      this.#hasProgressed = true;
    });
  }

  #onMessage(what: () => void): void {
    this.#lastMessageAt = performance.now();
    try {
      what();
    } catch (error) {
      this.#failure ??= error;
    }
    this.#wake();
  }

  readonly #onLost = () => this.#fail(new ConnectionLost());

  #fail(error: unknown): void {
    // A consumer that is too slow is routinely dropped with a timeout, which is no outage.
    if (isOutage(error) && !isOfType(error, ErrorType.TIMEOUT)) this.connection.giveUp(this.node, error);
    this.#onMessage(() => (this.#failure ??= error));
  }
}
