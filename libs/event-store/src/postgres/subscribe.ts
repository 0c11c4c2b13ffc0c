import type { SubscriptionMessage } from '../event-store.js';
import { StoreUnavailable } from '../errors.js';
import { unlessAborted } from '../retry.js';
import type { LogPage, LogRange, LogReader } from './log-reader.js';
import type { LogTail } from './log-tail.js';

/**
 * Reads page after page, each after the last event delivered: with its own queries until it has caught up, then from the tail, which waits
 * for new events. The tail does not serve a reader that is too slow, which then uses its own queries again. The consumer pulls: while it
 * works on a page, nothing is read ahead for it. After an outage the loop continues where it was.
 */
export async function* subscribe(
  { reader, tail }: { readonly reader: LogReader; readonly tail: LogTail },
  { after, filter, signal }: Pick<LogRange, 'after' | 'filter'> & { readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  let position = after;
  let caughtUpAt: number | undefined;
  let isAtTail = false;
  while (!signal.aborted) {
    const range = { after: position, filter };
    const page = await pageUnlessAborted(isAtTail ? tail.read(range, signal) : reader.readLogPage(range), signal);
    if (!page) {
      isAtTail = false;
      continue;
    }

    const last = page.events.at(-1);
    if (last) {
      position = last.position;
      yield { type: '$events', events: page.events };
    }
    if (page.upTo > position && !signal.aborted) {
      position = page.upTo;
      yield { type: '$checkpoint', position };
    }
    if (page.upTo < page.head) continue;
    if (!isAtTail) tail.join(page.head);
    isAtTail = true;
    if (caughtUpAt !== position && !signal.aborted) {
      caughtUpAt = position;
      yield { type: '$caughtUp', position };
    }
  }
}

/** Undefined when the subscription ends during the query, or when the engine stays unavailable: then the caller reads again. */
function pageUnlessAborted(reading: Promise<LogPage | undefined>, signal: AbortSignal): Promise<LogPage | undefined> {
  const page = reading.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
  return unlessAborted(page, signal);
}
