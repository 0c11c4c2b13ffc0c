import type { Recorded } from '@throughline/domain';
import type { EventStore, Filter } from '@throughline/event-store';

/** Milliseconds without a message after which a live consumer gets a heartbeat. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/**
 * Events of a batch during a rebuild. A large batch loads and saves an entity only a few times, although its events are spread over days.
 */
const MAX_BATCH_EVENTS = 10_000;

export interface Batch {
  /** Position of the consumer before the batch (exclusive). */
  readonly after: number;
  /** Position of the consumer after the batch: that of the last event, or the last one that the filter skipped. */
  readonly upTo: number;
  readonly events: readonly Recorded[];
}

export interface Consume {
  readonly store: EventStore;
  /** Position to start after. */
  readonly after: number;
  /** Position to end at (inclusive), reached even without an event there. Without it the consumer stays live. */
  readonly upTo?: number;
  readonly filter?: Filter;
  /** Maximum number of events in a batch of a run that has an end. A live batch has at most 500. */
  readonly batchSize?: number;
  readonly signal: AbortSignal;
  /** Called at each iteration, at least once a second while the consumer is live. */
  readonly onHeartbeat?: () => void;
  /** Processes a batch and moves the checkpoint. A live consumer gets an empty batch in each second without a message. */
  readonly apply: (batch: Batch) => Promise<void>;
}

/**
 * Reads the log for one consumer, batch after batch, until `signal` is aborted or the end is reached. Every consumer runs on it: the live
 * projector, a rebuild (with another start, and an end), the policies and the planner. Throws the errors of `apply` and of the engines.
 */
export async function consume({ onHeartbeat, apply, signal, ...range }: Consume): Promise<void> {
  const over = new AbortController();
  const batches =
    range.upTo === undefined
      ? liveBatches({ ...range, signal: AbortSignal.any([signal, over.signal]) })
      : readBatches(range.store, { ...range, upTo: range.upTo });
  try {
    for await (const batch of batches) {
      if (signal.aborted) return;
      onHeartbeat?.();
      await apply(batch);
    }
  } finally {
    over.abort();
  }
}

async function* liveBatches({
  store,
  after,
  filter,
  signal,
}: Pick<Consume, 'store' | 'after' | 'filter' | 'signal'>): AsyncGenerator<Batch, void, void> {
  let reached = after;
  const subscription = store.subscribe({ after, signal, ...(filter && { filter }) });
  for await (const message of withHeartbeat(subscription, HEARTBEAT_INTERVAL_MS)) {
    const from = reached;
    if (message === HEARTBEAT) {
      yield { after: from, upTo: from, events: [] };
    } else if (message.type === '$events') {
      reached = message.events.at(-1)?.position ?? from;
      yield { after: from, upTo: reached, events: message.events };
    } else if (message.position > from) {
      reached = message.position;
      yield { after: from, upTo: reached, events: [] };
    }
  }
}

interface Range extends Pick<Consume, 'after' | 'filter' | 'batchSize'> {
  readonly upTo: number;
}

/**
 * The events after a position, up to `upTo`. The last batch reaches `upTo`, even if no event does. The next
 * batch is read while the caller processes this one.
 */
export async function* readBatches(store: EventStore, range: Range): AsyncGenerator<Batch, void, void> {
  const batches = inTurn(store, range);
  let next = batches.next();
  try {
    for (let turn = await next; !turn.done; turn = await next) {
      next = batches.next();
      next.catch(() => undefined); // a rejection surfaces where the promise is awaited, if it ever is
      yield turn.value;
    }
  } finally {
    await batches.return();
  }
}

async function* inTurn(
  store: EventStore,
  { after, upTo, filter, batchSize = MAX_BATCH_EVENTS }: Range,
): AsyncGenerator<Batch, void, void> {
  let from = after;
  let events: Recorded[] = [];
  for await (const event of store.readAll({ after, ...(filter && { filter }) })) {
    if (event.position > upTo) break;
    events.push(event);
    if (events.length < batchSize) continue;
    yield { after: from, upTo: event.position, events };
    from = event.position;
    events = [];
  }
  if (from < upTo) yield { after: from, upTo, events };
}

export const HEARTBEAT = Symbol('tick');

/** Yields the messages, and a heartbeat after each `everyMs` without one, so that an idle loop still iterates. */
export async function* withHeartbeat<Message>(
  messages: AsyncIterable<Message>,
  everyMs: number,
): AsyncGenerator<Message | typeof HEARTBEAT, void, void> {
  const iterator = messages[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise<typeof HEARTBEAT>((resolve) => {
        timer = setTimeout(resolve, everyMs, HEARTBEAT);
      });
      const first = await Promise.race([next, tick]).finally(() => clearTimeout(timer));
      if (first === HEARTBEAT) {
        yield HEARTBEAT;
      } else {
        if ((first as IteratorResult<Message>).done) return;
        yield (first as IteratorYieldResult<Message>).value;
        next = iterator.next();
      }
    }
  } finally {
    // A caller that ends the loop aborts the subscription's signal as well: a pending `next` settles then, and is not waited for here.
    next.catch(() => undefined);
    iterator.return?.().catch(() => undefined);
  }
}
