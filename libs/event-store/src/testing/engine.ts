import type { EventStore } from '../event-store.js';

/** A running engine of one's own, that may be crashed. */
export interface Engine {
  readonly port: number;
  /** So many appends at once are asked of it: 10,000, unless it shares its process with the specs. */
  readonly concurrentAppends: number;
  /** Stores opened together share one log. `port` is another way to the same engine. */
  open(options?: OpenOptions): Promise<EventStore>;
  /** SIGKILL: nothing is flushed, nobody is told. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Where the engine has transactions: an append that has drawn its positions and is not committed. */
  holdAppend?(stream: string): Promise<HeldAppend>;
  remove(): Promise<void>;
}

export interface OpenOptions {
  readonly port?: number;
  readonly timeoutMs?: number;
}

export interface HeldAppend {
  /** Some other append waits for this one. */
  isWaitedFor(): Promise<boolean>;
  commit(): Promise<void>;
}

/** What each part of the contract works with. One log for all tests: each keeps to a category of its own. */
export interface Bench {
  readonly engine: Engine;
  readonly store: EventStore;
  /** Another store, closed after the test. */
  open(options?: OpenOptions): Promise<EventStore>;
  category(): string;
}
