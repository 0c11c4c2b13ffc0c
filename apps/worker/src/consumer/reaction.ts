import { isKnownEvent, type Recorded, UnknownEvent } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import {
  consume,
  listParkedByEarlierRelease,
  moveCheckpoint,
  park,
  parkedAt,
  type Poisoned,
  readCheckpoint,
  type ReadModelSchema,
  retryStream,
} from '@throughline/read-models';
import type { Kysely } from 'kysely';
import type { Logger } from '@throughline/platform';
import type { Consumer } from './consumer-host.js';

/** An event, and the handler of a reaction (one policy, one job) that processes it. */
export interface Work<Handler> {
  readonly handler: Handler;
  readonly event: Recorded;
}

/** An event that a handler could not process, and why. */
export interface FailedWork<Handler> extends Work<Handler> {
  readonly error: unknown;
}

/** How a consumer reacts to events. A handler that fails parks the stream for itself only; the other handlers continue. */
export interface Reaction<Handler> {
  /** Name of the checkpoint, and of the consumer under which a stream is parked for all handlers. Never change it. */
  readonly consumer: string;
  /** Categories of the streams that it follows. */
  readonly categories: readonly string[];
  readonly handlers: readonly Handler[];
  /** Name of the consumer under which a handler parks streams. Never change it. */
  readonly consumerOf: (handler: Handler) => string;
  readonly takes: (handler: Handler, event: Recorded) => boolean;
  /** Runs before the first event is processed, each time the consumer starts. Must be idempotent. */
  readonly prepare?: (started: Pick<ReactToLog<Handler>, 'db' | 'signal' | 'onHeartbeat'>) => Promise<void>;
  /**
   * Processes the events and resolves with the failures that would repeat. After a failure, a handler skips the later events of that stream.
   * Must be idempotent. Throws when an engine is unavailable.
   */
  readonly react: (work: readonly Work<Handler>[]) => Promise<readonly FailedWork<Handler>[]>;
}

/** A list of several reactions has no type for their handlers. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each reaction is checked where it is defined
export type AnyReaction = Reaction<any>;

/** Pairs each event with each handler that processes it, in the order of the log. */
export const workFor = <Handler>(
  { handlers, takes }: Pick<Reaction<Handler>, 'handlers' | 'takes'>,
  events: readonly Recorded[],
): readonly Work<Handler>[] =>
  events.flatMap((event) => handlers.filter((handler) => takes(handler, event)).map((handler) => ({ handler, event })));

/** A newly parked stream, for the log. */
export interface Parked extends Poisoned {
  readonly consumer: string;
}

type Db = Kysely<ReadModelSchema>;

/**
 * Passes events to a reaction, except events of streams that the reaction, or the handler concerned, has parked. Parks the streams of the
 * events that fail, and resolves with them. An event of an unknown type parks its stream for all handlers.
 */
export async function reactTo<Handler>(
  db: Db,
  reaction: Reaction<Handler>,
  events: readonly Recorded[],
): Promise<readonly Parked[]> {
  const concerned = workFor(reaction, events);
  const unknown = events.filter((event) => !isKnownEvent(event));
  if (concerned.length === 0 && unknown.length === 0) return [];
  const consumers = [reaction.consumer, ...reaction.handlers.map(reaction.consumerOf)];
  const parked = await parkedAt(db, consumers, [
    ...new Set([...unknown, ...concerned.map(({ event }) => event)].map(({ stream }) => stream)),
  ]);
  const isLeft = (consumer: string, { stream, position }: Recorded): boolean =>
    position >= (parked.get(consumer)?.get(stream) ?? Infinity);

  const stops = firstOfEachStream(unknown.filter((event) => !isLeft(reaction.consumer, event)));
  const work = concerned.filter(
    ({ handler, event }) =>
      !isLeft(reaction.consumer, event) &&
      !isLeft(reaction.consumerOf(handler), event) &&
      event.position < (stops.get(event.stream)?.position ?? Infinity),
  );
  const failures = work.length === 0 ? [] : await reaction.react(work);
  return parkAll(db, [
    ...[...stops.values()].map((event) => parkedUnder(reaction.consumer, event, new UnknownEvent(event.type))),
    ...failures.map(({ handler, event, error }) => parkedUnder(reaction.consumerOf(handler), event, error)),
  ]);
}

/**
 * Retries a stream that the reaction, or one of its handlers, has parked: the event that failed and all later ones, in order. Resolves with false
 * when the stream is not parked, or fails again and stays parked at that event.
 */
