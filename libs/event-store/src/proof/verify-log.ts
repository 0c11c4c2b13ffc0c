import { canonicalEvent, type ChainFault, FIRST_HASH, hashOf, type StreamHead } from '../chain.js';
import type { EventStore, StoredEvent } from '../event-store.js';
import type { OpenedCheckpoint } from './checkpoint.js';
import { entryOf, type LogEntry, parseEntry } from './log-entry.js';
import type { SignedBetween, TreeFinding, VerifiedTree } from './verified-tree.js';

/** Where an event is, and what it is called. */
export type EventPlace = Pick<LogEntry, 'position' | 'stream' | 'revision' | 'type'>;

export type AlteredPart = 'stream' | 'revision' | 'type' | 'id' | 'time' | 'data' | 'metadata' | 'position';

export type Finding =
  | TreeFinding
  /** The event at this place is not as it was signed. */
  | {
      readonly kind: 'changed';
      readonly event: EventPlace;
      readonly parts: readonly AlteredPart[];
      readonly found: EventPlace;
      readonly signed: SignedBetween;
    }
  /** The event and its entry in the folder agree, but what was signed has another one. */
  | { readonly kind: 'forged'; readonly event: EventPlace; readonly signed: SignedBetween }
  | { readonly kind: 'removed'; readonly event: EventPlace; readonly signed: SignedBetween }
  /** An event between those that were signed, which was not there then. */
  | { readonly kind: 'inserted'; readonly event: EventPlace; readonly signed: SignedBetween }
  | { readonly kind: 'chain'; readonly event: EventPlace; readonly reason: ChainFault }
  /** What the projector saw last of a stream (`stream_head`) is not what the log has. */
  | { readonly kind: 'head'; readonly stream: string; readonly seen: StreamHead; readonly reason: ChainFault };

export interface VerifyLog {
  readonly store: Pick<EventStore, 'readStored'>;
  readonly tree: VerifiedTree;
  /** The last event seen of each stream, read before this call. Emptied. */
  readonly heads?: Map<string, StreamHead>;
  /** Called with the number of events, every `PROGRESS_EVENTS`. */
  readonly onProgress?: (events: number) => void;
}

export interface LogReport {
  readonly events: number;
  readonly streams: number;
  /** Events that no checkpoint has yet: only their chains were verified. */
  readonly unsigned: number;
  /** Events that are as they were when the checkpoint `proven` was signed. */
  readonly provenEvents: number;
  readonly proven: OpenedCheckpoint | undefined;
  readonly findings: readonly Finding[];
}

const PROGRESS_EVENTS = 50_000;

/**
 * Reads the whole log once, and verifies the chain of each stream, that every event is as the tree has it, and the tree with its signed
 * checkpoints. Keeps a hash for each stream in memory. Throws `StoreUnavailable`.
 */
export async function verifyLog({ store, tree, heads = new Map(), onProgress }: VerifyLog): Promise<LogReport> {
  const findings: Finding[] = [];
  const chains = new Chains(heads, findings);
  const comparison = new Comparison(tree, findings);
  let [events, unsigned] = [0, 0];
  for await (const event of store.readStored({ after: 0 })) {
    const canonical = canonicalEvent(event);
    chains.verify(event, canonical);
    if (tree.taken === tree.size) {
      unsigned++;
    } else {
      const entry = entryOf(event, canonical);
      const next = tree.peek();
      const kept = typeof next === 'object' ? await next : next;
      if (kept === entry) {
        const index = tree.taken;
        const isSigned = tree.take(entry);
        // Nearly always there is nothing to wait for.
        if (isSigned !== true && !(await isSigned)) comparison.forged(index, event);
      } else if (!(await comparison.compare(event, entry))) {
        unsigned++;
      }
    }
    if (++events % PROGRESS_EVENTS === 0) onProgress?.(events);
  }
  await comparison.end(events);
  chains.requireHeads();
  const { proven } = tree;
  return {
    ...{ events, streams: chains.size, unsigned, proven },
    provenEvents: comparison.unalteredUpTo(proven?.size ?? 0),
    findings: [...tree.findings, ...findings],
  };
}

/** The events of the log beside the entries of the tree. */
class Comparison {
  /** The indices of entries whose event is not as it was signed. */
  readonly #altered: number[] = [];

  constructor(
    private readonly tree: VerifiedTree,
    private readonly findings: Finding[],
  ) {}

