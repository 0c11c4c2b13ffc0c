/** Resolves early, without an error, when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Shorter than the time for which the portal waits for a sign of life. */
const SIGN_OF_LIFE_INTERVAL_MS = 4_000;

/** Delays answers. Each delayed answer keeps a connection and some memory, so their number is limited. */
export class DelayedAnswers {
  private readonly closing = new AbortController();
  private held = 0;

  constructor(
    private readonly pause: Pause,
    private readonly most = 1_000,
  ) {}

  get waiting(): number {
    return this.held;
  }

  /**
   * Resolves after `ms`, or when the client disconnects; at once when too many answers are delayed. The delay slows down a client that tries
   * passwords one after another; the number of attempts is limited by the budgets. During the delay, `onWait` is called every few
   * seconds, so that the client can distinguish it from a process that hangs.
   */
  async hold(ms: number, disconnect: AbortSignal, onWait: () => void): Promise<void> {
    if (ms <= 0 || this.held >= this.most) return;
    this.held++;
    try {
      const over = AbortSignal.any([disconnect, this.closing.signal]);
      for (let left = ms; left > 0 && !over.aborted; left -= SIGN_OF_LIFE_INTERVAL_MS) {
        onWait();
        await this.pause(Math.min(left, SIGN_OF_LIFE_INTERVAL_MS), over);
      }
    } finally {
      this.held--;
    }
  }

  /** Releases all answers. Later answers are not delayed. */
  close(): void {
    this.closing.abort();
  }
}
