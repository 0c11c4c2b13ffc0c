import { type CheckpointKeys, openCheckpoint, type OpenedCheckpoint, peekCheckpoint } from './checkpoint.js';
import { type LogEntry, parseEntry } from './log-entry.js';
import { type Hash, inclusionProof, leafHash, type ReadSubtree, rootOfInclusion } from './merkle-tree.js';
import { InvalidNote } from './signed-note.js';
import { subtreesOf, TILE_WIDTH } from './tile.js';
import { CHECKPOINT_PATH, readBundle, readTile, type TreeFolder } from './tree-folder.js';

/** An entry cannot be proven, or a proof proves nothing. The message is a sentence for an operator. */
export class NotProven extends Error {
  override readonly name = 'NotProven';
}

/** An entry by its place in the log, which is found at once, or by the id of its record, for which all entries are read, the newest first. */
export type SoughtEntry = { readonly position: number } | { readonly storedId: string };

export interface ProvenEntry {
  readonly entry: LogEntry;
  /** The entry as it is hashed. */
  readonly text: string;
  /** Its place in the tree, from 0. */
  readonly index: number;
  /** A checkpoint of the tree in which the entry is proven to be. */
  readonly checkpoint: OpenedCheckpoint;
}

interface Found {
  readonly index: number;
  readonly text: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
const HASH = '[A-Za-z0-9+/]{43}=';
const PROOF = new RegExp(
  `^${HEADER.replaceAll('.', '\\.')}\\n(?:extra ([A-Za-z0-9+/]+=*)\\n)?index (0|[1-9]\\d{0,15})\\n((?:${HASH}\\n){0,63})\\n([\\s\\S]+)$`,
);

export interface EntryProof {
  readonly proof: string;
  /** The entry. */
  readonly text: string;
}

/** Hashes of subtrees, and tiles, that are kept: neighbours have most of them in common. */
const MAX_KEPT_HASHES = 4_096;
const MAX_KEPT_TILES = 16;

/**
 * Proves entries in one checkpoint, whatever is signed meanwhile. Entries that are asked for in the order of positions share what was read
 * of the tree.
 */
export class EntryProver {
  readonly #read: ReadSubtree;
  readonly #firstPositions = new Map<number, number>();
  /** The bundle that was read last. */
  #bundle: { readonly index: number; readonly entries: readonly Found[] } = { index: -1, entries: [] };
  #byPosition: ReadonlyMap<number | undefined, Found> = new Map();

  private constructor(
    private readonly folder: TreeFolder,
    /** The newest checkpoint, as it is signed. */
    readonly note: string,
    readonly checkpoint: OpenedCheckpoint,
  ) {
    const tileOf = kept(MAX_KEPT_TILES, (level, index, width) => readTile(folder, { level, index, width }));
    this.#read = kept(MAX_KEPT_HASHES, subtreesOf(checkpoint.size, tileOf));
  }

  /** @throws NotProven */
  static async open(folder: TreeFolder): Promise<EntryProver> {
    const note = (await folder.read(CHECKPOINT_PATH))?.toString();
    const checkpoint = note === undefined ? undefined : peekCheckpoint(note);
    if (note === undefined || !checkpoint) throw new NotProven('Nothing is signed yet.');
    return new EntryProver(folder, note, checkpoint);
  }

  /** The position of the last entry of the checkpoint; 0 if it has none. */
  async lastPosition(): Promise<number> {
    const { size } = this.checkpoint;
    const entries = size === 0 ? [] : await this.#entriesIn(Math.ceil(size / TILE_WIDTH) - 1);
    return parseEntry(entries.at(-1)?.text ?? '')?.position ?? 0;
  }

