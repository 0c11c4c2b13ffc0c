import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType } from '@eventstore/db-client';
import { StoreUnavailable } from '../errors.js';
import type { Filter, SubscriptionMessage } from '../event-store.js';
import { backOffMs, unlessAborted } from '../patience.js';
import type { Connection } from './connection.js';
import type { LogReader } from './log-reader.js';
import { isOfType, isOutage } from './outage.js';
import { Tail } from './tail.js';

/** How late a filtered subscription may learn that the log has grown by what is not for it. */
const LOOK_MS = 100;

/** A live subscription that has not delivered, so long after it was committed, what is for it, has been lost without a word. */
const OVERDUE_MS = 2_000;

export interface Following {
  readonly connection: Connection;
  readonly reader: LogReader;
  /** A catch-up that is silent for so long has been lost without a word, ms. */
  readonly timeoutMs: number;
}

interface Place {
  /** Everything up to here has been delivered, or is not for this subscription. */
  position: number;
  /** What the consumer has been told of it. */
  told: number;
  caughtUpAt: number | undefined;
}

/**
 * One subscription of the server after the other, each from where the last one was dropped, which is routine: the consumer sees
 * one, without a gap and without a double. Between an event taken and the next nothing is read ahead but one batch.
 */
export async function* subscribe(
  following: Following,
  {
    after,
    filter,
    signal,
  }: { readonly after: number; readonly filter: Filter | undefined; readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  const place: Place = { position: after, told: after, caughtUpAt: undefined };
  for (let lost = 0; !signal.aborted; lost++) {
    const from = place.position;
    const head = await unlessAbortedOrAway(following.reader.headSoon(), signal);
    if (head === undefined) continue;
    const tail = new Tail(following.connection, { after: from, head, filter });
    try {
      yield* follow(tail, place, following, { filter, signal });
    } finally {
      tail.close();
    }
    if (signal.aborted) return;
    if (!isPassing(tail.failure)) throw explained(tail.failure, from);
    if (place.position > from) lost = 0;
    if (lost > 0) await pause(backOffMs(lost - 1), undefined, { signal }).catch(() => undefined);
  }
}

/** Until the subscription is lost or the signal comes. */
async function* follow(
  tail: Tail,
  place: Place,
  { reader, timeoutMs }: Following,
  { filter, signal }: { readonly filter: Filter | undefined; readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  let dueSince: number | undefined;
  while (!signal.aborted) {
    await tail.wait(LOOK_MS, signal);
    if (signal.aborted) return;
    if (!tail.live && !tail.isReady) {
      if (tail.silentForMs > timeoutMs) return;
      continue;
    }
    const { events, passed } = tail.take();
    const last = events.at(-1);
    if (last) {
      place.position = place.told = last.position;
      dueSince = undefined;
      yield { type: '$events', events };
    }
    place.position = Math.max(place.position, passed);
    if (tail.holdsEvents) continue;
    if (!tail.live) yield* tell(place, signal);
    if (tail.failure !== undefined) return;
    if (!tail.live) continue;

    const clear = await clearUntil(reader, place.position, filter, signal);
    if (clear === undefined) continue;
    place.position = clear.until;
    yield* tell(place, signal);
    if (!clear.isHead) {
      dueSince ??= Date.now();
      if (Date.now() - dueSince > OVERDUE_MS) return;
    } else if (!tail.holdsEvents && place.caughtUpAt !== place.position && !signal.aborted) {
      place.caughtUpAt = place.position;
      yield { type: '$caughtUp', position: place.position };
    }
  }
}

function* tell(place: Place, signal: AbortSignal): Generator<SubscriptionMessage, void, void> {
  if (place.told === place.position || signal.aborted) return;
  place.told = place.position;
  yield { type: '$checkpoint', position: place.position };
}

/**
 * How far after a position there is nothing for this subscription, found by reading: no checkpoint comes for the few events
 * that others append now and then. Nothing when the subscription ends or the engine stays away meanwhile.
 */
async function clearUntil(
  reader: LogReader,
  position: number,
  filter: Filter | undefined,
  signal: AbortSignal,
): Promise<{ readonly until: number; readonly isHead: boolean } | undefined> {
  const look = async () => {
    const head = await reader.headSoon();
    if (head <= position) return { until: position, isHead: true };
    for (let until = position; filter && !signal.aborted;) {
      const page = await reader.readLogPage({ after: until, filter });
      if (page.events.length > 0) return { until, isHead: false };
      if (page.next === undefined) return { until: head, isHead: true };
      until = page.next;
    }
    return { until: position, isHead: false };
  };
  return unlessAbortedOrAway(look(), signal);
}

/** Nothing when the subscription ends while the engine is asked, or when the engine stays away: then it is asked again. */
function unlessAbortedOrAway<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  const answered = asked.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
  return unlessAborted(answered, signal);
}

const isPassing = (failure: unknown): boolean => failure === undefined || isOutage(failure);

function explained(failure: unknown, from: number): unknown {
  if (!isOfType(failure, ErrorType.UNKNOWN)) return failure;
  return new Error(`No subscription after ${from}: that may be no position of this log`, { cause: failure });
}
