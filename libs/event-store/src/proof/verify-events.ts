import { canonicalEvent, type ChainFault, FIRST_HASH, hashOf, type StreamHead } from '../chain.js';
import type { EventStore, StoredEvent } from '../event-store.js';
import { entryOf, eventLog } from './log-entry.js';
import type { VerifiedTree } from './verified-tree.js';
import { type Finding, type LogReport, type OnProgress, placeOf, verifyLog } from './verify-log.js';

export interface VerifyEvents {
  readonly store: Pick<EventStore, 'readStored' | 'readStream'>;
  readonly tree: VerifiedTree;
  /** The last event seen of each stream, read before this call. Emptied. */
  readonly heads?: Map<string, StreamHead>;
  /** The position after which to go on, if the tree has resumed. */
  readonly after?: number | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly progressEvery?: number | undefined;
}

export interface EventsReport extends LogReport {
  /** Undefined if a part was verified before. */
  readonly streams: number | undefined;
}

/**
 * Verifies the log of events like `verifyLog`, and the chain of each stream. Keeps a hash for each stream in memory. Throws
 * `StoreUnavailable`.
 */
export async function verifyEvents({
  store,
  tree,
  heads = new Map(),
  after = 0,
  ...progress
}: VerifyEvents): Promise<EventsReport> {
  const findings: Finding[] = [];
  // What was seen in the part before was compared by the run that was interrupted.
  for (const [stream, { position }] of heads) if (position <= after) heads.delete(stream);
  const chains = new Chains(heads, findings);
  const verified = (event: StoredEvent): string => {
    const canonical = canonicalEvent(event);
    chains.verify(event, canonical);
    return entryOf(event, canonical);
  };
  const entry =
    after === 0
      ? verified
      : (event: StoredEvent) =>
          event.revision === 0 || chains.knows(event.stream)
            ? verified(event)
            : lastBefore(store, event).then((last) => {
                if (last) chains.begin(event.stream, last);
                return verified(event);
              });
  const report = await verifyLog({ log: { ...eventLog(store), entryOf: entry }, tree, after, ...progress }, findings);
  const streams = after === 0 ? chains.size : undefined;
  return { ...report, streams, findings: [...report.findings, ...chains.cutHeads()] };
}

/** The event before it in its stream, which is in the part that was verified before. */
async function lastBefore(
  store: Pick<EventStore, 'readStream'>,
  { stream, revision }: StoredEvent,
): Promise<{ readonly revision: number; readonly hash: string } | undefined> {
  for await (const { metadata } of store.readStream(stream, { from: revision - 1, to: revision - 1 }))
    return { revision: revision - 1, hash: metadata.hash };
  return undefined;
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

  knows(stream: string): boolean {
    return this.#last.has(stream);
  }

  begin(stream: string, last: { readonly revision: number; readonly hash: string }): void {
    this.#last.set(stream, { ...last });
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
