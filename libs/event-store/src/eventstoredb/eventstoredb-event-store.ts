import { setMaxListeners } from 'node:events';
import type { Recorded } from '@throughline/domain/kernel';
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
import { type Connection, openConnection } from './connection/connection.js';
import { type LogPage, LogReader } from './reading/log-reader.js';
import { subscribe } from './reading/subscribe.js';

export interface EventStoreDbOptions {
  /** How long an outage may last before a call fails with `StoreUnavailable`, in ms; 10 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Resolves once the server has answered. The server should be used by this product only: streams of others would be read as its own.
 * Throws `StoreUnavailable`, also for a user or a password that the server refuses, or a `TypeError` for a URL that cannot be used.
 */
export async function openEventStoreDb(
  url: string,
  { timeoutMs = 10_000 }: EventStoreDbOptions = {},
): Promise<EventStore> {
  const store = new EventStoreDbEventStore(openConnection(url), timeoutMs);
  try {
    await store.head();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

class EventStoreDbEventStore implements EventStore {
  readonly #closing = new AbortController();
  readonly #reader: LogReader;
  readonly #appender: Appender;

  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs: number,
  ) {
    // Every reader that retries through an outage listens to it.
    setMaxListeners(0, this.#closing.signal);
    this.#reader = new LogReader(connection, timeoutMs, this.#closing.signal);
    this.#appender = new Appender(connection, this.#reader, timeoutMs);
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const bytes = Buffer.byteLength(checkAppend(stream, expected, events));
    return this.#appender.append({ stream, expected, events, bytes });
  }

  readStream(
    stream: string,
    range: { readonly from?: number; readonly to?: number; readonly backwards?: boolean } = {},
  ): AsyncIterable<Recorded> {
    return this.#reader.readStream(stream, range);
  }

  async *readAll({ after, filter }: { after: number; filter?: Filter }): AsyncGenerator<Recorded, void, void> {
    const head = await this.#reader.head();
    if (filter) return yield* this.#readFiltered(after, head, filter);
    for (let next: number | undefined = after; next !== undefined && next < head;) {
      const page = await this.#reader.readLogPage({ after: next });
      for (const event of page.events) {
        if (event.position > head) return;
        yield event;
      }
      next = page.next;
    }
  }

  async *readStored({
    after,
    atMost = Infinity,
  }: {
    after: number;
    atMost?: number | undefined;
  }): AsyncGenerator<StoredEvent, void, void> {
    let left = atMost;
    const head = await this.#reader.head();
    let next: Promise<LogPage<StoredEvent>> | undefined = this.#reader.readStoredPage(after);
    while (next) {
      const page: LogPage<StoredEvent> = await next;
      const isMore = page.next !== undefined && page.next < head && page.events.length < left;
      next = isMore ? this.#reader.readStoredPage(page.next!) : undefined;
      next?.catch(() => undefined); // awaited above
      for (const event of page.events) {
        if (event.position > head || left <= 0) return;
        left--;
        yield event;
      }
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
    const { connection, timeoutMs } = this;
    const following = { connection, reader: this.#reader, timeoutMs };
    return subscribe(following, { after, filter, signal: AbortSignal.any([signal, this.#closing.signal]) });
  }

  head(): Promise<number> {
    return this.#reader.head();
  }

  /** Only subscriptions filter on the server. */
  async *#readFiltered(after: number, head: number, filter: Filter): AsyncGenerator<Recorded, void, void> {
    if (after >= head) return;
    const done = new AbortController();
    try {
      for await (const message of this.subscribe({ after, filter, signal: done.signal })) {
        const events = message.type === '$events' ? message.events : [];
        for (const event of events) {
          if (event.position > head) return;
          yield event;
        }
        const passed = message.type === '$events' ? events.at(-1)!.position : message.position;
        if (passed >= head) return;
      }
    } finally {
      done.abort();
    }
  }

  async close(): Promise<void> {
    await this.#appender.close();
    this.#closing.abort();
    await this.connection.close();
  }
}
