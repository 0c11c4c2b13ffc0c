import { setTimeout as pause } from 'node:timers/promises';

interface FaultySubscription {
  drop(): void;
  silence(): void;
}

/** As in the real server. */
const LIVE_BUFFER = 32;

/** The faults that can be injected into the double; there are none at first. */
export class Faults {
  /** Answers every call with UNAVAILABLE. */
  refusing = false;
  refusals = 0;
  /** Answers every call as if its user or its password were wrong: UNAUTHENTICATED. */
  refusingSignIn = false;
  /** Answers every call that requires the leader with this address instead. */
  leader: { readonly host: string; readonly port: number } | undefined;
  /** Delay before each answer, in ms. */
  delayMs = 0;
  /** The number of next appends that are committed and never answered. */
  answersToLose = 0;
  /** How far a live consumer may be behind before it is dropped, in events and checkpoints. */
  liveBuffer = LIVE_BUFFER;
  /**
   * The checkpoints of a catch-up name the place where its next step begins, whose event has not been read. It is only guaranteed
   * that everything before a checkpoint has been read.
   */
  checkpointsAhead = false;
  /** Subscriptions that were dropped, by these faults or for being too slow. */
  drops = 0;
  /** Appends that have arrived, each in its own call. */
  appends = 0;
  /** Batch streams that were opened. The engine must not open any; each fails. */
  batches = 0;
  /** Reads and subscriptions that were started. */
  reads = 0;
  /** Events that were sent to reads and subscriptions. */
  eventsSent = 0;
  readonly #subscriptions = new Set<FaultySubscription>();
  #thaw: (() => void) | undefined;
  #thawed = Promise.resolve();

  /** Calls arrive, but nothing is answered, written or pushed until `thaw`. */
  freeze(): void {
    this.#thawed = new Promise((resolve) => (this.#thaw = resolve));
  }

  thaw(): void {
    this.#thaw?.();
    this.#thaw = undefined;
  }

  /** Every call waits here before it does anything, and so does every push of a subscription. */
  async pass(): Promise<void> {
    await this.#thawed;
    if (this.delayMs > 0) await pause(this.delayMs);
  }

  losesThisAnswer(): boolean {
    if (this.answersToLose === 0) return false;
    this.answersToLose--;
    return true;
  }

  /** Subscriptions that are open on the server, including abandoned ones. */
  get openSubscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Drops subscriptions as the server does when a consumer is too slow. */
  dropSubscriptions(): void {
    for (const subscription of Array.from(this.#subscriptions)) subscription.drop();
  }

  /** Subscriptions stay open and receive nothing more. */
  silenceSubscriptions(): void {
    for (const subscription of this.#subscriptions) subscription.silence();
  }

  reach(subscription: FaultySubscription): () => void {
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }
}
