import type { EventStore } from '../event-store.js';

/** A running engine for one spec, which the spec can crash. */
export interface Engine {
  /** The port that `crash` closes. */
  readonly port: number;
  /** Number of concurrent appends in the load tests: 10,000, unless the engine shares its process with the specs. */
  readonly concurrentAppends: number;
  /** Stores that are opened together share one log. `port` is `Engine.port`, or another port to it. Without one, a store of a cluster knows all nodes. */
  open(options?: OpenOptions): Promise<EventStore>;
  /** Like SIGKILL for stores that were opened with `port`: nothing is flushed, and no client is notified. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Starts an append that has taken its positions and is not committed, if the engine has transactions. */
  holdAppend?(stream: string): Promise<HeldAppend>;
  remove(): Promise<void>;
}

export interface OpenOptions {
  readonly port?: number;
  readonly timeoutMs?: number;
}

export interface HeldAppend {
  /** Whether another append waits for this one. */
  isWaitedFor(): Promise<boolean>;
  commit(): Promise<void>;
}

/** What each part of the contract uses. All tests share one log, and each uses a category of its own. */
export interface Bench {
  readonly engine: Engine;
  readonly store: EventStore;
  /** Another store, closed after the test. */
  open(options?: OpenOptions): Promise<EventStore>;
  category(): string;
}
