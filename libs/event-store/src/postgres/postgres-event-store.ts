import { setMaxListeners } from 'node:events';
import type { Recorded } from '@throughline/domain/kernel';
import type pg from 'pg';
import { checkAppend } from '../check-append.js';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  Filter,
  NewEvent,
  StoredEvent,
  SubscriptionMessage,
} from '../event-store.js';
import { Appender } from './appender.js';
import { retryWithBackoff } from '../retry.js';
import { isOutage, openPool } from './connections.js';
import { AppendNotifier } from './append-notifier.js';
import { LogReader, PAGE_SIZE } from './log-reader.js';
import { LogTail } from './log-tail.js';
import { checkSchemaName, createSchema } from './schema.js';
import { subscribe } from './subscribe.js';

export interface PostgresEventStoreOptions {
  /** The schema of its table; `event_store` by default. */
  readonly schema?: string;
  /** How long an outage may last before a call fails with `StoreUnavailable`, in ms; 10 s by default. */
  readonly timeoutMs?: number;
}

const READ_CONNECTIONS = 6;

/** Resolves once the table exists. Throws `StoreUnavailable`, or the server's refusal (password, database). */
export async function openPostgresEventStore(
  url: string,
  { schema = 'event_store', timeoutMs = 10_000 }: PostgresEventStoreOptions = {},
): Promise<EventStore> {
  checkSchemaName(schema);
  const store = new PostgresEventStore(url, schema, timeoutMs);
  try {
    await store.createSchema();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

class PostgresEventStore implements EventStore {
  readonly #closing = new AbortController();
  readonly #readPool: pg.Pool;
  readonly #writePool: pg.Pool;
  readonly #notifier: AppendNotifier;
  readonly #reader: LogReader;
  readonly #tail: LogTail;
  readonly #appender: Appender;

  constructor(
    url: string,
    private readonly schema: string,
    private readonly timeoutMs: number,
  ) {
    // Every reader that retries through an outage listens to it.
    setMaxListeners(0, this.#closing.signal);
    this.#readPool = openPool(url, { max: READ_CONNECTIONS, timeoutMs });
    this.#writePool = openPool(url, { max: 1, timeoutMs });
    this.#notifier = new AppendNotifier(url, this.#readPool, schema);
    this.#reader = new LogReader(this.#readPool, schema, timeoutMs, this.#closing.signal);
    this.#tail = new LogTail(this.#reader, this.#notifier, this.#closing.signal);
    this.#appender = new Appender(this.#writePool, schema, timeoutMs, () => this.#notifier.notify());
  }

  createSchema(): Promise<void> {
    const { timeoutMs } = this;
    return retryWithBackoff(() => createSchema(this.#readPool, this.schema), {
      timeoutMs,
      signal: this.#closing.signal,
      isOutage,
    });
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#appender.append(stream, expected, checkAppend(stream, expected, events));
  }

  async *readStream(
    stream: string,
    { from = 0, to = 2 ** 31 - 1, backwards = false }: { from?: number; to?: number; backwards?: boolean } = {},
  ): AsyncGenerator<Recorded, void, void> {
    let range = { from, to, backwards };
    for (;;) {
      const page = await this.#reader.readStreamPage(stream, range);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      range = backwards ? { ...range, to: last.revision - 1 } : { ...range, from: last.revision + 1 };
    }
  }

  async *readAll({ after, filter }: { after: number; filter?: Filter }): AsyncGenerator<Recorded, void, void> {
    let page = await this.#reader.readLogPage({ after, filter });
    const upTo = page.head;
    for (;;) {
      yield* page.events;
      if (page.upTo >= upTo) return;
      page = await this.#reader.readLogPage({ after: page.upTo, upTo, filter });
    }
  }

  async *readStored({
    after,
    atMost = Infinity,
  }: {
    after: number;
    atMost?: number | undefined;
  }): AsyncGenerator<StoredEvent, void, void> {
    const upTo = await this.#reader.head();
    let next = this.#reader.readStoredPage(after, atMost);
    for (let left = atMost; ;) {
      const page = await next;
      const last = page.at(-1)?.position ?? upTo;
      left -= page.length;
      if (last < upTo && left > 0) {
        next = this.#reader.readStoredPage(last, left);
        next.catch(() => undefined); // awaited above
      }
      for (const event of page) if (event.position <= upTo) yield event;
      if (last >= upTo || left <= 0) return;
    }
  }

  subscribe({
    after,
    filter,
    signal,
  }: {
    after: number;
    filter?: Filter;
    signal: AbortSignal;
  }): AsyncGenerator<SubscriptionMessage, void, void> {
    const engine = { reader: this.#reader, tail: this.#tail };
    return subscribe(engine, { after, filter, signal: AbortSignal.any([signal, this.#closing.signal]) });
  }

  head(): Promise<number> {
    return this.#reader.head();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#appender.close();
    await Promise.all([this.#notifier.close(), this.#readPool.end(), this.#writePool.end()]);
  }
}
