/** What was granted: until when it counts, in ms as `performance.now()` has it. */
export interface Grant {
  readonly points: number;
  readonly until: number;
}

/**
 * Points of one limit, taken from the shared count many at a time, so that it is asked once for as many. Those who find none left wait for
 * the same grant, and are refused together.
 */
export class PrepaidPoints {
  private left = 0;
  private until = 0;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly ask: () => Promise<Grant>,
    private readonly now = () => performance.now(),
  ) {}

  /** Rejects as `ask`. */
  async take(): Promise<void> {
    while (this.left === 0 || this.now() >= this.until) {
      this.asking ??= this.refill().finally(() => (this.asking = null));
      await this.asking;
    }
    this.left--;
  }

  private async refill(): Promise<void> {
    const { points, until } = await this.ask();
    this.left = points;
    this.until = until;
  }
}
