import { type CheckpointKeys, openCheckpoint, type OpenedCheckpoint } from './checkpoint.js';
import { type Hash, leafHash } from './merkle-tree.js';
import { InvalidNote } from './signed-note.js';
import { joinTile, TILE_WIDTH, tilePath, TreeEdge } from './tile.js';
import { keptCheckpoints, readBundle, readPartialTiles, readTile, type TreeFolder } from './tree-folder.js';

/** What is wrong with the tree or its checkpoints, apart from the log. */
export type TreeFinding =
  /** The note of a checkpoint: not signed, or not readable. */
  | { readonly kind: 'bad-checkpoint'; readonly path: string; readonly reason: string }
  /** The entries do not have the root that was signed; `since` is the last checkpoint before it whose root they have. */
  | { readonly kind: 'other-root'; readonly checkpoint: OpenedCheckpoint; readonly since: OpenedCheckpoint | undefined }
  /** The log ends, and the entries that follow are missing. */
  | { readonly kind: 'log-shorter'; readonly records: number; readonly size: number }
  /** A checkpoint that was kept elsewhere is of more entries than the tree has. */
  | { readonly kind: 'tree-shorter'; readonly checkpoint: OpenedCheckpoint; readonly size: number }
  /** A file of the tree is missing, or differs from the entries. */
  | { readonly kind: 'bad-tile'; readonly path: string };

/** The times between which something came under a signature: after `after`, and at the latest at `by`. */
export interface SignedBetween {
  readonly after: OpenedCheckpoint | undefined;
  readonly by: OpenedCheckpoint | undefined;
}

/** Reads the entries of the tree in order, and compares all of its files with one another and with the signed checkpoints. */
export class VerifiedTree {
  readonly findings: TreeFinding[] = [];
  #edge = TreeEdge.empty();
  #proven: OpenedCheckpoint | undefined;
  /** The last entry of `#proven`. */
  #provenEntry: string | undefined;
  #nextCheckpoint = 0;
  #bundle: readonly string[] = [];
  #leaves: readonly Hash[] = [];
  /** The index of the bundle that was read. */
  #readIndex = -1;
  #failing = false;

  private constructor(
    private readonly folder: TreeFolder,
    /** Those that are signed, the smallest first. */
    readonly checkpoints: readonly OpenedCheckpoint[],
    readonly size: number,
  ) {}

  /** @param elsewhere checkpoints that were kept outside of the folder, by where they were found */
  static async open(
    folder: TreeFolder,
    keys: CheckpointKeys,
    elsewhere: ReadonlyMap<string, string> = new Map(),
  ): Promise<VerifiedTree> {
    const bad: TreeFinding[] = [];
    const opened: OpenedCheckpoint[] = [];
    let size = 0;
    const take = (path: string, note: string, isOfTree: boolean) => {
      try {
        const checkpoint = openCheckpoint(note, keys);
        opened.push(checkpoint);
        if (isOfTree) size = Math.max(size, checkpoint.size);
      } catch (error) {
        if (!(error instanceof InvalidNote)) throw error;
        bad.push({ kind: 'bad-checkpoint', path, reason: error.message });
      }
    };
    for await (const { path, notes, rest } of keptCheckpoints(folder)) {
      for (const note of notes) take(path, note, true);
      if (rest !== '') bad.push({ kind: 'bad-checkpoint', path, reason: 'What follows the last one is not a note' });
    }
    for (const [path, note] of elsewhere) take(path, note, false);
    const sorted = opened.sort((one, other) => one.size - other.size);
    const tree = new VerifiedTree(folder, sorted, size);
    tree.findings.push(...bad);
    for (const checkpoint of sorted)
      if (checkpoint.size > size) tree.findings.push({ kind: 'tree-shorter', checkpoint, size });
    return tree;
  }

