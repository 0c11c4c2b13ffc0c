import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type Position,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Recorded } from '@throughline/domain/kernel';
import type { StoredEvent } from '../../event-store.js';
import { retryWithBackoff } from '../../retry.js';
import type { Connection, EachCall } from '../connection/connection.js';
import { isOutage } from '../connection/outage.js';
import { readPage } from './read-page.js';
import { startAt, toPosition, toRecorded, toStored } from './recorded.js';

/** Events in one response: large enough to make round trips negligible, small enough for memory. */
export const PAGE_SIZE = 500;

/** Streams are short, and often only their first or last events are read. */
const STREAM_PAGE_SIZE = 100;

/** The head is nearly always the last event. A few of the server's own events may follow it, or those of a quiet month. */
const HEAD_PAGES = [1, 8, 64] as const;

export interface StreamRange {
  readonly from?: number;
  /** Default: the end of the stream. */
  readonly to?: number;
  readonly backwards?: boolean;
  /** How long an outage may last, if it differs from that of all reads. */
  readonly timeoutMs?: number;
}

export interface LogPage<Event extends Recorded = Recorded> {
  readonly events: readonly Event[];
  /** Start of the next page; undefined when this one was the last. */
  readonly next: number | undefined;
}

/** Reads page by page, and retries each page through an outage. */
export class LogReader {
  #head = 0;
  /** The product's events are known up to this position. */
  #scannedTo = 0;
  #readingHead: Promise<number> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs: number,
    private readonly closing: AbortSignal,
  ) {}

  /** Position of the product's last event; 0 when there is none. */
  async head(): Promise<number> {
    const scannedTo = this.#scannedTo;
    let newest = 0;
    for (let before: Position | typeof END = END, pages = 0; ; pages++) {
      const range = { direction: BACKWARDS, fromPosition: before, maxCount: HEAD_PAGES[pages] ?? PAGE_SIZE } as const;
      const page: AllStreamResolvedEvent[] = await this.#page((client, each) => client.readAll({ ...each, ...range }));
      const last = page.map(toRecorded).find((event) => event !== undefined);
      const oldest = page.at(-1)?.event?.position;
      if (pages === 0 && oldest) newest = toPosition(oldest);
      if (!last && oldest && toPosition(oldest) > scannedTo) {
        before = oldest;
        continue;
      }
      this.#scannedTo = Math.max(this.#scannedTo, newest);
      this.#head = Math.max(this.#head, last?.position ?? 0);
      return this.#head;
    }
  }

  /** Like `head`; concurrent callers share one request. */
  headSoon(): Promise<number> {
    this.#readingHead ??= this.head().finally(() => (this.#readingHead = undefined));
    return this.#readingHead;
  }

  /** Both ends inclusive; forwards by default. */
  async *readStream(
    stream: string,
    { from = 0, to, backwards = false, timeoutMs }: StreamRange = {},
  ): AsyncGenerator<Recorded, void, void> {
    let [first, last] = [from, to ?? Number.MAX_SAFE_INTEGER];
    // The documentation does not say what the server answers to a backward read from a revision that does not exist yet.
    if (backwards) last = Math.min(last, await this.#lastRevision(stream));
    for (;;) {
      const maxCount = Math.min(STREAM_PAGE_SIZE, last - first + 1);
      if (maxCount <= 0) return;
      const page = backwards
        ? ({ direction: BACKWARDS, fromRevision: BigInt(last), maxCount } as const)
        : ({ direction: FORWARDS, fromRevision: BigInt(first), maxCount } as const);
      const read = await this.#page((client, each) => client.readStream(stream, { ...each, ...page }), timeoutMs);
      // If the beginning was deleted, the server returns the events after it instead.
      yield* read.flatMap((event) => toRecorded(event) ?? []).filter(({ revision }) => revision <= last);
      if (read.length < STREAM_PAGE_SIZE) return;
      const revision = Number(read.at(-1)!.event!.revision);
      [first, last] = backwards ? [first, revision - 1] : [revision + 1, last];
    }
  }

  /** Events after a position, in order. Not filtered: the client ignores the filter of a read. */
  readLogPage({ after }: { readonly after: number }): Promise<LogPage> {
    return this.#logPage(after, toRecorded);
  }

  /** The same page, with what only the server knows of each event. */
  readStoredPage(after: number): Promise<LogPage<StoredEvent>> {
    return this.#logPage(after, toStored);
  }

  async #logPage<Event extends Recorded>(
    after: number,
    convert: (resolved: ResolvedEvent) => Event | undefined,
  ): Promise<LogPage<Event>> {
    // A forward read includes its start, so one more event is requested.
    const range = { fromPosition: startAt(after), maxCount: PAGE_SIZE + 1 };
    const page = await this.#page((client, each) => client.readAll({ ...each, ...range }));
    const events = page.flatMap((event) => convert(event) ?? []).filter(({ position }) => position > after);
    return {
      events,
      next: page.length > PAGE_SIZE ? toPosition(page.at(-1)!.event!.position!) : undefined,
    };
  }

  /** -1 if there is no stream. */
  async #lastRevision(stream: string): Promise<number> {
    const range = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    const [last] = await this.#page((client, each) => client.readStream(stream, { ...each, ...range }));
    return Number(last?.event?.revision ?? -1);
  }

  #page<Event extends ResolvedEvent | AllStreamResolvedEvent>(
    open: (client: EventStoreDBClient, each: EachCall) => StreamingRead<Event>,
    timeoutMs = this.timeoutMs,
  ): Promise<Event[]> {
    const ask = (ms: number) => this.connection.ask(ms, (client, each, msLeft) => readPage(open(client, each), msLeft));
    return retryWithBackoff(ask, { timeoutMs, signal: this.closing, isOutage });
  }
}
