import { setImmediate as aMoment } from 'node:timers/promises';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { tooSlow } from './double-errors.js';
import type { DoubleLog, DoubleRecord } from './double-log.js';
import type { Faults } from './faults.js';
import { caughtUpResponse, checkpointResponse, confirmationResponse, eventResponse } from './read-responses.js';

/** As in the real server: the maximum of matching records that a catch-up reads in one step. */
const PAGE_SIZE = 32;

export type ReadCall = ServerWritableStream<streams.ReadReq, Uint8Array>;

export interface DoubleFilter {
  readonly matches: (record: DoubleRecord) => boolean;
  /** The maximum of records that a catch-up reads in one step. */
  readonly window: number;
  /** Records read between two checkpoints. */
  readonly checkpointEvery: number;
}

/** Catches up at the consumer's speed; then live, where a consumer that lags by more than the buffer is dropped. */
export class DoubleSubscription {
  #next: number;
  #seenSinceCheckpoint = 0;
  /** Set when live: the records that were appended and not yet pushed. */
  #buffer: Uint8Array[] | undefined;
  #dropped = false;
  #silent = false;
  #wake: () => void = () => undefined;

  constructor(
    private readonly call: ReadCall,
    private readonly log: DoubleLog,
    private readonly faults: Faults,
    private readonly options: { readonly from: number; readonly filter: DoubleFilter | undefined },
  ) {
    this.#next = options.from;
    call.on('error', () => undefined);
  }

  async run(): Promise<void> {
    const stopHearing = this.log.onAppended(() => this.#onAppended());
    const outOfReach = this.faults.reach(this);
    this.call.once('cancelled', () => this.#wake());
    try {
      await this.#push(confirmationResponse());
      await this.#catchUp();
      // If it was dropped before it had caught up, it must not report that it has.
      if (this.#dropped) this.#notifyDropped();
      else await this.#goLive();
    } finally {
      stopHearing();
      outOfReach();
    }
  }

  drop(): void {
    this.#dropped = true;
    this.#wake();
  }

  silence(): void {
    this.#silent = true;
  }

  async #catchUp(): Promise<void> {
    while (!this.call.cancelled && !this.#dropped && this.#next < this.log.records.length) {
      for (const response of this.#lookThroughPage()) await this.#push(response);
    }
    this.#buffer = [];
  }

  /**
   * As in the real server, the checkpoint of a step that found nothing is the place where the step began, without a prepare position: 709 of
   * 712 observed ones. The last step of all has no checkpoint.
   */
  #lookThroughPage(): Uint8Array[] {
    const { records } = this.log;
    const { filter } = this.options;
    if (!filter) return [this.#event(records[this.#next++]!)];
    const began = this.#next;
    const found: DoubleRecord[] = [];
    while (this.#next < records.length && this.#next - began < filter.window && found.length < PAGE_SIZE) {
      const record = records[this.#next++]!;
      if (filter.matches(record)) found.push(record);
    }
    this.#seenSinceCheckpoint += this.#next - began;
    const responses = found.map((record) => this.#event(record));
    if (this.#seenSinceCheckpoint < filter.checkpointEvery || this.#next >= records.length) return responses;
    this.#seenSinceCheckpoint %= filter.checkpointEvery;
    const last = found.at(-1);
    if (last && !this.faults.checkpointsAhead) return [...responses, checkpointResponse(last.position)];
    const place = records[this.faults.checkpointsAhead ? this.#next : began]!;
    return [...responses, checkpointResponse(place.position, 0)];
  }

  /**
   * The rest of the buffer is pushed before the drop is reported. A push takes time, so that even small appends that arrive
   * together fill the buffer: 16 writers × 3 events dropped a fast consumer of the real server in two of three runs on one day, and
   * in none within 5 s on another (a larger `liveBuffer` behaves as on that day).
   */
  async #goLive(): Promise<void> {
    await this.#push(caughtUpResponse());
    while (!this.call.cancelled) {
      const [response] = this.#buffer!;
      if (response) {
        await aMoment();
        await this.#push(response);
        this.#buffer!.shift();
      } else if (this.#dropped) return this.#notifyDropped();
      else await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  #notifyDropped(): void {
    this.faults.drops++;
    this.call.emit('error', tooSlow());
  }

  #onAppended(): void {
    if (!this.#buffer || this.#silent) return;
    while (!this.#dropped && this.#next < this.log.records.length) {
      this.#buffer.push(...this.#look());
      if (this.#buffer.length > this.faults.liveBuffer) {
        this.#buffer.length = this.faults.liveBuffer;
        this.#dropped = true;
      }
    }
    this.#wake();
  }

  /** In live mode a checkpoint is the place of the record that was read. */
  #look(): Uint8Array[] {
    const record = this.log.records[this.#next++]!;
    const { filter } = this.options;
    if (!filter) return [this.#event(record)];
    const responses = filter.matches(record) ? [this.#event(record)] : [];
    if (++this.#seenSinceCheckpoint < filter.checkpointEvery) return responses;
    this.#seenSinceCheckpoint = 0;
    return [...responses, checkpointResponse(record.position)];
  }

  #event(record: DoubleRecord): Uint8Array {
    this.faults.eventsSent++;
    return eventResponse(record);
  }

  async #push(response: Uint8Array): Promise<void> {
    await this.faults.pass();
    if (this.call.cancelled || this.call.write(response)) return;
    await new Promise<void>((resolve) => {
      this.call.once('drain', resolve);
      this.call.once('cancelled', resolve);
    });
  }
}
