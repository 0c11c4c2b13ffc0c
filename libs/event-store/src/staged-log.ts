import type { Recorded } from '@throughline/domain/kernel';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from './event-store.js';

interface Run {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: NewEvent[];
}

/**
 * A few streams that begin here, held in memory until they are flushed: the product's commands write a history into it one by one,
 * and the log gets it in as few appends as its order allows. One history at a time.
 */
export class StagedLog implements Pick<EventStore, 'append' | 'readStream'> {
  readonly #events = new Map<string, Recorded[]>();
  readonly #runs: Run[] = [];
  #position = 0;

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const past = this.#events.get(stream) ?? [];
    this.#events.set(stream, past);
    const lastRun = this.#runs.at(-1);
    if (lastRun?.stream === stream) lastRun.events.push(...events);
    else this.#runs.push({ stream, expected, events: [...events] });
    for (const event of events) past.push({ ...event, stream, revision: past.length, position: ++this.#position });
    return Promise.resolve({ revision: past.length - 1, position: this.#position });
  }

  async *readStream(stream: string, { from = 0, to = Infinity } = {}): AsyncGenerator<Recorded, void, void> {
    yield* this.#events.get(stream)?.slice(from, to + 1) ?? [];
  }

  /**
   * In the order in which it was written. Repeating it changes nothing, since the ids of its events are the same. Resolves with the
   * number of events. Throws `WrongExpectedRevision` when a stream is taken.
   */
  async flush(log: Pick<EventStore, 'append'>): Promise<number> {
    for (const { stream, expected, events } of this.#runs) await log.append(stream, expected, events);
    return this.#position;
  }
}
