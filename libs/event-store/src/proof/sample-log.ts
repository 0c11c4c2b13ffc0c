import { type CheckpointKeys, openCheckpoint } from './checkpoint.js';
import { parseEntry, type ProvableLog, type RecordPlace } from './log-entry.js';
import { inclusionProof, leafHash, rootOfInclusion } from './merkle-tree.js';
import { InvalidNote } from './signed-note.js';
import { TILE_WIDTH } from './tile.js';
import { CHECKPOINT_PATH, readBundle, readTile, subtreesIn, type TreeFolder } from './tree-folder.js';

/** A part of a log that is not as it was signed, which a sample has found. */
export interface AlteredBundle {
  /** The index of its bundle of entries. */
  readonly bundle: number;
  /** When it was found, ISO 8601. */
  readonly since: string;
  /** A sentence for an operator. */
  readonly words: string;
}

const ALTERED_PATH = 'altered';

export async function readAltered(folder: TreeFolder): Promise<AlteredBundle | undefined> {
  const text = (await folder.read(ALTERED_PATH))?.toString();
  return text === undefined ? undefined : (JSON.parse(text) as AlteredBundle);
}

interface SampledLog<Stored extends RecordPlace> {
  readonly folder: TreeFolder;
  readonly log: ProvableLog<Stored>;
  readonly keys: CheckpointKeys;
}

/**
 * Compares one bundle of entries with the log and with the newest checkpoint: the one that was found altered before, otherwise one by chance.
 * Keeps what it finds in the folder, until that part is as it was again. Returns what is altered now.
 * @param chance from 0 to less than 1
 * @throws what reading the log or the folder throws
 */
export async function sampleLog<Stored extends RecordPlace>(
  sampled: SampledLog<Stored>,
  { chance, now }: { readonly chance: number; readonly now: Date },
): Promise<AlteredBundle | undefined> {
  const { folder } = sampled;
  const before = await readAltered(folder);
  const note = (await folder.read(CHECKPOINT_PATH))?.toString();
  if (note === undefined) return before;
  let checkpoint;
  try {
    checkpoint = openCheckpoint(note, sampled.keys);
  } catch (error) {
    if (error instanceof InvalidNote) return before; // Signing refuses it, and says so.
    throw error;
  }
  const bundle = before?.bundle ?? Math.floor(chance * Math.ceil(checkpoint.size / TILE_WIDTH));
  const words = await faultIn(sampled, checkpoint, bundle);
  if (words === undefined) {
    if (before) await folder.remove(ALTERED_PATH);
    return undefined;
  }
  const altered = { bundle, words, since: before?.since ?? now.toISOString() };
  if (altered.words !== before?.words) await folder.write(ALTERED_PATH, JSON.stringify(altered));
  return altered;
}

async function faultIn<Stored extends RecordPlace>(
  { folder, log }: SampledLog<Stored>,
  { size, root }: { readonly size: number; readonly root: string },
  bundle: number,
): Promise<string | undefined> {
  const from = bundle * TILE_WIDTH;
  const width = Math.min(TILE_WIDTH, size - from);
  const entries = await readBundle(folder, bundle, size);
  const tile = await readTile(folder, { level: 0, index: bundle, width });
  const part = `Entries ${from} to ${from + width - 1} of the tree`;
  if (entries.length !== width || entries.some((entry, at) => leafHash(entry) !== tile[at]))
    return `${part} are not as they were signed.`;
  // The path of one leaf goes through the hashes of all others in its tile.
  const proof = await inclusionProof(from, size, subtreesIn(folder, size)).catch(() => undefined);
  if (!proof || rootOfInclusion(tile[0]!, { index: from, size, proof }) !== root)
    return `${part} do not have the root that was signed.`;
  let at = 0;
  for await (const stored of log.readStored({ after: parseEntry(entries[0]!)!.position - 1, atMost: width })) {
    if (log.entryOf(stored) !== entries[at]) break;
    at += 1;
  }
  const signed = at < width ? parseEntry(entries[at]!) : undefined;
  return signed && `The log does not have ${log.noun} ${signed.revision} of ${signed.stream} at position ${signed.position} as it was signed.`; // prettier-ignore
}
