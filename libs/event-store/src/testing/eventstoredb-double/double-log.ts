import { EventEmitter } from 'node:events';

export type DoubleExpected = 'any' | 'no-stream' | number;

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface DoubleRecord extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit and prepare position: the offset of the event in the log, in bytes. */
  readonly position: number;
  readonly createdMs: number;
}

export type AppendAnswer =
  /** `position` is missing if the append was stored before: the real server may omit it too. */
  | { readonly kind: 'written'; readonly revision: number; readonly position?: number }
  | WrongRevision
  | { readonly kind: 'too-large' }
  | { readonly kind: 'tombstoned' }
  /** One node wrote it, but the majority of its cluster did not do so in time. */
  | { readonly kind: 'timed-out'; readonly why: string };

export interface WrongRevision {
  readonly kind: 'wrong-revision';
  readonly actual: number | 'no-stream';
}

export type DeleteAnswer = { readonly kind: 'deleted'; readonly position: number } | WrongRevision;

/** The bytes that an event takes in the log beyond its content: the real server's records have headers too. */
const HEADER_BYTES = 96;

/** The log of the double, in memory. Like a disk, it survives a restart of its servers. */
export class DoubleLog {
  /** Maximum bytes of one append. */
  appendLimit = 1024 * 1024;
  readonly records: DoubleRecord[] = [];
  readonly #streams = new Map<string, DoubleRecord[]>();
  /** The first revision that a read of a stream still returns; infinite from its deletion to its next append. */
  readonly #keptFrom = new Map<string, number>();
  readonly #tombstoned = new Set<string>();
  readonly #appended = new EventEmitter().setMaxListeners(0);
  #bytes = 0;
  /** The appends at "any" that it remembers until a restart. */
  #seen = new Map<string, DoubleRecord>();

  constructor() {
    this.writeSystemEvent();
    this.writeSystemEvent();
  }

