import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain/kernel';
import { newEvent } from '../testing/new-event.js';
import { type LogPage, PAGE_SIZE } from './log-reader.js';
import { LogTail } from './log-tail.js';

/** A log that answers when `answer` is called, and notifies when `notify` is called. */
class Log extends EventEmitter<{ notify: []; query: [] }> {
  readonly events: Recorded[] = [];
  /** The position after which each query read. */
  readonly queries: number[] = [];
  notifications = 0;
  answer: () => void = () => undefined;
  readonly tail = new LogTail(this, this, new AbortController().signal);

  append(count: number, stream = 'a-1'): void {
    for (let number = 0; number < count; number++) {
      this.events.push({ ...newEvent(), stream, revision: 0, position: this.events.length + 1 });
    }
  }

  notify(): void {
    this.notifications++;
    this.emit('notify');
  }

  async wait(since: number): Promise<void> {
    if (since === this.notifications) await once(this, 'notify');
  }

  readLogPage({ after }: { readonly after: number }): Promise<LogPage> {
    const events = this.events.filter(({ position }) => position > after).slice(0, PAGE_SIZE);
    const head = this.events.length;
    this.queries.push(after);
    this.emit('query');
    return new Promise((resolve) => {
      this.answer = () => resolve({ events, upTo: events.at(-1)?.position ?? head, head });
    });
  }

  async notifyUntilQueried(): Promise<void> {
    const queried = once(this, 'query');
    this.notify();
    await queried;
  }

  async notifyAndAnswer(): Promise<void> {
    await this.notifyUntilQueried();
    this.answer();
  }
}

const notAborted = new AbortController().signal;
const positions = (page: LogPage | undefined) => page?.events.map(({ position }) => position);

describe('The tail of the log', () => {
  it('sends one query for all waiting readers, and gives each its own events', async () => {
    const log = new Log();
    const all = log.tail.read({ after: 0 }, notAborted);
    const some = log.tail.read({ after: 0, filter: { categories: ['a', 'other'] } }, notAborted);
    const none = log.tail.read({ after: 0, filter: { categories: ['c'] } }, notAborted);
    for (const stream of ['a-1', 'b-1', 'a', 'ab-1']) log.append(1, stream);
    await log.notifyAndAnswer();

    expect(positions(await all)).toEqual([1, 2, 3, 4]);
    expect(positions(await some)).toEqual([1, 3]);
    expect(await none).toEqual({ events: [], upTo: 4, head: 4 });
    expect(log.queries).toEqual([0]);
  });

  it('serves what it holds without a query, 500 events at a time', async () => {
    const log = new Log();
    log.append(500);
    await Promise.all([log.tail.read({ after: 0 }, notAborted), log.notifyAndAnswer()]);
    log.append(2);
    await Promise.all([log.tail.read({ after: 500 }, notAborted), log.notifyAndAnswer()]);

    expect(positions(await log.tail.read({ after: 499 }, notAborted))).toEqual([500, 501, 502]);
    const page = await log.tail.read({ after: 0, filter: { categories: ['a'] } }, notAborted);
    expect(page).toMatchObject({ upTo: 500, head: 502 });
    expect(page!.events).toHaveLength(500);
    expect(log.queries).toEqual([0, 500]);
  });

  it('queries again when a notification arrives during a query', async () => {
    const log = new Log();
    const first = log.tail.read({ after: 0 }, notAborted);
    log.append(1);
    await log.notifyUntilQueried();
    log.append(1);
    log.notify();
    log.answer();
    expect(positions(await first)).toEqual([1]);

    const queriedAgain = once(log, 'query');
    const second = log.tail.read({ after: 1 }, notAborted);
    await queriedAgain;
    log.answer();
    expect(positions(await second)).toEqual([2]);
  });

  it('sends no query when nobody waits any more', async () => {
    const log = new Log();
    const stop = new AbortController();
    const reads = [log.tail.read({ after: 0 }, stop.signal), log.tail.read({ after: 0 }, stop.signal)];
    stop.abort();
    log.notify();
    await Promise.all(reads);
    expect(log.queries).toEqual([]);
  });

  it('does not serve a reader that is more than 2,000 events behind', async () => {
    const log = new Log();
    for (let after = 0; after < 2_500; after += 500) {
      log.append(500);
      await Promise.all([log.tail.read({ after }, notAborted), log.notifyAndAnswer()]);
    }
    expect(await log.tail.read({ after: 500 }, notAborted)).toMatchObject({ upTo: 1_000 });
    expect(await log.tail.read({ after: 499 }, notAborted)).toBeUndefined();
  });

  it('does not serve any reader when the log runs ahead of it', async () => {
    const log = new Log();
    log.append(3_000);
    const [page] = await Promise.all([log.tail.read({ after: 0 }, notAborted), log.notifyAndAnswer()]);
    expect(page).toBeUndefined();
  });

  it('follows a reader that is far ahead instead of the others, also in the middle of a query', async () => {
    const log = new Log();
    const behind = log.tail.read({ after: 0 }, notAborted);
    log.append(1);
    await log.notifyUntilQueried();
    log.append(600);
    log.tail.join(601);
    log.answer();
    expect(await behind).toBeUndefined();

    log.append(1);
    const [ahead] = await Promise.all([log.tail.read({ after: 601 }, notAborted), log.notifyAndAnswer()]);
    expect(positions(ahead)).toEqual([602]);
  });

  it('stays with its readers when one joins that is a little ahead', async () => {
    const log = new Log();
    log.append(500);
    log.tail.join(500);
    const [page] = await Promise.all([log.tail.read({ after: 0 }, notAborted), log.notifyAndAnswer()]);
    expect(page).toMatchObject({ upTo: 500 });
    expect(page!.events).toHaveLength(500);
  });
});