  /** An event that is not the next entry. Resolves with false if the tree has ended before it. */
  async compare(event: StoredEvent, entry: string): Promise<boolean> {
    const { tree } = this;
    await this.#skipRemoved(event.position);
    if (tree.taken === tree.size) return false;
    const kept = await tree.peek();
    const signed = kept === undefined ? undefined : parseEntry(kept);
    if (kept === undefined || signed === undefined || kept === entry) {
      // Its entry is missing, or cannot be read: the signed root decides.
      await this.#take(entry, event);
    } else if (signed.position === event.position) {
      const parts = partsThatDiffer(signed, parseEntry(entry)!);
      this.#find((of) => ({ kind: 'changed', event: placeOf(signed), found: placeOf(event), parts, signed: of }));
      await this.#take(kept, signed);
    } else {
      this.findings.push({ kind: 'inserted', event: placeOf(event), signed: tree.signedBetween(tree.taken) });
    }
    return true;
  }

  /** The entry of that index was taken, and is not the one whose hash was signed. */
  forged(index: number, event: EventPlace): void {
    this.#altered.push(index);
    this.findings.push({ kind: 'forged', event: placeOf(event), signed: this.tree.signedBetween(index) });
  }

  async end(events: number): Promise<void> {
    await this.#skipRemoved(Infinity);
    const { taken, size } = this.tree;
    if (taken < size) this.findings.push({ kind: 'log-shorter', events, size });
  }

  unalteredUpTo(size: number): number {
    return size - new Set(this.#altered.filter((index) => index < size)).size;
  }

  async #skipRemoved(before: number): Promise<void> {
    const { tree } = this;
    while (tree.taken < tree.size) {
      const kept = await tree.peek();
      const entry = kept === undefined ? undefined : parseEntry(kept);
      if (kept === undefined || !entry || entry.position >= before) return;
      this.#find((signed) => ({ kind: 'removed', event: placeOf(entry), signed }));
      await this.#take(kept, entry);
    }
  }

  async #take(entry: string, event: EventPlace): Promise<void> {
    const index = this.tree.taken;
    if (!(await this.tree.take(entry))) this.forged(index, event);
  }

  /** Of the next entry. */
  #find(finding: (signed: SignedBetween) => Finding): void {
    this.#altered.push(this.tree.taken);
    this.findings.push(finding(this.tree.signedBetween(this.tree.taken)));
  }
}

const placeOf = ({ position, stream, revision, type }: EventPlace): EventPlace => ({
  position,
  stream,
  revision,
  type,
});

function partsThatDiffer(signed: LogEntry, found: LogEntry): readonly AlteredPart[] {
  const parts: Readonly<Record<keyof LogEntry, AlteredPart>> = {
    ...{ position: 'position', stream: 'stream', revision: 'revision', type: 'type' },
    ...{ storedId: 'id', recordedMicros: 'time', dataHash: 'data', metadataHash: 'metadata' },
  };
  return (Object.keys(parts) as (keyof LogEntry)[])
    .filter((key) => signed[key] !== found[key])
    .map((key) => parts[key]);
}

/** The chains of all streams at once, in the order of the log. */
class Chains {
  readonly #last = new Map<string, { revision: number; hash: string }>();

  constructor(
    private readonly heads: Map<string, StreamHead>,
    private readonly findings: Finding[],
  ) {}

  get size(): number {
    return this.#last.size;
  }

  verify(event: StoredEvent, canonical: ReturnType<typeof canonicalEvent>): void {
    const { stream, revision } = event;
    const { hash } = event.metadata;
    const last = this.#last.get(stream);
    const expected = last ? last.revision + 1 : 0;
    if (revision !== expected) this.#find(event, revision > expected ? 'missing' : 'reordered');
    // After a gap the hash before it is not known.
    else if (hashOf(last?.hash ?? FIRST_HASH, event, canonical) !== hash) this.#find(event, 'changed');
    if (last) [last.revision, last.hash] = [revision, hash];
    else this.#last.set(stream, { revision, hash });
    const seen = this.heads.get(stream);
    if (seen?.revision !== revision) return;
    this.heads.delete(stream);
    if (seen.hash !== hash) this.findings.push({ kind: 'head', stream, seen, reason: 'rewritten' });
    else if (seen.position !== event.position) this.findings.push({ kind: 'head', stream, seen, reason: 'reordered' });
  }

  /** The streams whose last event that was seen is not there. */
  requireHeads(): void {
    for (const [stream, seen] of this.heads) this.findings.push({ kind: 'head', stream, seen, reason: 'cut' });
  }

  #find(event: StoredEvent, reason: ChainFault): void {
    this.findings.push({ kind: 'chain', event: placeOf(event), reason });
  }
}
