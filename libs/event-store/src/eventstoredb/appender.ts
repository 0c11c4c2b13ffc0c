import { setTimeout as pause } from 'node:timers/promises';
import { ANY, ErrorType, jsonEvent, NO_STREAM, type WrongExpectedVersionError } from '@eventstore/db-client';
import { APPEND_LIMIT } from '../check-append.js';
import { EventTooLarge, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { AppendResult, ExpectedRevision, NewEvent } from '../event-store.js';
import { backOffMs } from '../retry.js';
import type { Connection } from './connection/connection.js';
import { isInDoubt, isOfType, isOutage } from './connection/outage.js';
import type { LogReader } from './reading/log-reader.js';
import { toPosition } from './reading/recorded.js';
import { Semaphore } from './semaphore.js';

/** Concurrent appends. The server accepts 100 calls on a connection; reads and subscriptions need some of them. */
const ON_THEIR_WAY = 64;

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** Bytes of the events as JSON. */
  readonly bytes: number;
}

/**
 * Appends events, and finds out the outcome of an append whose answer was lost: it looks for the events, and if they are missing, sends the append
 * again with the same ids at the same revision, which the server answers as if it were the first time.
 * After `timeoutMs` it throws `StoreUnavailable`.
 */
export class Appender {
  readonly #semaphore = new Semaphore(ON_THEIR_WAY);
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(
    private readonly connection: Connection,
    private readonly reader: LogReader,
    private readonly timeoutMs: number,
  ) {}

  async append(append: Append): Promise<AppendResult> {
    if (this.#closed) throw new StoreUnavailable('not-written', new Error('The store is closed'));
    const running = this.#semaphore.run(() => this.#appendUntil(performance.now() + this.timeoutMs, append));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Waits for the answers to appends that were sent. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }

  async #appendUntil(deadline: number, append: Append): Promise<AppendResult> {
    let inDoubt = false;
    for (let attempts = 0; ; attempts++) {
      try {
        const msLeft = Math.max(1, deadline - performance.now());
        return (inDoubt && (await this.#find(append, msLeft))) || (await this.#send(append, msLeft));
      } catch (error) {
        const refused = refusalOf(error, append);
        if (refused) throw refused;
        // Thrown by the read that looks for events which may have been written.
        const unread = error instanceof StoreUnavailable;
        if (!unread && !isOutage(error)) throw error;
        inDoubt ||= unread || isInDoubt(error);
        const delay = backOffMs(attempts);
        if (performance.now() + delay > deadline) {
          this.#semaphore.rejectWaiting(deadline - this.timeoutMs, new StoreUnavailable('not-written', error));
          throw new StoreUnavailable(inDoubt ? 'unknown' : 'not-written', error);
        }
        await pause(delay);
      }
    }
  }

  async #send({ stream, expected, events }: Append, ms: number): Promise<AppendResult> {
    const all = events.map(({ type, data, metadata }) =>
      jsonEvent({ id: metadata.eventId, type, data: data as never, metadata: metadata as never }),
    );
    const { nextExpectedRevision, position } = await this.connection.ask(ms, (client, each, deadline) =>
      client.appendToStream(stream, all, { ...each, expectedRevision: onTheWire(expected), deadline }),
    );
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: toPosition(position) };
    // The answer to an append that was stored before may lack the position.
    for await (const written of this.reader.readStream(stream, { from: revision, to: revision })) {
      return { revision, position: written.position };
    }
    throw new StreamDeleted(stream);
  }

  /** The result if an earlier attempt of this append was written. */
  async #find({ stream, expected, events }: Append, timeoutMs: number): Promise<AppendResult | undefined> {
    const ids = new Set(events.map(({ metadata }) => metadata.eventId.toLowerCase()));
    // A stream that was deleted does not begin again at 0.
    const first = typeof expected === 'number' ? expected + 1 : undefined;
    const range = first === undefined ? {} : { from: first, to: first + events.length - 1 };
    let found = 0;
    let last: AppendResult | undefined;
    for await (const { revision, position, metadata } of this.reader.readStream(stream, { ...range, timeoutMs })) {
      if (!ids.has(metadata.eventId?.toLowerCase())) continue;
      found++;
      last = { revision, position };
    }
    return found === events.length ? last : undefined;
  }
}

function refusalOf(error: unknown, { stream, expected, bytes }: Append): Error | undefined {
  if (isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) {
    // The error's own message is empty.
    const { actualVersion } = error as WrongExpectedVersionError;
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : 'no-stream';
    return new WrongExpectedRevision(stream, expected, actual);
  }
  if (isOfType(error, ErrorType.STREAM_DELETED)) return new StreamDeleted(stream);
  if (isOfType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)) return new EventTooLarge(stream, bytes, APPEND_LIMIT);
  return undefined;
}

function onTheWire(expected: ExpectedRevision): typeof ANY | typeof NO_STREAM | bigint {
  if (expected === 'any') return ANY;
  return expected === 'no-stream' ? NO_STREAM : BigInt(expected);
}
