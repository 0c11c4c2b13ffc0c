import { type CheckpointKeys, openCheckpoint, type OpenedCheckpoint, peekCheckpoint } from './checkpoint.js';
import { type LogEntry, parseEntry } from './log-entry.js';
import { type Hash, inclusionProof, leafHash, rootOfInclusion } from './merkle-tree.js';
import { InvalidNote } from './signed-note.js';
import { TILE_WIDTH } from './tile.js';
import { CHECKPOINT_PATH, readBundle, subtreesIn, type TreeFolder } from './tree-folder.js';

/** An entry cannot be proven, or a proof proves nothing. The message is a sentence for an operator. */
export class NotProven extends Error {
  override readonly name = 'NotProven';
}

/** An entry by its place in the log, which is found at once, or by the id of its record, for which all entries are read, the newest first. */
export type SoughtEntry = { readonly position: number } | { readonly storedId: string };

export interface ProvenEntry {
  readonly entry: LogEntry;
  /** Its place in the tree, from 0. */
  readonly index: number;
  /** A checkpoint of the tree in which the entry is proven to be. */
  readonly checkpoint: OpenedCheckpoint;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
const HASH = '[A-Za-z0-9+/]{43}=';
const PROOF = new RegExp(
  `^${HEADER.replaceAll('.', '\\.')}\\n(?:extra ([A-Za-z0-9+/]+=*)\\n)?index (0|[1-9]\\d{0,15})\\n((?:${HASH}\\n){0,63})\\n([\\s\\S]+)$`,
);

/**
 * A proof that the newest checkpoint of the folder has the entry, as C2SP tlog-proof v1 writes it. Its extra data is the entry, so that it
 * is verified with the public key of the log and nothing else.
 * @throws NotProven
 */
export async function proveEntry(
  folder: TreeFolder,
  sought: SoughtEntry,
): Promise<{ readonly proof: string; readonly text: string }> {
  const note = (await folder.read(CHECKPOINT_PATH))?.toString();
  const checkpoint = note === undefined ? undefined : peekCheckpoint(note);
  if (note === undefined || !checkpoint) throw new NotProven('Nothing is signed yet.');
  const { size, root } = checkpoint;
  const { index, text } = await ('position' in sought
    ? entryAt(folder, size, sought.position)
    : entryOfId(folder, size, sought.storedId));
  const hashes = await inclusionProof(index, size, subtreesIn(folder, size)).catch(() => undefined);
  if (!hashes || rootOfInclusion(leafHash(text), { index, size, proof: hashes }) !== root)
    throw new NotProven('The files of the tree are not those that were signed. Run “audit verify”.');
  const lines = [
    HEADER,
    `extra ${Buffer.from(text).toString('base64')}`,
    `index ${index}`,
    ...hashes.map((one) => Buffer.from(one, 'latin1').toString('base64')),
  ];
  return { text, proof: `${lines.join('\n')}\n\n${note}` };
}

/**
 * Verifies a proof with nothing but the keys.
 * @throws NotProven if the checkpoint does not have the entry; InvalidNote if it is not signed, or the text is no proof
 */
export function verifyEntryProof(proof: string, keys: CheckpointKeys): ProvenEntry {
  const [, extra, number, lines = '', note = ''] = PROOF.exec(proof) ?? [];
  if (number === undefined) throw new InvalidNote('The text is not a proof');
  const checkpoint = openCheckpoint(note, keys);
  if (extra === undefined) throw new NotProven('The proof does not say of which entry it is.');
  const text = decoded(extra).toString();
  const entry = parseEntry(text);
  const [index, hashes] = [Number(number), lines.split('\n').slice(0, -1).map(hashIn)];
  if (!entry || rootOfInclusion(leafHash(text), { index, size: checkpoint.size, proof: hashes }) !== checkpoint.root)
    throw new NotProven('The checkpoint does not have this entry at this place.');
  return { entry, index, checkpoint };
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

/** Binary search: positions grow with the entries. */
async function entryAt(folder: TreeFolder, size: number, position: number): Promise<Found> {
  let [low, high] = [0, Math.ceil(size / TILE_WIDTH) - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const first = parseEntry((await readBundle(folder, middle, size))[0] ?? '');
    if (!first) throw new NotProven('Entries of the tree are missing. Run “audit verify”.');
    if (first.position <= position) low = middle;
    else high = middle - 1;
  }
  const found = (await foundIn(folder, size, low)).find(({ text }) => parseEntry(text)?.position === position);
  if (!found) throw new NotProven(`No entry of position ${position} is signed: there is none, or not yet.`);
  return found;
}

async function entryOfId(folder: TreeFolder, size: number, storedId: string): Promise<Found> {
  for (let bundle = Math.ceil(size / TILE_WIDTH) - 1; bundle >= 0; bundle--) {
    const entries = await foundIn(folder, size, bundle);
    const found = entries.find(({ text }) => text.includes(storedId) && parseEntry(text)?.storedId === storedId);
    if (found) return found;
  }
  throw new NotProven(`No entry with the id ${storedId} is signed: there is none, or not yet.`);
}

const foundIn = async (folder: TreeFolder, size: number, bundle: number): Promise<Found[]> =>
  (await readBundle(folder, bundle, size)).map((text, at) => ({ index: bundle * TILE_WIDTH + at, text }));