  /**
   * As C2SP tlog-proof v1 writes it. Its extra data is the entry, so that it is verified with the public key of the log and nothing else.
   * @throws NotProven
   */
  async prove(sought: SoughtEntry): Promise<EntryProof> {
    const { size, root } = this.checkpoint;
    const { index, text } = await ('position' in sought
      ? this.entryAt(sought.position)
      : this.#entryOfId(sought.storedId));
    const hashes = await inclusionProof(index, size, this.#read).catch(() => undefined);
    if (!hashes || rootOfInclusion(leafHash(text), { index, size, proof: hashes }) !== root)
      throw new NotProven('The files of the tree are not those that were signed. Run “audit verify”.');
    const lines = [
      HEADER,
      `extra ${Buffer.from(text).toString('base64')}`,
      `index ${index}`,
      ...hashes.map((one) => Buffer.from(one, 'latin1').toString('base64')),
    ];
    return { text, proof: `${lines.join('\n')}\n\n${this.note}` };
  }

  /**
   * Binary search: positions grow with the entries.
   * @throws NotProven
   */
  async entryAt(position: number): Promise<Found> {
    let [low, high] = [0, Math.ceil(this.checkpoint.size / TILE_WIDTH) - 1];
    const { index: last } = this.#bundle;
    if (last > low && (await this.#firstPositionIn(last)) <= position) {
      low = last;
      // Most likely the next one is in the same bundle.
      if (last < high && (await this.#firstPositionIn(last + 1)) > position) high = last;
    }
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await this.#firstPositionIn(middle)) <= position) low = middle;
      else high = middle - 1;
    }
    await this.#entriesIn(low);
    const found = this.#byPosition.get(position);
    if (!found) throw new NotProven(`No entry of position ${position} is signed: there is none, or not yet.`);
    return found;
  }

  async #entryOfId(storedId: string): Promise<Found> {
    for (let bundle = Math.ceil(this.checkpoint.size / TILE_WIDTH) - 1; bundle >= 0; bundle--) {
      const entries = await this.#entriesIn(bundle);
      const found = entries.find(({ text }) => text.includes(storedId) && parseEntry(text)?.storedId === storedId);
      if (found) return found;
    }
    throw new NotProven(`No entry with the id ${storedId} is signed: there is none, or not yet.`);
  }

  async #firstPositionIn(bundle: number): Promise<number> {
    const known = this.#firstPositions.get(bundle);
    if (known !== undefined) return known;
    const first = parseEntry((await readBundle(this.folder, bundle, this.checkpoint.size))[0] ?? '');
    if (!first) throw new NotProven('Entries of the tree are missing. Run “audit verify”.');
    this.#firstPositions.set(bundle, first.position);
    return first.position;
  }

  async #entriesIn(bundle: number): Promise<readonly Found[]> {
    if (this.#bundle.index !== bundle) {
      const texts = await readBundle(this.folder, bundle, this.checkpoint.size);
      const entries = texts.map((text, at) => ({ index: bundle * TILE_WIDTH + at, text }));
      this.#bundle = { index: bundle, entries };
      this.#byPosition = new Map(entries.map((entry) => [parseEntry(entry.text)?.position, entry]));
    }
    return this.#bundle.entries;
  }
}

/** Remembers what was read, at most so much of it. */
function kept<Place extends readonly number[], Read>(
  atMost: number,
  read: (...place: Place) => Promise<Read>,
): (...place: Place) => Promise<Read> {
  const known = new Map<string, Read>();
  return async (...place) => {
    const key = place.join('/');
    const found = known.get(key) ?? (await read(...place));
    if (known.size >= atMost && !known.has(key)) known.clear();
    known.set(key, found);
    return found;
  };
}

/**
 * Verifies a proof with nothing but the keys.
 * @param open opens its checkpoint, where many proofs have the same one
 * @throws NotProven if the checkpoint does not have the entry; InvalidNote if it is not signed, or the text is no proof
 */
export function verifyEntryProof(proof: string, keys: CheckpointKeys, open = openCheckpoint): ProvenEntry {
  const [, extra, number, lines = '', note = ''] = PROOF.exec(proof) ?? [];
  if (number === undefined) throw new InvalidNote('The text is not a proof');
  const checkpoint = open(note, keys);
  if (extra === undefined) throw new NotProven('The proof does not say of which entry it is.');
  const text = decoded(extra).toString();
  const entry = parseEntry(text);
  const [index, hashes] = [Number(number), lines.split('\n').slice(0, -1).map(hashIn)];
  if (!entry || rootOfInclusion(leafHash(text), { index, size: checkpoint.size, proof: hashes }) !== checkpoint.root)
    throw new NotProven('The checkpoint does not have this entry at this place.');
  return { entry, text, index, checkpoint };
}

const hashIn = (line: string): Hash => decoded(line).toString('latin1');

/** Each text has one spelling, so that no letter of a proof can be changed. */
function decoded(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw new InvalidNote('The proof is not in base64');
  return bytes;
}

interface Found {
  readonly index: number;
  readonly text: string;
}
