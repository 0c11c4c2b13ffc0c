import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Recorded } from '@throughline/domain/kernel';
import type { Filter } from '../event-store.js';
import { passesFilter } from '../passes-filter.js';
import { askPatiently } from '../patience.js';
import type { Connection } from './connection.js';
import { isOutage } from './outage.js';
import { readPage } from './read-page.js';
import { fromPosition, startAt, toPosition, toRecorded } from './recorded.js';

/** Events in one answer: large enough that round trips do not count, small enough to hold. */
export const PAGE_SIZE = 500;

/** Streams are short, and often read for their first or last events only. */
const STREAM_PAGE_SIZE = 100;

/** The head is nearly always the last event; the server's own may stand behind it. */
const HEAD_PAGE = 8;

export interface StreamRange {
  readonly from?: number;
  /** The end of the stream unless told. */
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
  #asking: Promise<number> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs: number,
    private readonly closing: AbortSignal,
  ) {}

  /** Position of the last event of ours; 0 when there is none. */
  async head(): Promise<number> {
    const known = this.#head;
    for (let before: number | undefined; ;) {
      const start =
        before === undefined
          ? ({ fromPosition: END, maxCount: 1 } as const)
          : { fromPosition: fromPosition(before), maxCount: HEAD_PAGE };
      const page = await this.#page((client, each) => client.readAll({ ...each, direction: BACKWARDS, ...start }));
      const last = page.map(toRecorded).find((event) => event !== undefined);
      const oldest = page.at(-1)?.event;
      before = oldest ? toPosition(oldest.position!) : undefined;
      if (!last && before !== undefined && before > known) continue;
      this.#head = Math.max(this.#head, last?.position ?? 0);
      return this.#head;
    }
  }

  /** As `head`, asked once for all who ask at the same time. */
  headSoon(): Promise<number> {
    this.#asking ??= this.head().finally(() => (this.#asking = undefined));
    return this.#asking;
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

  /** After a position, in order. The filter is ours: the client ignores one that is given to a read. */
  async readLogPage({
    after,
    filter,
  }: {
    readonly after: number;
    readonly filter?: Filter | undefined;
  }): Promise<LogPage> {
    // Forwards, the start is inclusive: one more.
    const range = { fromPosition: startAt(after), maxCount: PAGE_SIZE + 1 };
    const page = await this.#page((client, each) => client.readAll({ ...each, ...range }));
    const events = page.flatMap((event) => toRecorded(event) ?? []).filter(({ position }) => position > after);
    return {
      events: filter ? events.filter(({ stream }) => passesFilter(filter, stream)) : events,
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
    return askPatiently(ask, { timeoutMs, signal: this.closing, isOutage });
  }
}
