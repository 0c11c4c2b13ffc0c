import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type Position,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Recorded } from '@throughline/domain/kernel';
import { retryWithBackoff } from '../retry.js';
import type { Connection } from './connection.js';
import { isOutage } from './outage.js';
import { readPage } from './read-page.js';
import { startAt, toPosition, toRecorded } from './recorded.js';

/** Events in one answer: large enough that round trips do not count, small enough to hold. */
export const PAGE_SIZE = 500;

/** Streams are short, and often read for their first or last events only. */
const STREAM_PAGE_SIZE = 100;

/** The head is nearly always the last event; a few of the server's own may stand behind it, or all that it wrote in a quiet month. */
const HEAD_PAGES = [1, 8, 64] as const;

export interface StreamRange {
  readonly from?: number;
  /** Default: the end of the stream. */
  readonly to?: number;
  readonly backwards?: boolean;
  /** How long an outage may last, where it is not as long as for all reads. */
  readonly timeoutMs?: number;
}

export interface LogPage {
  readonly events: readonly Recorded[];
  /** Where the next page begins; nothing when this one was the last. */
  readonly next: number | undefined;
}

/** Reads by pages, each asked again through an outage. */
export class LogReader {
  #head = 0;
  /** Up to here it is known what is ours. */
  #scannedTo = 0;
  #readingHead: Promise<number> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs: number,
    private readonly closing: AbortSignal,
  ) {}

  /** Position of the last event of ours; 0 when there is none. */
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

  /** As `head`, asked once for all who ask at the same time. */
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
    // Backwards from a revision that is not there yet, what the server answers is promised nowhere.
    if (backwards) last = Math.min(last, await this.#lastRevision(stream));
    for (;;) {
      const maxCount = Math.min(STREAM_PAGE_SIZE, last - first + 1);
      if (maxCount <= 0) return;
      const page = backwards
        ? ({ direction: BACKWARDS, fromRevision: BigInt(last), maxCount } as const)
        : ({ direction: FORWARDS, fromRevision: BigInt(first), maxCount } as const);
      const read = await this.#page((client, each) => client.readStream(stream, { ...each, ...page }), timeoutMs);
      // Where the beginning was deleted, the server gives what comes after it instead.
      yield* read.flatMap((event) => toRecorded(event) ?? []).filter(({ revision }) => revision <= last);
      if (read.length < STREAM_PAGE_SIZE) return;
      const revision = Number(read.at(-1)!.event!.revision);
      [first, last] = backwards ? [first, revision - 1] : [revision + 1, last];
    }
  }

  /** After a position, in order. Not filtered: the client ignores a filter that is given to a read. */
  async readLogPage({ after }: { readonly after: number }): Promise<LogPage> {
    // Forwards, the start is inclusive: one more.
    const range = { fromPosition: startAt(after), maxCount: PAGE_SIZE + 1 };
    const page = await this.#page((client, each) => client.readAll({ ...each, ...range }));
    const events = page.flatMap((event) => toRecorded(event) ?? []).filter(({ position }) => position > after);
    return {
      events,
      next: page.length > PAGE_SIZE ? toPosition(page.at(-1)!.event!.position!) : undefined,
    };
  }

  /** -1 where there is no stream. */
  async #lastRevision(stream: string): Promise<number> {
    const range = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    const [last] = await this.#page((client, each) => client.readStream(stream, { ...each, ...range }));
    return Number(last?.event?.revision ?? -1);
  }

  #page<Event extends ResolvedEvent | AllStreamResolvedEvent>(
    open: (...to: Parameters<Parameters<Connection['ask']>[0]>) => StreamingRead<Event>,
    timeoutMs = this.timeoutMs,
  ): Promise<Event[]> {
    const ask = (ms: number) => this.connection.ask((client, each) => readPage(open(client, each), ms));
    return retryWithBackoff(ask, { timeoutMs, signal: this.closing, isOutage });
  }
}
