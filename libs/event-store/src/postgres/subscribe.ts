import { setTimeout as pause } from 'node:timers/promises';
import type { SubscriptionMessage } from '../event-store.js';
import { StoreUnavailable } from '../errors.js';
import { unlessAborted } from '../patience.js';
import type { Doorbell } from './doorbell.js';
import { PAGE_SIZE, type LogPage, type LogRange, type LogReader } from './log-reader.js';

/** How late an event may come when its ring was lost. */
const POLL_MS = 75;
/**
 * From one look to the next while there is work. What comes after a rest is taken at once; what then comes is gathered, so that a busy
 * log costs its consumers a batch for several events and not one for each.
 */
const GATHER_MS = 15;

/**
 * A loop that reads the page after the last one delivered, and waits when there is none. The consumer pulls: while it works
 * on a page, nothing is read ahead. An outage is waited out; the loop then goes on from where it was.
 */
export async function* subscribe(
  { reader, doorbell }: { readonly reader: LogReader; readonly doorbell: Doorbell },
  { after, filter, signal }: Pick<LogRange, 'after' | 'filter'> & { readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  let position = after;
  let caughtUpAt: number | undefined;
  while (!signal.aborted) {
    const rings = doorbell.rings;
    const lookedAt = performance.now();
    const page = await pageUnlessAborted(reader, { after: position, filter }, signal);
    if (!page) continue;

    const last = page.events.at(-1);
    if (last) {
      position = last.position;
      yield { type: '$events', events: page.events };
    }
    if (page.events.length === PAGE_SIZE || signal.aborted) continue;

    if (page.head > position) {
      position = page.head;
      yield { type: '$checkpoint', position };
    }
    if (caughtUpAt !== position && !signal.aborted) {
      caughtUpAt = position;
      yield { type: '$caughtUp', position };
    }
    await doorbell.wait(rings, POLL_MS, signal);
    const early = GATHER_MS - (performance.now() - lookedAt);
    if (early > 0) await pause(early);
  }
}

/** Nothing when the subscription ends while the engine is asked, or when the engine stays away: then it is asked again. */
function pageUnlessAborted(reader: LogReader, range: LogRange, signal: AbortSignal): Promise<LogPage | undefined> {
  const page = reader.readLogPage(range).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
  return unlessAborted(page, signal);
}
