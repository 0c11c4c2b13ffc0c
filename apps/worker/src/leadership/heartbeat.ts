/** A loop that leads and has not come round for this long, or failed within it, is not well. In milliseconds. */
const TOO_LONG_MS = 5_000;

export type LoopRole = 'starting' | 'standby' | 'leading';

/** What a loop does, and when it last came round: told by the loop itself, each time. */
export class Heartbeat {
  private current: LoopRole = 'starting';
  private lastBeat = performance.now();
  private failedAt = Number.NEGATIVE_INFINITY;

  beat(role: LoopRole): void {
    this.current = role;
    this.lastBeat = performance.now();
  }

  /** It ended with an error, and starts over. */
  fail(): void {
    this.failedAt = performance.now();
  }

  get role(): LoopRole {
    return this.current;
  }

  get ageMs(): number {
    return Math.round(performance.now() - this.lastBeat);
  }

  /** One that waits for the lead has nothing to do, and is well. */
  get well(): boolean {
    if (performance.now() - this.failedAt < TOO_LONG_MS) return false;
    return this.current === 'standby' || (this.current === 'leading' && this.ageMs < TOO_LONG_MS);
  }
}
