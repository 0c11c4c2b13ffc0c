import type { ChainFault, StreamHead } from '../chain.js';
import type { OpenedCheckpoint } from './checkpoint.js';
import { type LogEntry, parseEntry, type ProvableLog, type RecordPlace } from './log-entry.js';
import type { SignedBetween, TreeFinding, VerifiedTree } from './verified-tree.js';

export type AlteredPart = 'stream' | 'revision' | 'type' | 'id' | 'time' | 'data' | 'metadata' | 'position';

export type Finding =
  | TreeFinding
  /** The record at this place is not as it was signed. */
  | {
      readonly kind: 'changed';
      readonly record: RecordPlace;
      readonly parts: readonly AlteredPart[];
      readonly found: RecordPlace;
      readonly signed: SignedBetween;
    }
  /** The record and its entry in the folder agree, but what was signed has another one. */
  | { readonly kind: 'forged'; readonly record: RecordPlace; readonly signed: SignedBetween }
  | { readonly kind: 'removed'; readonly record: RecordPlace; readonly signed: SignedBetween }
  /** A record between those that were signed, which was not there then. */
  | { readonly kind: 'inserted'; readonly record: RecordPlace; readonly signed: SignedBetween }
  | { readonly kind: 'chain'; readonly event: RecordPlace; readonly reason: ChainFault }
  /** What the projector saw last of a stream (`stream_head`) is not what the log has. */
  | { readonly kind: 'head'; readonly stream: string; readonly seen: StreamHead; readonly reason: ChainFault };

export interface VerifyLog<Stored extends RecordPlace> {
  readonly log: Pick<ProvableLog<Stored>, 'noun' | 'readStored'> & {
    readonly entryOf: (stored: Stored) => string | Promise<string>;
  };
  readonly tree: VerifiedTree;
  /** The position after which to go on, if the tree has resumed. */
  readonly after?: number | undefined;
  /** Called after every `progressEvery` records. */
  readonly onProgress?: OnProgress | undefined;
  readonly progressEvery?: number | undefined;
}

/**
 * @param records how many were verified
 * @param sound up to where everything is as it was signed; undefined as soon as something is not
 */
export type OnProgress = (records: number, sound: Sound | undefined) => void | Promise<void>;

export interface Sound {
  readonly checkpoint: OpenedCheckpoint;
  readonly position: number;
}

export interface LogReport {
  readonly noun: ProvableLog['noun'];
  /** Records that were read. */
  readonly records: number;
  /** Records that no checkpoint has yet. */
  readonly unsigned: number;
  /** Records that are as they were when the checkpoint `proven` was signed. */
  readonly provenRecords: number;
  readonly proven: OpenedCheckpoint | undefined;
  readonly findings: readonly Finding[];
}

const PROGRESS_RECORDS = 50_000;

/**
 * Reads a whole log once, and verifies that every record is as the tree has it, and the tree with its signed checkpoints.
 * @param findings the list to which `log.entryOf` adds what it finds, such as a broken chain
 * @throws what reading the log throws
 */
export async function verifyLog<Stored extends RecordPlace>(
  { log, tree, after = 0, onProgress, progressEvery = PROGRESS_RECORDS }: VerifyLog<Stored>,
  findings: Finding[] = [],
): Promise<LogReport> {
  const comparison = new Comparison(tree, findings);
  let [records, unsigned] = [tree.taken, 0];
  for await (const stored of log.readStored({ after })) {
    const made = log.entryOf(stored);
    const entry = typeof made === 'string' ? made : await made;
    if (tree.taken === tree.size) {
      unsigned++;
    } else {
      const next = tree.peek();
      const kept = typeof next === 'object' ? await next : next;
      if (kept === entry) {
        const index = tree.taken;
        const isSigned = tree.take(entry);
        // Nearly always there is nothing to wait for.
        if (isSigned !== true && !(await isSigned)) comparison.forged(index, stored);
      } else if (!(await comparison.compare(stored, entry))) {
        unsigned++;
      }
    }
    if (++records % progressEvery === 0)
      await onProgress?.(records, findings.length === 0 ? soundPartOf(tree) : undefined);
  }
  await comparison.end(records);
  const { proven } = tree;
  return {
    noun: log.noun,
    records,
    unsigned,
    proven,
    provenRecords: comparison.unalteredUpTo(proven?.size ?? 0),
    findings: [...tree.findings, ...findings],
  };
}

function soundPartOf({ proven, provenEntry, findings }: VerifiedTree): Sound | undefined {
  const position = parseEntry(provenEntry ?? '')?.position;
  return proven && position !== undefined && findings.length === 0 ? { checkpoint: proven, position } : undefined;
}

/** The records of the log beside the entries of the tree. */
class Comparison {
  /** The indices of entries whose record is not as it was signed. */
  readonly #altered: number[] = [];

  constructor(
    private readonly tree: VerifiedTree,
    private readonly findings: Finding[],
  ) {}

  /** A record that is not the next entry. Resolves with false if the tree has ended before it. */
  async compare(record: RecordPlace, entry: string): Promise<boolean> {
    const { tree } = this;
    await this.#skipRemoved(record.position);
    if (tree.taken === tree.size) return false;
    const kept = await tree.peek();
    const signed = kept === undefined ? undefined : parseEntry(kept);
    if (kept === undefined || signed === undefined || kept === entry) {
      // Its entry is missing, or cannot be read: the signed root decides.
      await this.#take(entry, record);
    } else if (signed.position === record.position) {
      const parts = partsThatDiffer(signed, parseEntry(entry)!);
      this.#find((of) => ({ kind: 'changed', record: placeOf(signed), found: placeOf(record), parts, signed: of }));
      await this.#take(kept, signed);
    } else {
      this.findings.push({ kind: 'inserted', record: placeOf(record), signed: tree.signedBetween(tree.taken) });
    }
    return true;
  }

  /** The entry of that index was taken, and is not the one whose hash was signed. */
  forged(index: number, record: RecordPlace): void {
    this.#altered.push(index);
    this.findings.push({ kind: 'forged', record: placeOf(record), signed: this.tree.signedBetween(index) });
  }

  async end(records: number): Promise<void> {
    await this.#skipRemoved(Infinity);
    const { taken, size } = this.tree;
    if (taken < size) this.findings.push({ kind: 'log-shorter', records, size });
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
      this.#find((signed) => ({ kind: 'removed', record: placeOf(entry), signed }));
      await this.#take(kept, entry);
    }
  }

  async #take(entry: string, record: RecordPlace): Promise<void> {
    const index = this.tree.taken;
    if (!(await this.tree.take(entry))) this.forged(index, record);
  }

  /** Adds a finding about the next entry. */
  #find(finding: (signed: SignedBetween) => Finding): void {
    this.#altered.push(this.tree.taken);
    this.findings.push(finding(this.tree.signedBetween(this.tree.taken)));
  }
}

export const placeOf = ({ position, stream, revision, type }: RecordPlace): RecordPlace => ({
  position,
  stream,
  revision,
  type,
});

function partsThatDiffer(signed: LogEntry, found: LogEntry): readonly AlteredPart[] {
  const parts: Readonly<Record<keyof LogEntry, AlteredPart>> = {
    position: 'position',
    stream: 'stream',
    revision: 'revision',
    type: 'type',
    storedId: 'id',
    recordedMicros: 'time',
    dataHash: 'data',
    metadataHash: 'metadata',
  };
  return (Object.keys(parts) as (keyof LogEntry)[])
    .filter((key) => signed[key] !== found[key])
    .map((key) => parts[key]);
}
