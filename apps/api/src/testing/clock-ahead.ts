import { type Clock, SYSTEM_CLOCK } from '../engines/clock.js';

interface Timer {
  readonly dueAt: number;
  readonly act: () => void;
  cancel: () => void;
}

/** Goes at the speed of the system's clock. Can be put forward, and stopped. */
export class ClockAhead implements Clock {
  private skippedMs = 0;
  private stoppedAt: number | null = null;
  private readonly timers = new Set<Timer>();

  now(): number {
    return (this.stoppedAt ?? SYSTEM_CLOCK.now()) + this.skippedMs;
  }

  after(ms: number, act: () => void): () => void {
    const timer: Timer = { dueAt: this.now() + ms, act, cancel: () => undefined };
    this.timers.add(timer);
    this.wait(timer);
    return () => {
      timer.cancel();
      this.timers.delete(timer);
    };
  }

  /** Puts it forward: what is due by then begins at once. */
  pass(ms: number): void {
    this.skippedMs += ms;
    for (const timer of this.timers) {
      timer.cancel();
      this.wait(timer);
    }
  }

  /** No time passes, and nothing begins, until `work` has ended. */
  async standWhile(work: () => Promise<void>): Promise<void> {
    const stoppedAt = (this.stoppedAt = SYSTEM_CLOCK.now());
    for (const { cancel } of this.timers) cancel();
    await work().finally(() => {
      this.skippedMs -= SYSTEM_CLOCK.now() - stoppedAt;
      this.stoppedAt = null;
      this.pass(0);
    });
  }

  private wait(timer: Timer): void {
    if (this.stoppedAt !== null) return;
    timer.cancel = SYSTEM_CLOCK.after(Math.max(0, timer.dueAt - this.now()), () => {
      this.timers.delete(timer);
      timer.act();
    });
  }
}
