import {
  type CheckpointKeys,
  checkpointKeys,
  checkpointText,
  openCheckpoint,
  type OpenedCheckpoint,
  parseCheckpointText,
  peekCheckpoint,
  signCheckpoint,
} from './checkpoint.js';
import { hasEntry, type LogEntry, parseEntry, type ProvableLog, type RecordPlace } from './log-entry.js';
import { leafHash } from './merkle-tree.js';
import { InvalidNote, NoteSigner } from './signed-note.js';
import { type Tile, TILE_WIDTH, tilePath, TreeEdge } from './tile.js';
import {
  CHECKPOINT_PATH,
  keepCheckpoint,
  keptCheckpoints,
  readBundle,
  readPartialTiles,
  readRefusal,
  type TreeFolder,
  writeBundle,
  writeTile,
} from './tree-folder.js';

/** The checkpoint that is being signed, with its time: written before, and removed after it was kept and published. */
const PENDING_PATH = 'pending';

/** What was signed is not what is there, so nothing more is signed. The message is a sentence for an operator. */
export class TreeAltered extends Error {
  override readonly name = 'TreeAltered';
}

/**
 * Signs for the log of this folder: under the name that its checkpoints have, or, before the first one, under that of the portal.
 * @param key hexadecimal
 */
export async function treeSigner(folder: TreeFolder, key: string, publicOrigin: string): Promise<NoteSigner> {
  const newest = (await folder.read(CHECKPOINT_PATH))?.toString();
  const named =
    newest === undefined ? `${new URL(publicOrigin).host}/${folder.log}` : newest.slice(0, newest.indexOf('\n'));
  return new NoteSigner(named, Buffer.from(key, 'hex'));
}

/** How far the log is signed, as the folder says: nothing of it is verified. `position`: of the newest entry, 0 for none. */
export async function readTreeState(folder: TreeFolder): Promise<{
  readonly checkpoint: OpenedCheckpoint | undefined;
  readonly position: number;
  readonly refusal: string | undefined;
}> {
  const [note, refusal] = [(await folder.read(CHECKPOINT_PATH))?.toString(), await readRefusal(folder)];
  const checkpoint = note === undefined ? undefined : peekCheckpoint(note);
  const { size } = checkpoint ?? { size: 0 };
  const entries = size === 0 ? [] : await readBundle(folder, Math.floor((size - 1) / TILE_WIDTH), size);
  return { checkpoint, position: parseEntry(entries.at(-1) ?? '')?.position ?? 0, refusal };
}

interface Opened {
  readonly folder: TreeFolder;
  readonly signer: NoteSigner;
  /** The newest checkpoint; undefined before the first. */
  readonly checkpoint: OpenedCheckpoint | undefined;
  readonly edge: TreeEdge;
  /** The entries that are not in a full bundle. */
  readonly bundle: readonly string[];
  /** The newest entry. */
  readonly last: string | undefined;
}

/**
 * The Merkle tree over the log in the order of positions, and its signed checkpoints, in a folder. One process at a time extends it. After
 * an error the object is of no more use: open another one. Wherever a process ends, the next one goes on, and there are never two
 * checkpoints of one size with different roots: what is signed is written down before it is signed.
 */
export class LogTree {
  readonly #folder: TreeFolder;
  readonly #signer: NoteSigner;
  readonly #edge: TreeEdge;
  #checkpoint: OpenedCheckpoint | undefined;
  #last: string | undefined;
  #bundle: string[];
  #fullBundles: { readonly index: number; readonly entries: readonly string[] }[] = [];
  #fullTiles: Tile[] = [];

  private constructor({ folder, signer, checkpoint, edge, bundle, last }: Opened) {
    this.#folder = folder;
    this.#signer = signer;
    this.#checkpoint = checkpoint;
    this.#edge = edge;
    this.#bundle = [...bundle];
    this.#last = last;
  }

  /**
   * Opens the tree, and completes what another process has left half done.
   * @param formerKeys public keys that signed before, as C2SP writes them, under the name of either log
   * @throws TreeAltered if the newest checkpoint is not signed by these keys, or does not have the root of the tiles
   */
  static async open(
    folder: TreeFolder,
    signer: NoteSigner,
    { formerKeys = [] }: { readonly formerKeys?: readonly string[] | undefined } = {},
  ): Promise<LogTree> {
    const keys = checkpointKeys([signer.vkey, ...formerKeys], folder.log);
    const checkpoint = await completePending(folder, signer, keys);
    const size = checkpoint?.size ?? 0;
    const edge = TreeEdge.ofPartialTiles(size, await readPartialTiles(folder, size));
    if (checkpoint && edge.root() !== checkpoint.root)
      throw new TreeAltered(
        `The tiles of the tree do not have the root that was signed at ${checkpoint.at.toISOString()}.`,
      );
    const ended = size === 0 ? [] : await readBundle(folder, Math.floor((size - 1) / TILE_WIDTH), size);
    const last = ended.at(-1);
    if (size > 0 && (ended.length - 1) % TILE_WIDTH !== (size - 1) % TILE_WIDTH)
      throw new TreeAltered('The newest entries of the tree are missing.');
    return new LogTree({ folder, signer, checkpoint, edge, bundle: size % TILE_WIDTH === 0 ? [] : ended, last });
  }

