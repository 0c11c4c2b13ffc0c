import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const PACE = {
  /** Milliseconds between two checks whether the engine answers again. */
  checkMs: 500,
  /** A running engine answers within this time, in milliseconds; during an outage a client may hold the check back for longer. */
  quickAnswerMs: 1_000,
};

/** A connection that failed during an outage may report it this long after the end, in milliseconds, which does not start a new outage. */
const REPEAT_WINDOW_MS = 5_000;

interface OutageOptions {
  /** The variable that names the engine. Its value may contain a password and is never logged. */
  readonly variable: 'DATABASE_URL' | 'REDIS_URL';
  readonly log: Logger;
  /** Any call that only a running engine can answer. */
  readonly ask: () => Promise<unknown>;
  readonly pace?: typeof PACE;
}

/** Logs an outage once when it begins and once when it ends, however many connections report it. */
export class Outage {
  private readonly closing = new AbortController();
  private isChecking = false;
  private isOngoing = false;
  private overAt = -Infinity;

  private readonly pace;

  constructor(private readonly options: OutageOptions) {
    this.pace = options.pace ?? PACE;
  }

  /** True from the first report until the engine answers again. */
  get lasts(): boolean {
    return this.isOngoing;
  }

  report(error: unknown): void {
    if (this.isChecking || this.closing.signal.aborted) return;
    this.isChecking = true;
    void this.follow(error, performance.now()).finally(() => (this.isChecking = false));
  }

  /** Ends the watch: nothing is logged afterwards. */
  close(): void {
    this.closing.abort();
  }

  private async follow(error: unknown, began: number): Promise<void> {
    if (began < this.overAt + REPEAT_WINDOW_MS && (await this.answersSoon())) return;
    if (this.closing.signal.aborted) return;
    const { log, variable } = this.options;
    this.isOngoing = true;
    log.warn({ err: error, variable }, 'the job queue is away, jobs wait');
    await this.untilOver();
    if (this.closing.signal.aborted) return;
    this.isOngoing = false;
    this.overAt = performance.now();
    log.info({ variable, seconds: Math.round((this.overAt - began) / 1000) }, 'the job queue is back');
  }

  private async untilOver(): Promise<void> {
    const { signal } = this.closing;
    do await pause(this.pace.checkMs, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted && !(await this.answers()));
  }

  private answersSoon(): Promise<boolean> {
    const { signal } = this.closing;
    const late = pause(this.pace.quickAnswerMs, false, { signal }).catch(() => false);
    return Promise.race([this.answers(), late]);
  }

  private answers(): Promise<boolean> {
    return this.options.ask().then(
      () => true,
      () => false,
    );
  }
}
