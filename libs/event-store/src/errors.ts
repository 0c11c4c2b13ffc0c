import type { ExpectedRevision } from './event-store.js';

/** Somebody else wrote first: read the stream again and decide again. `actual` is the revision of its last event. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number | 'no-stream',
  ) {
    super(`Expected ${stream} at ${expected}, found it at ${actual}`);
  }
}

/** One append holds `limit` bytes of JSON at most, in every engine. Nothing was sent. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
  constructor(
    readonly stream: string,
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`An append to ${stream} of ${bytes} bytes is over the limit of ${limit}`);
  }
}

/**
 * The engine did not answer in time. `unknown`: the events were sent and may be in the log, now or a little later; append
 * them again with the same ids and expected revision to find out.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  constructor(
    readonly outcome: 'not-written' | 'unknown',
    cause?: unknown,
  ) {
    super(`The event store is unavailable (${outcome})`, { cause });
  }
}
