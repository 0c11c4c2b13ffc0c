/** How often the clocks are compared, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000;
/** A smaller difference is drift, or a process that was not scheduled, and delays nothing noticeably. */
const NOTICEABLE_MS = 2_000;

export interface Clocks {
  /** Milliseconds since 1970, of a clock that may be set. */
  readonly wall: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

const CLOCKS: Clocks = { wall: () => Date.now(), elapsed: () => performance.now() };

/** Reports by how many milliseconds the wall clock was set back. Work that is planned for an instant would be late by as much. */
export class ClockWatch {
  private ahead: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly onSetBack: (ms: number) => void,
    private readonly clocks = CLOCKS,
  ) {
    this.ahead = this.difference();
  }

  start(): void {
    this.timer = setInterval(() => this.look(), CHECK_INTERVAL_MS).unref();
  }

  look(): void {
    const before = this.ahead;
    this.ahead = this.difference();
    if (before - this.ahead > NOTICEABLE_MS) this.onSetBack(before - this.ahead);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private difference(): number {
    return this.clocks.wall() - this.clocks.elapsed();
  }
}
