import type { Recorded } from '@throughline/domain/kernel';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from './event-store.js';

interface Run {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: NewEvent[];
}

/**
 * A few streams, held in memory until they are flushed: the product's commands write a history into it one by one, and the log gets it in
 * as few appends as its order allows. One history at a time. The streams begin here, or go on after what the log has of them.
 */
export class StagedLog implements Pick<EventStore, 'append' | 'readStream'> {
  readonly #events = new Map<string, Recorded[]>();
  readonly #runs: Run[] = [];
  #staged = 0;

  constructor(past: readonly Recorded[] = []) {
    for (const event of past) this.#eventsOf(event.stream).push(event);
  }

  /** Those that it knows, in the order in which it met them. */
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
   * In the order in which it was written. Repeating it changes nothing, since the ids of its events are the same. Resolves with the
   * number of events. Throws `WrongExpectedRevision` when a stream is further than was known.
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
