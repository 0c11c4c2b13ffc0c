import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';
import type { Logger } from 'pino';

/** Between two looks whether the engine answers again, in milliseconds. */
const LOOK_EVERY_MS = 500;

const CODES = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|53300|08\w{3})$/;
const WORDS =
  /connection (is closed|terminated|ended)|terminating connection|timed? ?out|not queryable|^(WRONGPASS|NOAUTH|LOADING)/i;

/** Does this error say that the engine cannot be reached, or does not let us in? */
export function saysAway(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return ('code' in error && CODES.test(String(error.code))) || WORDS.test(error.message);
}

interface OutageOptions {
  /** The variable that names the engine; its value may hold a password and is never told. */
  readonly variable: 'DATABASE_URL' | 'REDIS_URL';
  readonly log: Logger;
  /** Any question that only a running engine answers. */
  readonly ask: () => Promise<unknown>;
}

/** Tells an outage when it begins and when it is over, however often and from however many connections it is reported. */
export class Outage {
  private readonly closing = new AbortController();
  private going = false;

  constructor(private readonly options: OutageOptions) {}

  /** From its first report until the engine answers again. */
  get lasts(): boolean {
    return this.going;
  }

  report(error: unknown): void {
    if (this.going || this.closing.signal.aborted) return;
    this.going = true;
    const { log, variable } = this.options;
    log.warn({ err: error, variable }, 'the job queue is away, jobs wait');
    void this.untilOver(performance.now());
  }

  /** Nobody is told any more. */
  close(): void {
    this.closing.abort();
  }

  private async untilOver(began: number): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      const answered = await this.options.ask().then(
        () => true,
        () => false,
      );
      if (!answered || signal.aborted) continue;
      this.going = false;
      const seconds = Math.round((performance.now() - began) / 1000);
      this.options.log.info({ variable: this.options.variable, seconds }, 'the job queue is back');
      return;
    }
  }
}
