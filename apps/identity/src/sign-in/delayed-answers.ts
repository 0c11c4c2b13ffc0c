/** Resolves early, without an error, when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Answers that are delayed. Each keeps a connection and some memory, so their number is limited. */
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
   * passwords one after another; the number of attempts is limited by the budgets.
   */
  async hold(ms: number, disconnect: AbortSignal): Promise<void> {
    if (ms <= 0 || this.held >= this.most) return;
    this.held++;
    try {
      await this.pause(ms, AbortSignal.any([disconnect, this.closing.signal]));
    } finally {
      this.held--;
    }
  }

  /** Releases all answers. No answer is delayed after this. */
  close(): void {
    this.closing.abort();
  }
}
