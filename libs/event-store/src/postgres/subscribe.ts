import type { SubscriptionMessage } from '../event-store.js';
import { StoreUnavailable } from '../errors.js';
import { unlessAborted } from '../retry.js';
import type { LogPage, LogRange, LogReader } from './log-reader.js';
import type { LogTail } from './log-tail.js';

/**
 * A loop that reads the page after the last one delivered: pages of its own until it has caught up, then from the tail, which waits
 * when there is none, and which leaves behind who is too slow: then pages of its own again. The consumer pulls: while it works on
 * a page, nothing is read ahead for it. An outage is waited out; the loop then goes on from where it was.
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

/** Nothing when the subscription ends during the query, or when the engine stays unavailable: then the caller reads again. */
function pageUnlessAborted(reading: Promise<LogPage | undefined>, signal: AbortSignal): Promise<LogPage | undefined> {
  const page = reading.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
  return unlessAborted(page, signal);
}
