import type { DomainEvent, EventMetadata, Recorded } from '@throughline/domain/kernel';

/**
 * `no-stream`: the stream must not exist; a number: the revision of its last event; `any`: no check, no hash chain, and
 * EventStoreDB recognises repeated event ids only until it is restarted.
 */
export type ExpectedRevision = 'any' | 'no-stream' | number;

/** An event as the caller passes it; the engine adds stream, revision and position. */
export type NewEvent = DomainEvent & { readonly metadata: EventMetadata };

/** An event with everything that its engine holds of it, for those who verify the log. */
export type StoredEvent = Recorded & {
  /** The id under which the engine holds the event: that of its metadata, unless somebody has changed one of them. */
  readonly storedId: string;
  /** When the engine wrote the event, in microseconds since 1970. */
  readonly recordedMicros: number;
};

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended. */
  readonly position: number;
  /**
   * True if this call wrote the events, at consecutive positions, exactly as they were passed. Absent if that is not known, because an
   * earlier append of the same ids may have stored other events.
   */
  readonly isFresh?: true;
}

export interface Filter {
  /** Only streams of these categories (`{category}-{id}`). Never empty. */
  readonly categories: readonly string[];
}

/** Sent each time a subscription has delivered everything: it is at the head of the log, or was a moment ago. */
export interface CaughtUp {
  readonly type: '$caughtUp';
  readonly position: number;
}

/** Reports that a filtered subscription has skipped events: a position to resume from. */
export interface Checkpoint {
  readonly type: '$checkpoint';
  readonly position: number;
}

export type SubscriptionMessage =
  { readonly type: '$events'; readonly events: readonly Recorded[] } | CaughtUp | Checkpoint;

/**
 * The append-only log. Every engine keeps the promises of the contract suite (`testing/event-store.contract-suite.ts`).
 *
 * Errors: `WrongExpectedRevision`, `EventTooLarge`, `StreamDeleted`, `StoreUnavailable` (nothing was written, or the outcome could not be
 * found out: `outcome: 'not-written' | 'unknown'`).
 */
export interface EventStore {
  /**
   * Writes all events or none; they are durable when it resolves. The same event ids at the same expected revision return the first result.
   * An empty list is refused. Event ids are UUIDs, and data is JSON.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Both ends inclusive; forwards by default. A stream that does not exist is empty. */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly to?: number; readonly backwards?: boolean },
  ): AsyncIterable<Recorded>;
  /** Everything after a position (exclusive; 0 is the start), in commit order, up to the head at the time of the call. */
  readAll(options: { readonly after: number; readonly filter?: Filter }): AsyncIterable<Recorded>;
  /**
   * Like `readAll`, with the id and the time that the engine itself stores for each event. `atMost`: reads only so many events. Without it,
   * pages are read ahead, because the whole log is wanted.
   */
  readStored(options: { readonly after: number; readonly atMost?: number | undefined }): AsyncIterable<StoredEvent>;
  /**
   * Catches up, then follows live: in order, resumable from any position that it reported, in batches of at most 500 events,
   * with back-pressure: at most one batch is fetched ahead of the consumer. Ends when `signal` is aborted; survives the loss
   * of the engine and resumes after the last event delivered.
   */
  subscribe(options: {
    readonly after: number;
    readonly filter?: Filter;
    readonly signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;
  /** Position of the last committed event; 0 when the log is empty. */
  head(): Promise<number>;
  close(): Promise<void>;
}

/** Whether the events of a stream are of its categories. */
export function passesFilter({ categories }: Filter, stream: string): boolean {
  return categories.includes(stream.split('-', 1)[0]!);
}
