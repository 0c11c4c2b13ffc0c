import { setTimeout as pause } from 'node:timers/promises';

interface FaultySubscription {
  drop(): void;
  silence(): void;
}

/** As the real one. */
const LIVE_BUFFER = 32;

/** What can be made to go wrong in the double; all is well at first. */
export class Faults {
  /** Answers no call but with UNAVAILABLE. */
  refusing = false;
  refusals = 0;
  /** Answers every call that asks for the leader with this address instead. */
  leader: { readonly host: string; readonly port: number } | undefined;
  /** Before any answer, ms. */
  delayMs = 0;
  /** Appends that are committed and never answered, from now on: so many. */
  answersToLose = 0;
  /** What a live consumer may be behind by before it is dropped, in events and checkpoints. */
  liveBuffer = LIVE_BUFFER;
  /**
   * The checkpoints of a catch-up name the place where its next step begins, whose event has not been looked at. Promised is only
   * that what is before a checkpoint has been.
   */
  checkpointsAhead = false;
  /** Subscriptions that were dropped, by these faults or for being too slow. */
  drops = 0;
  /** Appends that have arrived, each by a call of its own. */
  appends = 0;
  /** Streams of batches that were begun; none of ours may be. Each breaks. */
  batches = 0;
  /** Reads and subscriptions that were begun. */
  reads = 0;
  /** Events that reads and subscriptions were given. */
  eventsSent = 0;
  readonly #subscriptions = new Set<FaultySubscription>();
  #thaw: (() => void) | undefined;
  #thawed = Promise.resolve();

  /** Calls arrive and nothing is answered, written or pushed until `thaw`. */
  freeze(): void {
    this.#thawed = new Promise((resolve) => (this.#thaw = resolve));
  }

  thaw(): void {
    this.#thaw?.();
    this.#thaw = undefined;
  }

  /** Every call passes here before it does anything, and every push of a subscription. */
  async pass(): Promise<void> {
    await this.#thawed;
    if (this.delayMs > 0) await pause(this.delayMs);
  }

  losesThisAnswer(): boolean {
    if (this.answersToLose === 0) return false;
    this.answersToLose--;
    return true;
  }

  /** Subscriptions that are open here, whoever has left them. */
  get openSubscriptions(): number {
    return this.#subscriptions.size;
  }

  /** As the server does when it finds a consumer too slow. */
  dropSubscriptions(): void {
    for (const subscription of [...this.#subscriptions]) subscription.drop();
  }

  /** They stay open and get nothing any more. */
  silenceSubscriptions(): void {
    for (const subscription of this.#subscriptions) subscription.silence();
  }

  reach(subscription: FaultySubscription): () => void {
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }
}
