import type { DomainEvent, Recorded } from '@throughline/domain/kernel';
import type { Pool } from 'pg';
import type { Filter, StoredEvent } from '../event-store.js';
import { retryWithBackoff } from '../retry.js';
import { isOutage } from './connections.js';

/** Events in one response: large enough to make round trips negligible, small enough for memory. */
export const PAGE_SIZE = 500;

export interface LogPage {
  readonly events: readonly Recorded[];
  /** There is no other matching event up to this position. */
  readonly upTo: number;
  /** Position of the last event committed when the page was read. */
  readonly head: number;
}

export interface LogRange {
  readonly after: number;
  readonly upTo?: number | undefined;
  readonly filter?: Filter | undefined;
}

export interface StreamPage {
  readonly from: number;
  readonly to: number;
  readonly backwards: boolean;
}

type Row = DomainEvent & Pick<Recorded, 'stream' | 'revision' | 'metadata'> & { readonly position: string };

/** Events in one response to whoever reads the whole log. */
const STORED_PAGE_SIZE = 1_000;

const COLUMNS = 'position, stream, revision, type, data, metadata';

/** Reads page by page along an index. A page is one statement, and so one snapshot. Each query is retried through an outage. */
export class LogReader {
  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    private readonly timeoutMs: number,
    private readonly closing: AbortSignal,
  ) {}

  async head(): Promise<number> {
    const [row] = await this.#ask<{ head: string }>('head', `select ${this.#head} as head`, []);
    return Number(row!.head);
  }

  async readStreamPage(stream: string, { from, to, backwards }: StreamPage): Promise<Recorded[]> {
    const rows = await this.#ask<Row>(
      `stream ${backwards}`,
      `select ${COLUMNS} from ${this.schema}.event where stream = $1 and revision between $2 and $3
       order by revision ${backwards ? 'desc' : 'asc'} limit ${PAGE_SIZE}`,
      [stream, from, to],
    );
    return rows.map(toRecorded);
  }

  async readLogPage({ after, upTo = Number.MAX_SAFE_INTEGER, filter }: LogRange): Promise<LogPage> {
    const rows = await this.#ask<(Row | Record<keyof Row, null>) & { head: string }>(
      `log ${filter !== undefined}`,
      `select ${this.#head} as head, page.* from (select) one left join lateral (
         ${filter ? this.#filteredPage : this.#page}
       ) page on true order by position`,
      filter ? [after, upTo, filter.categories] : [after, upTo],
    );
    const events = rows.filter((row) => row.position !== null).map((row) => toRecorded(row as Row));
    const head = Number(rows[0]!.head);
    return { events, upTo: events.length === PAGE_SIZE ? events.at(-1)!.position : head, head };
  }

  /** The next events, as many as a page has, or `atMost`. */
  async readStoredPage(after: number, atMost: number): Promise<StoredEvent[]> {
    const rows = await this.#ask<Row & { event_id: string; recorded_micros: string }>(
      'stored',
      `select ${COLUMNS}, event_id, (extract(epoch from recorded_at) * 1000000)::bigint as recorded_micros
         from ${this.schema}.event where position > $1 order by position limit $2`,
      [after, Math.min(STORED_PAGE_SIZE, atMost)],
    );
    // Written out, because copying the members of each event costs more than reading it.
    return rows.map(({ type, data, stream, revision, position, metadata, event_id, recorded_micros }) => ({
      type,
      data,
      stream,
      revision,
      position: Number(position),
      metadata,
      storedId: event_id,
      recordedMicros: Number(recorded_micros),
    }));
  }

  get #head(): string {
    return `(select coalesce(max(position), 0) from ${this.schema}.event)`;
  }

  get #page(): string {
    return `select ${COLUMNS} from ${this.schema}.event
            where position > $1 and position <= $2 order by position limit ${PAGE_SIZE}`;
  }

  /** `category = any ($3)` would either scan the whole log or sort all events of a category. This scans the index of each category. */
  get #filteredPage(): string {
    return `select event.* from (
              select found.position as at from unnest($3::text[]) as wanted (category), lateral (
                select position from ${this.schema}.event event
                where event.category = wanted.category and position > $1 and position <= $2
                order by position limit ${PAGE_SIZE}
              ) found order by found.position limit ${PAGE_SIZE}
            ) place, lateral (select ${COLUMNS} from ${this.schema}.event where position = place.at limit 1) event`;
  }

  async #ask<Answer extends object>(name: string, text: string, values: unknown[]): Promise<Answer[]> {
    const ask = async () => (await this.pool.query<Answer>({ name, text, values })).rows;
    return retryWithBackoff(ask, { timeoutMs: this.timeoutMs, signal: this.closing, isOutage });
  }
}

/** The driver returns a bigint as text. */
function toRecorded({ type, data, stream, revision, position, metadata }: Row): Recorded {
  return { type, data, stream, revision, position: Number(position), metadata };
}
