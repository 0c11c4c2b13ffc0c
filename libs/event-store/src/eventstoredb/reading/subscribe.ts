import { setTimeout as pause } from 'node:timers/promises';
import { ErrorType } from '@eventstore/db-client';
import { StoreUnavailable } from '../../errors.js';
import type { Filter, SubscriptionMessage } from '../../event-store.js';
import { backOffMs, unlessAborted } from '../../retry.js';
import type { Connection } from '../connection/connection.js';
import type { LogReader } from './log-reader.js';
import { isOfType, isOutage } from '../connection/outage.js';
import { type From, UnexpectedPosition, Tail } from './tail.js';

/**
 * After this many milliseconds without an event, a live subscription checks whether the log has grown: by events that its filter
 * excludes, which it has then skipped, or by events that it should have received.
 */
const HEAD_CHECK_MS = 1_000;

/** A live subscription that has not delivered an event this many milliseconds after its commit is lost. */
const OVERDUE_MS = 2_000;

export interface Following {
  readonly connection: Connection;
  readonly reader: LogReader;
  /** A catch-up without a message for this many milliseconds is lost. */
  readonly timeoutMs: number;
}

interface Place {
  /** Everything up to here has been delivered, or is excluded by the filter. */
  position: number;
  /** The position that was reported to the consumer. */
  reported: number;
  caughtUpAt: number | undefined;
}

/**
 * Opens one subscription of the server after another, each from where the last one was dropped, which is routine. The consumer sees
 * a single one, without gaps or duplicates. At most one batch is read ahead.
 */
export async function* subscribe(
  following: Following,
  {
    after,
    filter,
    signal,
  }: { readonly after: number; readonly filter: Filter | undefined; readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  const place: Place = { position: after, reported: after, caughtUpAt: undefined };
  for (let lost = 0; !signal.aborted; lost++) {
    const from = place.position;
    const head = await unlessAbortedOrUnavailable(following.reader.headSoon(), signal);
    if (head === undefined) continue;
    const tail = await openTail(following, { after: from, head, filter }, signal);
    if (!tail) continue;
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

/** Runs until the subscription is lost or the signal aborts. */
async function* follow(
  tail: Tail,
  place: Place,
  following: Following,
  { filter, signal }: { readonly filter: Filter | undefined; readonly signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, void> {
  let overdueSince: number | undefined;
  while (!signal.aborted) {
    await tail.wait(HEAD_CHECK_MS, signal);
    if (signal.aborted) return;
    if (!tail.live && !tail.isReady) {
      if (tail.silentForMs > following.timeoutMs) return;
      continue;
    }
    const hasNews = tail.isReady;
    const { events, passed } = tail.take();
    const last = events.at(-1);
    if (last) {
      place.position = place.reported = last.position;
      overdueSince = undefined;
      yield { type: '$events', events };
    }
    place.position = Math.max(place.position, passed);
    if (tail.holdsEvents) continue;
    yield* checkpointOf(place, signal);
    if (tail.failure !== undefined) return;
    if (!tail.live) continue;
    if (!hasNews) {
      const look = await lookAhead(following, { after: place.position, filter }, signal);
      if (look === undefined) continue;
      if (!look.isClear) {
        overdueSince ??= performance.now();
        if (performance.now() - overdueSince > OVERDUE_MS) return;
        continue;
      }
      overdueSince = undefined;
      place.position = look.head;
      yield* checkpointOf(place, signal);
    }
    if (tail.holdsEvents || place.caughtUpAt === place.position || signal.aborted) continue;
    place.caughtUpAt = place.position;
    yield { type: '$caughtUp', position: place.position };
  }
}

function* checkpointOf(place: Place, signal: AbortSignal): Generator<SubscriptionMessage, void, void> {
  if (place.reported === place.position || signal.aborted) return;
  place.reported = place.position;
  yield { type: '$checkpoint', position: place.position };
}

/**
 * Reads to the end of the log, to find out whether the filter excludes everything up to there. Undefined when the subscription ends or the
 * engine stays unavailable meanwhile.
 */
async function lookAhead(
  following: Following,
  { after, filter }: { readonly after: number; readonly filter: Filter | undefined },
  signal: AbortSignal,
): Promise<{ readonly head: number; readonly isClear: boolean } | undefined> {
  const head = await unlessAbortedOrUnavailable(following.reader.headSoon(), signal);
  if (head === undefined) return undefined;
  if (head <= after) return { head: after, isClear: true };
  return { head, isClear: filter !== undefined && (await findsNothing(following, { after, head, filter }, signal)) };
}

/**
 * A server's subscription that is opened again from the same position catches up without an event: the server reads the events that the
 * filter excludes, and sends none. The few events that others append now and then do not cause a checkpoint.
 */
async function findsNothing(following: Following, from: From, signal: AbortSignal): Promise<boolean> {
  const probe = await openTail(following, from, signal);
  if (!probe) return false;
  try {
    while (!signal.aborted && probe.failure === undefined && probe.silentForMs <= following.timeoutMs) {
      await probe.wait(HEAD_CHECK_MS, signal);
      const { events, passed } = probe.take();
      if (events.length > 0) return false;
      if (passed >= from.head) return true;
    }
    return false;
  } finally {
    probe.close();
  }
}

/** Undefined when the signal aborts, or there is no node to subscribe to. */
async function openTail(
  { connection, timeoutMs }: Following,
  from: From,
  signal: AbortSignal,
): Promise<Tail | undefined> {
  const connected = connection.connected(timeoutMs).catch((error: unknown) => {
    if (isOutage(error)) return undefined;
    throw error;
  });
  const node = await unlessAborted(connected, signal);
  return node && new Tail(connection, node, from);
}

/** Undefined when the subscription ends during the request, or when the engine stays unavailable: then the caller tries again. */
function unlessAbortedOrUnavailable<Answer>(
  reading: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const answered = reading.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
  return unlessAborted(answered, signal);
}

const isPassing = (failure: unknown): boolean => failure === undefined || isOutage(failure);

function explained(failure: unknown, from: number): unknown {
  if (!(failure instanceof UnexpectedPosition) && !isOfType(failure, ErrorType.UNKNOWN)) return failure;
  return new Error(`No subscription after ${from}: that may be no position of this log`, { cause: failure });
}
