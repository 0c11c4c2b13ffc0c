import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@throughline/domain/kernel';
import { passesFilter } from '../event-store.js';
import type { AppendNotifier } from './append-notifier.js';
import { type LogPage, type LogRange, type LogReader, PAGE_SIZE } from './log-reader.js';

/**
 * Milliseconds between two reads while there is work. The first event after a pause is read at once; those that follow are gathered, so
 * that consumers of a busy log get several events in a batch.
 */
const READ_INTERVAL_MS = 15;
/** How many events stay in memory for subscriptions that are slower than the others. */
const MAX_RECENT_EVENTS = 2_000;

/** The events after `from` up to `upTo`, from one query. */
interface Recent extends LogPage {
  readonly from: number;
  /** The count of notifications before the query. */
  readonly notifications: number;
  readonly readAt: number;
}

/**
 * Reads the end of the log once for all subscriptions that have reached it. Those that wait share one query, and filter its result
 * themselves. Nothing is read while no subscription waits. The events are shared and must not be changed.
 */
export class LogTail {
  #recent: Recent = { from: 0, events: [], upTo: 0, head: 0, notifications: 0, readAt: -READ_INTERVAL_MS };
  #reading: Promise<void> | undefined;
  readonly #waiting = new Set<AbortSignal>();

  constructor(
    private readonly reader: Pick<LogReader, 'readLogPage'>,
    private readonly notifier: Pick<AppendNotifier, 'notifications' | 'wait'>,
    private readonly closing: AbortSignal,
  ) {}

  /** Called by a subscription that has reached `head`. If that is more than a page ahead, the tail moves there too. */
  join(head: number): void {
    if (head - this.#recent.upTo <= PAGE_SIZE) return;
    this.#recent = { ...this.#recent, from: head, events: [], upTo: head, head };
  }

  /**
   * The events after a position that are in memory; if there are none, those that the next read finds. Undefined for a subscription that
   * has fallen too far behind, and for all subscriptions when the log grows faster than this reads: reading pages directly is then faster.
   */
  async read({ after, filter }: Pick<LogRange, 'after' | 'filter'>, signal: AbortSignal): Promise<LogPage | undefined> {
    if (after >= this.#recent.upTo) await this.#nextRead(signal);
    const { from, events, upTo, head } = this.#recent;
    if (after < from || head - upTo > MAX_RECENT_EVENTS) return undefined;
    const news = events.slice(1 + events.findLastIndex(({ position }) => position <= after));
    const wanted = filter ? news.filter(({ stream }) => passesFilter(filter, stream)) : news;
    if (wanted.length <= PAGE_SIZE) return { events: wanted, upTo, head };
    const page = wanted.slice(0, PAGE_SIZE);
    return { events: page, upTo: page.at(-1)!.position, head };
  }

  #nextRead(signal: AbortSignal): Promise<void> {
    this.#waiting.add(signal);
    return (this.#reading ??= this.#readNew().finally(() => {
      this.#reading = undefined;
      this.#waiting.clear();
    }));
  }

  async #readNew(): Promise<void> {
    if (this.#recent.upTo >= this.#recent.head) await this.#waitForAppend();
    if ([...this.#waiting].every(({ aborted }) => aborted)) return;
    const before = this.#recent;
    const { notifications } = this.notifier;
    const readAt = performance.now();
    const page = await this.reader.readLogPage({ after: before.upTo });
    // A subscription has moved the tail ahead in the meantime.
    if (this.#recent !== before) return;
    const events: Recorded[] = [...before.events, ...page.events];
    const from = events.splice(0, events.length - MAX_RECENT_EVENTS).at(-1)?.position ?? before.from;
    this.#recent = { ...page, from, events, notifications, readAt };
  }

  async #waitForAppend(): Promise<void> {
    const { notifications, readAt } = this.#recent;
    await this.notifier.wait(notifications, this.closing);
    const early = READ_INTERVAL_MS - (performance.now() - readAt);
    if (early > 0) await pause(early);
  }
}
