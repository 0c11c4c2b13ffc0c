import { canonicalEvent, type ChainFault, FIRST_HASH, hashOf, type StreamHead } from '../chain.js';
import type { EventStore, StoredEvent } from '../event-store.js';
import { entryOf, eventLog } from './log-entry.js';
import type { VerifiedTree } from './verified-tree.js';
import { type Finding, type LogReport, placeOf, verifyLog } from './verify-log.js';

export interface VerifyEvents {
  readonly store: Pick<EventStore, 'readStored'>;
  readonly tree: VerifiedTree;
  /** The last event seen of each stream, read before this call. Emptied. */
  readonly heads?: Map<string, StreamHead>;
  readonly onProgress?: (events: number) => void;
}

export interface EventsReport extends LogReport {
  readonly streams: number;
}

/**
 * Verifies the log of events like `verifyLog`, and the chain of each stream. Keeps a hash for each stream in memory. Throws
 * `StoreUnavailable`.
 */
export async function verifyEvents({
  store,
  tree,
  heads = new Map(),
  onProgress,
}: VerifyEvents): Promise<EventsReport> {
  const findings: Finding[] = [];
  const chains = new Chains(heads, findings);
  const log = {
    ...eventLog(store),
    entryOf: (event: StoredEvent) => {
      const canonical = canonicalEvent(event);
      chains.verify(event, canonical);
      return entryOf(event, canonical);
    },
  };
  const report = await verifyLog({ log, tree, onProgress }, findings);
  return { ...report, streams: chains.size, findings: [...report.findings, ...chains.cutHeads()] };
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
  cutHeads(): Finding[] {
    return [...this.heads].map(([stream, seen]) => ({ kind: 'head', stream, seen, reason: 'cut' }));
  }

  #find(event: StoredEvent, reason: ChainFault): void {
    this.findings.push({ kind: 'chain', event: placeOf(event), reason });
  }
}
