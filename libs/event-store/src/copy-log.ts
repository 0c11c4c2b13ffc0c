import type { Recorded } from '@throughline/domain/kernel';
import { type ChainReport, verifyChain } from './chain.js';
import { APPEND_LIMIT } from './check-append.js';
import type { EventStore, NewEvent } from './event-store.js';

/** Events in one append: adjacent events of one stream. */
const BATCH = 200;

export interface CopyProgress {
  readonly phase: 'comparing' | 'copying' | 'verifying';
  /** Number of events in the target; during verification, number of streams. */
  readonly done: number;
}

export interface Copied {
  readonly events: number;
  readonly streams: number;
  /** Streams whose chain was broken in the source, and is broken in the copy. */
  readonly broken: readonly string[];
}

/**
 * Copies a log into another engine, in its order, with its ids and hashes. Neither may be written to in the meantime. After an interrupted
 * call, the next one compares the events that were copied and continues. At the end every stream of both logs is verified. Throws an
 * `Error` for a target that contains anything else, and for a stream that differs between the two.
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<Copied> {
  const streams = new Set<string>();
  let events = 0;
  const count = (phase: CopyProgress['phase'], { stream }: Recorded) => {
    streams.add(stream);
    if (++events % 1_000 === 0) onProgress({ phase, done: events });
  };

  const after = await endOfSameStart(from, to, (event) => count('comparing', event));
  for await (const batch of batches(from.readAll({ after }))) {
    const { stream, revision } = batch[0]!;
    await to.append(stream, revision === 0 ? 'no-stream' : revision - 1, batch.map(toNewEvent));
    for (const event of batch) count('copying', event);
  }
  return { events, streams: streams.size, broken: await verifyAll(from, to, streams, onProgress) };
}

/** Position in the source of the last event that the target also has. Every event before it is compared. */
async function endOfSameStart(from: EventStore, to: EventStore, onEvent: (event: Recorded) => void): Promise<number> {
  const source = from.readAll({ after: 0 })[Symbol.asyncIterator]();
  let after = 0;
  try {
    for await (const copy of to.readAll({ after: 0 })) {
      const original = await source.next();
      if (original.done || !isCopy(original.value, copy)) {
        throw new Error(`The target holds another log: ${copy.stream} differs at revision ${copy.revision}`);
      }
      onEvent(copy);
      after = original.value.position;
    }
  } finally {
    await source.return?.();
  }
  return after;
}

function isCopy(original: Recorded, copy: Recorded): boolean {
  const { stream, revision, metadata } = original;
  return stream === copy.stream && revision === copy.revision && metadata.eventId === copy.metadata.eventId;
}

async function* batches(events: AsyncIterable<Recorded>): AsyncGenerator<Recorded[], void, void> {
  let batch: Recorded[] = [];
  let bytes = 0;
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(toNewEvent(event))) + 2;
    const full = batch.length === BATCH || bytes + size > APPEND_LIMIT;
    if (batch.length > 0 && (full || batch[0]!.stream !== event.stream)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

const toNewEvent = ({ type, data, metadata }: Recorded): NewEvent => ({ type, data, metadata });

async function verifyAll(
  from: EventStore,
  to: EventStore,
  streams: ReadonlySet<string>,
  onProgress: (progress: CopyProgress) => void,
): Promise<string[]> {
  const broken: string[] = [];
  let done = 0;
  for (const stream of streams) {
    const [original, copy] = await Promise.all([verifyChain(from, stream), verifyChain(to, stream)]);
    if (!isSame(original, copy)) throw new Error(`${stream} is not the same in both logs`);
    if (!original.ok) broken.push(stream);
    if (++done % 1_000 === 0) onProgress({ phase: 'verifying', done });
  }
  return broken;
}

function isSame(one: ChainReport, other: ChainReport): boolean {
  if (one.ok && other.ok) return one.events === other.events && one.lastHash === other.lastHash;
  return !one.ok && !other.ok && one.revision === other.revision && one.reason === other.reason;
}
