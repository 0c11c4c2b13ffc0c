import type { ExpectedRevision } from './event-store.js';

/** Another writer was first: read the stream again and decide again. `actual` is the revision of its last event. */
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

/** An append has at most `limit` bytes of JSON, in every engine. Nothing was sent. */
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
 * The stream was deleted by hand, which EventStoreDB allows: either permanently, or while the server still remembers this append, whose
 * events can no longer be read. Nothing was written, and a retry does not help.
 */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';
  constructor(readonly stream: string) {
    super(`Events of ${stream} were written once and are no longer there`);
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
