/** Points of a shared limit that this node may use. `until`: when they expire, in ms of `performance.now()`. */
export interface Grant {
  readonly points: number;
  readonly until: number;
}

/**
 * Points of one limit, reserved from the shared count in batches, which saves a query per point. Concurrent callers that find none left
 * wait for the same grant, and are refused together.
 */
export class PrepaidPoints {
  private left = 0;
  private until = 0;
  private refilling: Promise<void> | null = null;

  constructor(
    private readonly reserve: () => Promise<Grant>,
    private readonly now = () => performance.now(),
  ) {}

  /** Rejects like `reserve`. */
  async take(): Promise<void> {
    while (this.left === 0 || this.now() >= this.until) {
      this.refilling ??= this.refill().finally(() => (this.refilling = null));
      await this.refilling;
    }
    this.left--;
  }

  private async refill(): Promise<void> {
    const { points, until } = await this.reserve();
    this.left = points;
    this.until = until;
  }
}
