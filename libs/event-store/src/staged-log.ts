import type { Recorded } from '@throughline/domain/kernel';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from './event-store.js';

interface Run {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: NewEvent[];
}

/**
 * A few streams, held in memory until they are flushed: the product's commands write a history into it one by one, and the flush appends it in
 * as few appends as its order allows. It holds one history at a time. Streams start here, or continue after the events in the log.
 */
export class StagedLog implements Pick<EventStore, 'append' | 'readStream'> {
  readonly #events = new Map<string, Recorded[]>();
  readonly #runs: Run[] = [];
  #staged = 0;

  constructor(past: readonly Recorded[] = []) {
    for (const event of past) this.#eventsOf(event.stream).push(event);
  }

  /** The known streams, in the order of their first use. */
  get streams(): readonly string[] {
    return [...this.#events.keys()];
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const past = this.#eventsOf(stream);
    const lastRun = this.#runs.at(-1);
    if (lastRun?.stream === stream) lastRun.events.push(...events);
    else this.#runs.push({ stream, expected, events: [...events] });
    for (const event of events) past.push({ ...event, stream, revision: past.length, position: ++this.#staged });
    return Promise.resolve({ revision: past.length - 1, position: this.#staged, isFresh: true });
  }

  async *readStream(stream: string, { from = 0, to = Infinity } = {}): AsyncGenerator<Recorded, void, void> {
    yield* this.#events.get(stream)?.slice(from, to + 1) ?? [];
  }

  /**
   * Appends the events in the order in which they were written. Repeating it changes nothing, because the event ids are the same. Resolves with the
   * number of events. Throws `WrongExpectedRevision` when a stream has more events than were known.
   */
  async flush(log: Pick<EventStore, 'append'>): Promise<number> {
    for (const { stream, expected, events } of this.#runs) await log.append(stream, expected, events);
    return this.#staged;
  }

  #eventsOf(stream: string): Recorded[] {
    const events = this.#events.get(stream) ?? [];
    this.#events.set(stream, events);
    return events;
  }
}
