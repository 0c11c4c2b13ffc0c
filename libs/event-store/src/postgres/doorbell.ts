import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** From one ring for other processes to the next: whoever appends meanwhile is announced by that one. */
const GATHER_MS = 10;
/** A transaction of its own, which need not wait for the disk: a crash loses no more than a hint. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;

/**
 * Wakes subscribers when something was appended: those of this process directly, those of others through LISTEN and NOTIFY.
 * A hint, nothing more: whoever waits also wakes by the clock, so a ring that is lost costs a moment.
 *
 * NOTIFY is sent after the append, not in its transaction, where it would take a lock that serialises every commit of the server.
 */
export class Doorbell {
  /** So that our own ring does not come back as news. */
  readonly #name = randomUUID();
  readonly #channel: string;
  #rings = 0;
  #sleepers = new Set<() => void>();
  #sending = false;
  #ringAgain = false;
  #listener: pg.Client | undefined;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly pool: pg.Pool,
    schema: string,
  ) {
    this.#channel = `${schema}_appended`;
  }

  /** To be taken before looking, and given to `wait` after finding nothing: a ring in between is not lost. */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#wakeAll();
    if (this.#sending) this.#ringAgain = true;
    else void this.#tellOthers();
  }

  /** Until a ring after `since`, the time-out, or the signal. */
  async wait(since: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    void this.#listen();
    if (this.#rings !== since || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake);
      this.#sleepers.add(wake);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end();
  }

  #wakeAll(): void {
    this.#rings++;
    for (const wake of [...this.#sleepers]) wake();
  }

  async #tellOthers(): Promise<void> {
    this.#sending = true;
    do {
      this.#ringAgain = false;
      await this.pool.query(NOTIFY, [this.#channel, this.#name]).catch(() => undefined);
      await pause(GATHER_MS);
    } while (this.#ringAgain && !this.#closed);
    this.#sending = false;
  }

  /** Called at every wait, so a lost listener is replaced as soon as the server is back. */
  async #listen(): Promise<void> {
    if (this.#listener || this.#closed) return;
    const listener = new pg.Client({ connectionString: this.url, keepAlive: true, connectionTimeoutMillis: 2_000 });
    this.#listener = listener;
    const replaceLater = () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
    listener.on('error', replaceLater);
    listener.on('end', replaceLater);
    listener.on('notification', ({ payload }) => {
      if (payload !== this.#name) this.#wakeAll();
    });
    try {
      await listener.connect();
      await listener.query(`listen ${this.#channel}`);
    } catch {
      replaceLater();
      await listener.end().catch(() => undefined);
    }
  }
}