  /** A copy of the log for a node that receives nothing from the others. */
  clone(): DoubleLog {
    const clone = new DoubleLog();
    clone.appendLimit = this.appendLimit;
    clone.records.splice(0, Infinity, ...this.records);
    clone.#bytes = this.#bytes;
    clone.#streams.clear();
    for (const [name, records] of this.#streams) clone.#streams.set(name, [...records]);
    for (const [name, from] of this.#keptFrom) clone.#keptFrom.set(name, from);
    for (const name of this.#tombstoned) clone.#tombstoned.add(name);
    clone.#seen = new Map(this.#seen);
    return clone;
  }

  onAppended(listener: () => void): () => void {
    this.#appended.on('appended', listener);
    return () => this.#appended.off('appended', listener);
  }

  /** What a read of the stream returns: only the events after its last deletion. */
  stream(name: string): readonly DoubleRecord[] {
    return this.#appendedTo(name).slice(this.#keptFrom.get(name));
  }

  /** Index in `records` of the first one at or after a position. */
  indexAtOrAfter(position: number): number {
    let [low, high] = [0, this.records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.records[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  holds(position: number): boolean {
    return this.records[this.indexAtOrAfter(position)]?.position === position;
  }

  /** A position after the last event: the real server treats it as one that the log has not reached yet. */
  isPastEnd(position: number): boolean {
    return position > this.records.at(-1)!.position;
  }

  forgetIds(): void {
    this.#seen.clear();
  }

  /** The real server writes its own events between those of the product. */
  writeSystemEvent(): void {
    this.#write('$stats-127.0.0.1:2113', [ofItself('$statsCollected', Buffer.from('{"proc-mem":1}'))]);
  }

  append(stream: string, expected: DoubleExpected, events: readonly ProposedEvent[]): AppendAnswer {
    const size = events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0);
    if (size > this.appendLimit) return { kind: 'too-large' };
    if (this.#tombstoned.has(stream)) return { kind: 'tombstoned' };
    const there = this.#appendedTo(stream);
    const current = there.length - 1;
    const deleted = this.#isDeleted(stream);
    if (events.length === 0) return { kind: 'written', revision: Math.max(0, current) };

    const earlier = expected === 'any' ? this.#earlierAtAny(stream, events) : this.#earlierAt(expected, there, events);
    if (earlier === 'all') return { kind: 'written', revision: this.#lastRevision(expected, events) };
    const revised = expected === (current === -1 ? 'no-stream' : current);
    const fits = expected === 'any' || revised || (deleted && expected === 'no-stream');
    if (!fits || earlier === 'some') return wrongRevision(current);

    if (deleted) this.#keptFrom.set(stream, current + 1);
    const last = this.#write(stream, events);
    this.#appended.emit('appended');
    return { kind: 'written', revision: last.revision, position: last.position };
  }

  /**
   * Like the real server's soft deletion: a read finds no stream, while `$all` still returns what was appended (until a scavenge,
   * which this double lacks), a repeated append is recognised, and the next append continues the revision numbers.
   */
  delete(stream: string, expected: DoubleExpected): DeleteAnswer {
    const current = this.#appendedTo(stream).length - 1;
    const gone = current === -1 || this.#isDeleted(stream);
    if (expected !== 'any' && expected !== (gone ? 'no-stream' : current)) return wrongRevision(gone ? -1 : current);
    this.#keptFrom.set(stream, Infinity);
    const metadata = ofItself('$metadata', Buffer.from('{"$tb":9223372036854775807}'));
    return { kind: 'deleted', position: this.#write(`$$${stream}`, [metadata]).position };
  }

  /** Permanent: like the real server it writes a tombstone to the stream itself, at the highest revision. */
  tombstone(stream: string): DoubleRecord {
    this.#tombstoned.add(stream);
    const record = this.#record(stream, 2 ** 63, ofItself('$streamDeleted', Buffer.of()));
    this.#appended.emit('appended');
    return record;
  }

  isTombstoned(stream: string): boolean {
    return this.#tombstoned.has(stream);
  }

  #appendedTo(stream: string): readonly DoubleRecord[] {
    return this.#streams.get(stream) ?? [];
  }

  #isDeleted(stream: string): boolean {
    return this.#keptFrom.get(stream) === Infinity;
  }

  /** Recognised only at the revision with which it was first sent, and only if all of its events are there. */
  #earlierAt(
    expected: number | 'no-stream',
    there: readonly DoubleRecord[],
    events: readonly ProposedEvent[],
  ): 'all' | 'none' {
    const first = expected === 'no-stream' ? 0 : expected + 1;
    return events.every(({ id }, index) => there[first + index]?.id === id) ? 'all' : 'none';
  }

  #earlierAtAny(stream: string, events: readonly ProposedEvent[]): 'all' | 'some' | 'none' {
    const known = events.map(({ id }) => this.#seen.get(id)?.stream === stream);
    if (!known[0]) return 'none';
    return known.every(Boolean) ? 'all' : 'some';
  }

  #lastRevision(expected: DoubleExpected, events: readonly ProposedEvent[]): number {
    if (expected === 'any') return this.#seen.get(events.at(-1)!.id)!.revision;
    return (expected === 'no-stream' ? -1 : expected) + events.length;
  }

  #write(stream: string, events: readonly ProposedEvent[]): DoubleRecord {
    const there = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, there);
    for (const event of events) {
      const record = this.#record(stream, there.length, event);
      there.push(record);
      this.#seen.set(event.id, record);
    }
    return there.at(-1)!;
  }

  #record(stream: string, revision: number, event: ProposedEvent): DoubleRecord {
    const record = { ...event, stream, revision, position: this.#bytes, createdMs: Date.now() };
    this.#bytes += HEADER_BYTES + event.data.length + event.metadata.length;
    this.records.push(record);
    return record;
  }
}

function ofItself(type: string, data: Uint8Array): ProposedEvent {
  const id = '00000000-0000-4000-8000-000000000000';
  return { id, type, contentType: 'application/json', data, metadata: Buffer.of() };
}

function wrongRevision(current: number): WrongRevision {
  return { kind: 'wrong-revision', actual: current === -1 ? 'no-stream' : current };
}
