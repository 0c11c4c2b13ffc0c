import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Recorded } from '@throughline/domain/kernel';
import type { Filter } from '../event-store.js';
import type { Connection } from './connection.js';
import { PAGE_SIZE } from './log-reader.js';
import { ScannedPosition } from './scanned-position.js';
import { startAt, toRecorded } from './recorded.js';

/** An event came that stands at or before the position that was asked for: of another log, which has not come that far. */
export class UnexpectedPosition extends Error {
  override readonly name = 'UnexpectedPosition';
}

/**
 * While catching up a batch is filled, as one big step costs its reader less than ten small ones: the server either fills it or
 * says that it has caught up. If it does neither, but is silent for so long, the batch is given as it is.
 */
const BATCH_TIMEOUT_MS = 1_000;

/**
 * A checkpoint each 4,096 events passed over: two a second or so at the server's pace, where its default (each 32) would send
 * hundreds. The window is what the server looks through in one step.
 */
const CHECKPOINTS = { maxSearchWindow: 512, checkpointInterval: 8 };

const NO_SYSTEM_STREAMS = '^[^$]';

export interface From {
  readonly after: number;
  /** Of the log, before this began. */
  readonly head: number;
  readonly filter: Filter | undefined;
}

/**
 * One subscription of the server, for as long as it lasts, which is not long: the server drops whoever is behind by more than
 * 32 live events. What has come waits here to be taken, one batch at most; then the server is made to wait.
 */
export class Tail {
  #events: Recorded[] = [];
  #passed = 0;
  readonly #scanned = new ScannedPosition();
  #gathered = false;
  #gathering: NodeJS.Timeout | undefined;
  #wake: () => unknown = () => undefined;
  #live = false;
  /** That it has caught up, or passed events that are not for it. */
  #hasProgressed = false;
  #failure: unknown;
  #lastMessageAt = performance.now();
  readonly #subscription: AllStreamSubscription;

  constructor(
    { client, each }: Connection,
    private readonly from: From,
  ) {
    const { after, filter } = from;
    // Awaited by the client before it delivers anything else; if it threw, nothing more would come, and no error either.
    const checkpointReached = (from: AllStreamSubscription, position: Position) => this.#reach(from, position);
    const checkpoints = { ...CHECKPOINTS, checkpointReached };
    this.#subscription = client.subscribeToAll({
      ...each,
      fromPosition: startAt(after),
      filter: filter
        ? streamNameFilter({ prefixes: filter.categories.map((category) => `${category}-`), ...checkpoints })
        : streamNameFilter({ regex: NO_SYSTEM_STREAMS, ...checkpoints }),
    });
    this.#subscription.on('data', (event: AllStreamResolvedEvent) => this.#keep(event));
    this.#subscription.on('caughtUp', () => this.#onMessage(() => (this.#live = this.#hasProgressed = true)));
    // Neither `end` nor `close` need follow; without a listener the process would end.
    this.#subscription.on('error', (error) => this.#fail(error));
    this.#subscription.on('end', () => this.#fail(new Error('The subscription ended')));
  }

  /** Has caught up at some time; what comes now was just appended. */
  get live(): boolean {
    return this.#live;
  }

  /** Nothing more comes, once what is here has been taken. */
  get failure(): unknown {
    return this.#failure;
  }

  /** There is a batch to take, or news. */
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

  /** Until there is a batch to take, the end, the time-out, or the signal. */
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

  /** All that has come, and the position up to which nothing else is to come. */
  take(): { readonly events: readonly Recorded[]; readonly passed: number } {
    const events = this.#events;
    // Caught up, it has passed what was the head before it began.
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

  /** The call stays open on the server if this is left out. */
  close(): void {
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

  /** Events that the client still holds stand before it: then it says nothing that they will not. */
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

  #fail(error: unknown): void {
    this.#onMessage(() => (this.#failure ??= error));
  }
}