export function retryReaction<Handler>(
  db: Db,
  store: EventStore,
  reaction: Reaction<Handler>,
  { consumer, stream }: { readonly consumer: string; readonly stream: string },
): Promise<boolean> {
  const ofHandler = reaction.handlers.filter((handler) => reaction.consumerOf(handler) === consumer);
  const handlers = consumer === reaction.consumer ? reaction.handlers : ofHandler;
  const take = async (events: readonly Recorded[]): Promise<boolean> => {
    const unknown = events.find((event) => !isKnownEvent(event));
    const known = unknown ? events.filter(({ position }) => position < unknown.position) : events;
    const own = await (consumer === reaction.consumer
      ? parkedAt(db, handlers.map(reaction.consumerOf), [stream])
      : NONE);
    const work = workFor({ ...reaction, handlers }, known).filter(
      ({ handler, event }) => event.position < (own.get(reaction.consumerOf(handler))?.get(stream) ?? Infinity),
    );
    const failures = await reaction.react(work);
    const parked = await parkAll(db, [
      ...failures.map(({ handler, event, error }) => parkedUnder(reaction.consumerOf(handler), event, error)),
      ...(unknown ? [parkedUnder(consumer, unknown, new UnknownEvent(unknown.type))] : []),
    ]);
    return !parked.some((one) => one.consumer === consumer);
  };
  return retryStream(db, store, { consumer, stream, take });
}

const NONE: Awaited<ReturnType<typeof parkedAt>> = new Map();

function firstOfEachStream(events: readonly Recorded[]): ReadonlyMap<string, Recorded> {
  const first = new Map<string, Recorded>();
  for (const event of events) if (!first.has(event.stream)) first.set(event.stream, event);
  return first;
}

const parkedUnder = (consumer: string, { stream, position }: Recorded, error: unknown): Parked => ({
  consumer,
  stream,
  position,
  error,
});

async function parkAll(db: Db, parked: readonly Parked[]): Promise<readonly Parked[]> {
  for (const { consumer, ...poisoned } of parked) await park(db, consumer, [poisoned]);
  return parked;
}

/** Milliseconds between two writes of the checkpoint while events are processed. After a crash, the events of this time are processed again. */
const CHECKPOINT_INTERVAL_MS = 100;
/** The interval while the filter skips all events. Skipping them again costs nothing. */
const IDLE_CHECKPOINT_INTERVAL_MS = 1_000;

export interface ReactToLog<Handler> {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly reaction: Reaction<Handler>;
  readonly signal: AbortSignal;
  /** Called at each iteration. */
  readonly onHeartbeat: () => void;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Runs a reaction on the log from its checkpoint on. The checkpoint is written after the events were processed, and at most ten times a
 * second, so after a crash the last events are processed again. A stream is parked before the checkpoint passes the event that failed.
 * Streams that an earlier release parked at an event of a type that this release knows are retried. Throws the errors of the reaction and
 * of the engines, and `CheckpointMoved` when another process leads.
 */
export async function reactToLog<Handler>(options: ReactToLog<Handler>): Promise<void> {
  const { db, store, reaction, signal, onHeartbeat, log } = options;
  await reaction.prepare?.({ db, signal, onHeartbeat });
  let checkpoint = await readCheckpoint(db, reaction.consumer);
  let movedAt = 0;
  await retryParkedStreams(options);
  await consume({
    store,
    after: checkpoint,
    filter: { categories: reaction.categories },
    signal,
    onHeartbeat,
    apply: async ({ after, upTo, events }) => {
      for (const { error, ...parked } of await reactTo(db, reaction, events))
        log.error({ err: error, ...parked }, 'stream parked: its consumer failed on an event');
      if (upTo === after) await retryParkedStreams(options);
      const isDue =
        performance.now() >= movedAt + (events.length > 0 ? CHECKPOINT_INTERVAL_MS : IDLE_CHECKPOINT_INTERVAL_MS);
      if (upTo <= checkpoint || !isDue) return;
      await moveCheckpoint(db, reaction.consumer, checkpoint, upTo);
      checkpoint = upTo;
      movedAt = performance.now();
    },
  });
}

/** The consumer that runs a reaction in the worker. */
export const reactionConsumer = (
  options: Omit<ReactToLog<unknown>, 'reaction' | 'signal' | 'onHeartbeat'> & { readonly reaction: AnyReaction },
): Consumer => ({
  name: options.reaction.consumer,
  run: (signal, onHeartbeat) => reactToLog({ ...options, signal, onHeartbeat }),
});

async function retryParkedStreams<Handler>({ db, store, reaction, log }: ReactToLog<Handler>): Promise<void> {
  const own = new Set([reaction.consumer, ...reaction.handlers.map(reaction.consumerOf)]);
  for (const { consumer, stream } of await listParkedByEarlierRelease(db)) {
    if (!own.has(consumer)) continue;
    if (await retryReaction(db, store, reaction, { consumer, stream }))
      log.info({ consumer, stream }, 'parked stream taken up again');
  }
}
