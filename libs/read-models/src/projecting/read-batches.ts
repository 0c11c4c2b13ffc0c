import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Batch } from './batch.js';

/** Events per transaction while building: large enough that round trips do not count. */
const BATCH_SIZE = 2_000;

/** What the log holds after a position, none of it beyond `upTo`. The last batch reaches `upTo`, even if no event does. */
export async function* readBatches(
  store: EventStore,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<Batch, void, void> {
  let from = after;
  let events: Recorded[] = [];
  for await (const event of store.readAll({ after })) {
    if (event.position > upTo) break;
    events.push(event);
    if (events.length < BATCH_SIZE) continue;
    yield { after: from, upTo: event.position, events };
    from = event.position;
    events = [];
  }
  if (from < upTo) yield { after: from, upTo, events };
}
