import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between two notifications to other processes. The second one covers every append in between. */
const NOTIFY_INTERVAL_MS = 10;
/** The delay with which a subscriber sees an append without a notification, in milliseconds: a process that dies after its append sends none. */
const SAFETY_NET_MS = 1_000;
/** Interval while the listening connection is being opened, in milliseconds. */
const POLL_INTERVAL_MS = 75;
/** A separate transaction that does not wait for the disk: a crash loses at most a notification. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;

/**
 * Wakes subscribers after an append: those of this process directly, those of other processes through LISTEN and NOTIFY.
 * A notification may be lost, so a waiting subscriber also polls.
 *
 * NOTIFY is sent after the append, not in its transaction, where it would take a lock that serialises every commit of the server.
 */
export class AppendNotifier {
  /** The payload of this process's notifications, so that it ignores them when they come back. */
  readonly #name = randomUUID();
  readonly #channel: string;
  #notifications = 0;
  #sleepers = new Set<() => void>();
  #sending = false;
  #notifyAgain = false;
  #listener: pg.Client | undefined;
  #isListening = false;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly pool: pg.Pool,
    schema: string,
  ) {
    this.#channel = `${schema}_appended`;
  }

  /** Read it before reading the log, and pass it to `wait` if there is no new event: a notification in between is not missed. */
  get notifications(): number {
    return this.#notifications;
  }

  notify(): void {
    this.#wakeAll();
    if (this.#sending) this.#notifyAgain = true;
    else void this.#notifyOthers();
  }

  /** Resolves at a notification after `since`, when it is time to poll, or when the signal aborts. */
  async wait(since: number, signal: AbortSignal): Promise<void> {
    void this.#listen();
    if (this.#notifications !== since || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, this.#isListening ? SAFETY_NET_MS : POLL_INTERVAL_MS);
      signal.addEventListener('abort', wake);
      this.#sleepers.add(wake);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end();
  }

  #wakeAll(): void {
    this.#notifications++;
    for (const wake of Array.from(this.#sleepers)) wake();
  }

  async #notifyOthers(): Promise<void> {
    this.#sending = true;
    do {
      this.#notifyAgain = false;
      await this.pool.query(NOTIFY, [this.#channel, this.#name]).catch(() => undefined);
      await pause(NOTIFY_INTERVAL_MS);
    } while (this.#notifyAgain && !this.#closed);
    this.#sending = false;
  }

  /** Called at every wait, so a lost listener is replaced as soon as the server is back. */
  async #listen(): Promise<void> {
    if (this.#listener || this.#closed) return;
    const listener = new pg.Client({ connectionString: this.url, keepAlive: true, connectionTimeoutMillis: 2_000 });
    this.#listener = listener;
    const replaceLater = () => {
      if (this.#listener !== listener) return;
      this.#listener = undefined;
      this.#isListening = false;
      this.#wakeAll(); // no notification will arrive
    };
    listener.on('error', replaceLater);
    listener.on('end', replaceLater);
    listener.on('notification', ({ payload }) => {
      if (payload !== this.#name) this.#wakeAll();
    });
    try {
      await listener.connect();
      await listener.query(`listen ${this.#channel}`);
      this.#isListening = true;
      this.#wakeAll(); // notifications before this moment were not received
    } catch {
      replaceLater();
      await listener.end().catch(() => undefined);
    }
  }
}
