import { type Clock, SYSTEM_CLOCK } from '../engines/clock.js';

/** How often the rights of a caller are checked while `ChangedRights` cannot report changes, and how often it is asked whether it can. */
const RECHECK_INTERVAL_MS = 2_000;
/**
 * For changes that nothing reports: a session that was not used, a tenant's tokens, other owners after a read model was restored. 1,000
 * pages are 40 checks a second.
 */
const UNTOLD_RECHECK_INTERVAL_MS = 25_000;
/** The share by which the interval varies, so that pages that were checked together do not stay together. */
const JITTER = 0.4;

/** Decides when the rights of a connection's caller are checked next. After a reported change they are checked at once. */
export class RecheckTimer {
  private cancel: (() => void) | undefined;

  constructor(
    private readonly changes: { readonly isTold: boolean },
    private readonly check: () => void,
    private readonly clock: Clock = SYSTEM_CLOCK,
  ) {}

  get isRunning(): boolean {
    return this.cancel !== undefined;
  }

  /**
   * `checkedAt`: when a check began that included everything reported before, by the clock. A join has none, because it may have
   * read an account of a moment before; the next look is then a check. `expiresAt`: when the caller's token expires, in ms since 1970.
   */
  start({
    checkedAt = -Infinity,
    expiresAt,
  }: {
    readonly checkedAt?: number;
    readonly expiresAt: number | null;
  }): void {
    this.stop();
    const dueAt = checkedAt + UNTOLD_RECHECK_INTERVAL_MS * (1 + JITTER * (Math.random() - 0.5));
    const endsAt = expiresAt ?? Infinity;
    const look = () => {
      if (endsAt <= Date.now() || this.clock.now() >= dueAt || !this.changes.isTold) this.check();
      else wait();
    };
    const wait = () => {
      this.cancel = this.clock.after(Math.min(endsAt - Date.now(), RECHECK_INTERVAL_MS), look);
    };
    wait();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }
}