  /**
   * Goes on after a part that was verified before. Resolves with false, and begins at the start, if that part is not one of the checkpoints
   * and of the tiles.
   */
  async resume({ size, root }: Pick<OpenedCheckpoint, 'size' | 'root'>): Promise<boolean> {
    const last = this.checkpoints.findLastIndex((checkpoint) => checkpoint.size === size);
    const isSigned = last >= 0 && size <= this.size && this.checkpoints[last]!.root === root;
    const edge = isSigned && TreeEdge.ofPartialTiles(size, await readPartialTiles(this.folder, size));
    if (!edge || edge.root() !== root) return false;
    [this.#edge, this.#proven, this.#nextCheckpoint] = [edge, this.checkpoints[last], last + 1];
    return true;
  }

  /** The newest checkpoint whose root the entries have. */
  get proven(): OpenedCheckpoint | undefined {
    return this.#proven;
  }

  /** The last entry of the newest checkpoint whose root the entries have, if it was taken by this object. */
  get provenEntry(): string | undefined {
    return this.#provenEntry;
  }

  /** Number of entries that were taken. */
  get taken(): number {
    return this.#edge.size;
  }

  /** The next entry as it is in the folder; undefined if it is missing there. Only if `taken` is less than `size`. */
  peek(): Promise<string | undefined> | string | undefined {
    const at = this.taken % TILE_WIDTH;
    if (this.#readIndex === (this.taken - at) / TILE_WIDTH) return this.#bundle[at];
    return this.#read().then(() => this.#bundle[at]);
  }

  /**
   * Takes the next entry. Resolves with false if it is not the one whose hash the tree has: the tree goes on with the hash that it has, so
   * that signed roots decide which of the two is right.
   */
  take(entry: string): boolean | Promise<boolean> {
    const leaf = leafHash(entry);
    const kept = this.#leaves[this.taken % TILE_WIDTH];
    const isKept = kept === undefined || leaf === kept;
    const filled = this.#edge.append(isKept ? leaf : kept);
    const isSigned = this.checkpoints[this.#nextCheckpoint]?.size === this.taken;
    if (isSigned) this.#compareRoots(entry);
    if (filled.length === 0 && this.taken < this.size) return isKept;
    return this.#compareTiles(filled).then(() => isKept);
  }

  /** Between which checkpoints the entry of that index was signed. */
  signedBetween(index: number): SignedBetween {
    // Binary search for the first that has the entry.
    let [low, high] = [0, this.checkpoints.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.checkpoints[middle]!.size > index) high = middle;
      else low = middle + 1;
    }
    return { after: this.checkpoints[low - 1], by: this.checkpoints[low] };
  }

  async #read(): Promise<void> {
    const index = Math.floor(this.taken / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, this.size - index * TILE_WIDTH);
    this.#readIndex = index;
    this.#bundle = await readBundle(this.folder, index, this.size);
    this.#leaves = await readTile(this.folder, { level: 0, index, width });
    if (this.#bundle.length < width) this.findings.push({ kind: 'bad-tile', path: tilePath('entries', index, width) });
    if (this.#leaves.length < width) this.findings.push({ kind: 'bad-tile', path: tilePath(0, index, width) });
  }

  #compareRoots(entry: string): void {
    const root = this.#edge.root();
    for (; this.checkpoints[this.#nextCheckpoint]?.size === this.taken; this.#nextCheckpoint++) {
      const checkpoint = this.checkpoints[this.#nextCheckpoint]!;
      const isRoot = checkpoint.root === root;
      // The roots after a wrong one are wrong as well, and say nothing more.
      if (!isRoot && !this.#failing) this.findings.push({ kind: 'other-root', checkpoint, since: this.#proven });
      if (isRoot) [this.#proven, this.#provenEntry] = [checkpoint, entry];
      this.#failing = !isRoot;
    }
  }

  /** Levels above 0, whose hashes follow from the leaves, and at the end of the tree the partial ones. */
  async #compareTiles(filled: ReturnType<TreeEdge['append']>): Promise<void> {
    const ended = this.taken === this.size ? this.#edge.partialTiles : [];
    for (const { level, index, hashes } of [...filled, ...ended]) {
      if (level === 0) continue;
      const tile = joinTile(await readTile(this.folder, { level, index, width: hashes.length }));
      if (!tile.equals(joinTile(hashes)))
        this.findings.push({ kind: 'bad-tile', path: tilePath(level, index, hashes.length) });
    }
  }
}
