import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@throughline/domain/kernel';
import { passesFilter } from '../passes-filter.js';
import type { Doorbell } from './doorbell.js';
import { type LogPage, type LogRange, type LogReader, PAGE_SIZE } from './log-reader.js';

/** How late an event may come when its ring was lost. */
const POLL_MS = 75;
/**
 * From one look to the next while there is work. What comes after a rest is taken at once; what then comes is gathered, so that a busy
 * log costs its consumers a batch for several events and not one for each.
 */
const GATHER_MS = 15;
/** Events kept for those who are slower than the others. */
const KEPT = 2_000;

/** All that was written after `from` up to `upTo`, as of one look. */
interface Recent extends LogPage {
  readonly from: number;
  /** Taken before looking. */
  readonly rings: number;
  readonly lookedAt: number;
}

/**
 * The end of the log, read once for all who follow it there: whoever waits for news waits for one question, and filters its answer for
 * themselves. It is asked only while somebody waits. The events are shared: nobody may change them.
 */
export class LogTail {
  #recent: Recent = { from: 0, events: [], upTo: 0, head: 0, rings: 0, lookedAt: -GATHER_MS };
  #looking: Promise<void> | undefined;
  readonly #waiting = new Set<AbortSignal>();

  constructor(
    private readonly reader: Pick<LogReader, 'readLogPage'>,
    private readonly doorbell: Pick<Doorbell, 'rings' | 'wait'>,
    private readonly closing: AbortSignal,
  ) {}

  /** For whoever has seen all up to `head`. If that is farther on than one look gets, this goes there too, and leaves those who are not. */
  join(head: number): void {
    if (head - this.#recent.upTo <= PAGE_SIZE) return;
    this.#recent = { ...this.#recent, from: head, events: [], upTo: head, head };
  }

  /**
   * What is known to come after a position, or, when nothing is, what the next look finds. No page for whoever fell too far behind, nor
   * for anybody when the log runs ahead of this: then pages of one's own are quicker.
   */
  async read({ after, filter }: Pick<LogRange, 'after' | 'filter'>, signal: AbortSignal): Promise<LogPage | undefined> {
    if (after >= this.#recent.upTo) await this.#nextLook(signal);
    const { from, events, upTo, head } = this.#recent;
    if (after < from || head - upTo > KEPT) return undefined;
    const news = events.slice(1 + events.findLastIndex(({ position }) => position <= after));
    const wanted = filter ? news.filter(({ stream }) => passesFilter(filter, stream)) : news;
    if (wanted.length <= PAGE_SIZE) return { events: wanted, upTo, head };
    const page = wanted.slice(0, PAGE_SIZE);
    return { events: page, upTo: page.at(-1)!.position, head };
  }

  #nextLook(signal: AbortSignal): Promise<void> {
    this.#waiting.add(signal);
    return (this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#waiting.clear();
    }));
  }

  async #look(): Promise<void> {
    if (this.#recent.upTo >= this.#recent.head) await this.#ring();
    if ([...this.#waiting].every(({ aborted }) => aborted)) return;
    const before = this.#recent;
    const { rings } = this.doorbell;
    const lookedAt = performance.now();
    const page = await this.reader.readLogPage({ after: before.upTo });
    // Somebody went on without it meanwhile.
    if (this.#recent !== before) return;
    const events: Recorded[] = [...before.events, ...page.events];
    const from = events.splice(0, events.length - KEPT).at(-1)?.position ?? before.from;
    this.#recent = { ...page, from, events, rings, lookedAt };
  }

  async #ring(): Promise<void> {
    const { rings, lookedAt } = this.#recent;
    await this.doorbell.wait(rings, POLL_MS, this.closing);
    const early = GATHER_MS - (performance.now() - lookedAt);
    if (early > 0) await pause(early);
  }
}