  get checkpoint(): OpenedCheckpoint | undefined {
    return this.#checkpoint;
  }

  /** Number of entries that no checkpoint has yet. */
  get unsigned(): number {
    return this.#edge.size - (this.#checkpoint?.size ?? 0);
  }

  /** Position of the newest entry; 0 if there is none. */
  get position(): number {
    return this.#lastEntry?.position ?? 0;
  }

  /** @throws TreeAltered if the log does not have the newest entry as it was signed: it was cut, restored, or changed */
  async requireLog<Stored extends RecordPlace>(log: ProvableLog<Stored>): Promise<void> {
    const [text, last] = [this.#last, this.#lastEntry];
    if (text === undefined || !last || (await hasEntry(log, text))) return;
    throw new TreeAltered(
      `The log does not have ${log.noun} ${last.revision} of ${last.stream} at position ${last.position} as it was signed.`,
    );
  }

  /** Adds the entry of the next record of the log, in memory. */
  add(entry: string): void {
    this.#last = entry;
    this.#fullTiles.push(...this.#edge.append(leafHash(entry)));
    this.#bundle.push(entry);
    if (this.#bundle.length < TILE_WIDTH) return;
    this.#fullBundles.push({ index: this.#edge.size / TILE_WIDTH - 1, entries: this.#bundle });
    this.#bundle = [];
  }

  /** Stores what was added, and signs a checkpoint of it. */
  async sign(now: Date): Promise<void> {
    if (this.unsigned === 0) return;
    const folder = this.#folder;
    const size = this.#edge.size;
    for (const { index, entries } of this.#fullBundles) await writeBundle(folder, index, entries);
    if (this.#bundle.length > 0) await writeBundle(folder, Math.floor(size / TILE_WIDTH), this.#bundle);
    for (const tile of [...this.#fullTiles, ...this.#edge.partialTiles]) await writeTile(folder, tile);
    const root = this.#edge.root();
    const text = checkpointText({ origin: this.#signer.name, size, root });
    await folder.write(PENDING_PATH, `${Math.floor(now.getTime() / 1_000)}\n${text}`);
    this.#checkpoint = await completePending(folder, this.#signer, checkpointKeys([this.#signer.vkey], folder.log));
    await this.#removePartials();
  }

  /** Partial tiles are not needed once the tile is full. */
  async #removePartials(): Promise<void> {
    for (const { level, index } of this.#fullTiles) await this.#folder.remove(`${tilePath(level, index)}.p`);
    for (const { index } of this.#fullBundles) await this.#folder.remove(`${tilePath('entries', index)}.p`);
    this.#fullTiles = [];
    this.#fullBundles = [];
  }

  get #lastEntry(): LogEntry | undefined {
    return this.#last === undefined ? undefined : parseEntry(this.#last);
  }
}

/**
 * Signs what is written down as pending: at first, or again after a process has ended meanwhile. The same text at the same time has the
 * same signature, so nobody can have seen another checkpoint of this size.
 */
async function completePending(
  folder: TreeFolder,
  signer: NoteSigner,
  keys: CheckpointKeys,
): Promise<OpenedCheckpoint | undefined> {
  const pending = (await folder.read(PENDING_PATH))?.toString();
  const kept = await repairedNewest(folder, keys);
  const before = kept === undefined ? undefined : openCheckpoint(kept, keys);
  if (pending === undefined) return before;
  const end = pending.indexOf('\n');
  const at = new Date(Number(pending.slice(0, end)) * 1_000);
  const { size, root } = parseCheckpointText(pending.slice(end + 1));
  const edge = TreeEdge.ofPartialTiles(size, await readPartialTiles(folder, size));
  if (edge.root() !== root || (before && before.size > size))
    throw new TreeAltered('The checkpoint that was to be signed is not one of the tiles.');
  if (before?.size === size && before.root !== root)
    throw new TreeAltered(`A checkpoint of ${size} entries was signed before, with another root.`);
  const note = before?.size === size && kept !== undefined ? kept : signCheckpoint(signer, { size, root }, at);
  if (note !== kept) await keepCheckpoint(folder, note, at);
  await folder.write(CHECKPOINT_PATH, note);
  await folder.remove(PENDING_PATH);
  return openCheckpoint(note, keys);
}

/** The newest checkpoint that was kept whole. The rest of one whose writing was broken off is removed: it is written again. */
async function repairedNewest(folder: TreeFolder, keys: CheckpointKeys): Promise<string | undefined> {
  for await (const { path, notes, rest } of keptCheckpoints(folder, { newestFirst: true })) {
    if (rest !== '') await folder.write(path, notes.map((note) => `${note}\n`).join(''));
    const newest = notes.at(-1);
    if (newest === undefined) continue;
    try {
      openCheckpoint(newest, keys);
    } catch (error) {
      if (!(error instanceof InvalidNote)) throw error;
      throw new TreeAltered(`The newest checkpoint is not one of this log: ${error.message}.`, { cause: error });
    }
    return newest;
  }
  return undefined;
}
