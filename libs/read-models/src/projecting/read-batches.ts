import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Batch } from './batch.js';

/** Events per transaction: so many that an entity, whose events are spread over days, is loaded and saved few times. */
const BATCH_SIZE = 10_000;

interface Range {
  /** Exclusive. */
  readonly after: number;
  readonly upTo: number;
  /** Events of a batch at most. */
  readonly batchSize?: number;
}

/**
 * What the log holds after a position, none of it beyond `upTo`; the last batch reaches `upTo`, even if no event does. The next
 * batch is being read while the caller works on this one.
 */
export async function* readBatches(store: EventStore, range: Range): AsyncGenerator<Batch, void, void> {
  const batches = inTurn(store, range);
  let next = batches.next();
  try {
    for (let turn = await next; !turn.done; turn = await next) {
      next = batches.next();
      next.catch(() => undefined); // Thrown where it is awaited, if it ever is.
      yield turn.value;
    }
  } finally {
    await batches.return();
  }
}

async function* inTurn(
  store: EventStore,
  { after, upTo, batchSize = BATCH_SIZE }: Range,
): AsyncGenerator<Batch, void, void> {
  let from = after;
  let events: Recorded[] = [];
  for await (const event of store.readAll({ after })) {
    if (event.position > upTo) break;
    events.push(event);
    if (events.length < batchSize) continue;
    yield { after: from, upTo: event.position, events };
    from = event.position;
    events = [];
  }
  if (from < upTo) yield { after: from, upTo, events };
}
