import { EMPTY_ROOT, type Hash, HASH_BYTES, nodeHash, type ReadSubtree } from './merkle-tree.js';

/* Tiles as in C2SP tlog-tiles: each has up to 256 hashes of one level, and a bundle up to 256 entries. */

export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 2 ** TILE_HEIGHT;

export type TileLevel = number | 'entries';

/** The address of a tile under that of its log; `width` below 256 names the partial tile. */
export function tilePath(level: TileLevel, index: number, width = TILE_WIDTH): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)!;
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Whether this is the address of a tile or a bundle, and nothing else. */
export const isTilePath = (path: string): boolean =>
  /^tile\/(?:entries|\d|[1-5]\d|6[0-3])\/(?:x\d{3}\/){0,4}\d{3}(?:\.p\/(?:[1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]))?$/.test(
    path,
  );

/** How many hashes of that level a tree has that are not in a full tile: the width of the partial tile, or 0. */
export const partialWidth = (level: number, size: number): number =>
  Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH;

export const joinTile = (hashes: readonly Hash[]): Buffer => Buffer.from(hashes.join(''), 'latin1');

export function splitTile(tile: Buffer): Hash[] {
  return Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, at) =>
    tile.toString('latin1', at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/** Entries, each after its length in two bytes. */
export function joinBundle(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** What can be read of a bundle: a broken end is left out. */
export function splitBundle(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let at = 0; at + 2 <= bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    if (end > bundle.length) break;
    entries.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}

/** Reads the hashes of subtrees from the tiles of a tree of that size. `readTile` resolves with the hashes of a tile. */
export function subtreesOf(
  size: number,
  readTile: (level: number, index: number, width: number) => Promise<readonly Hash[]>,
): ReadSubtree {
  return async (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const within = 2 ** (height % TILE_HEIGHT);
    const first = index * within;
    const tile = Math.floor(first / TILE_WIDTH);
    const inLevel = Math.floor(size / TILE_WIDTH ** level);
    const hashes = await readTile(level, tile, Math.min(TILE_WIDTH, inLevel - tile * TILE_WIDTH));
    const offset = first % TILE_WIDTH;
    if (hashes.length < offset + within) throw new RangeError(`Tile ${tile} of level ${level} is missing or cut`);
    return topOf(hashes.slice(offset, offset + within));
  };
}

/** The root over a power of two of hashes. */
function topOf(hashes: readonly Hash[]): Hash {
  if (hashes.length === 1) return hashes[0]!;
  const half = hashes.length / 2;
  return nodeHash(topOf(hashes.slice(0, half)), topOf(hashes.slice(half)));
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly hashes: readonly Hash[];
}

/** The right edge of a tree: what is needed to go on from its size, and for its root. */
export class TreeEdge {
  /** The roots of the complete subtrees, the largest first. */
  readonly #subtrees: Hash[];

  private constructor(
    private count: number,
    /** By level, the hashes that are not in a full tile yet. */
    private readonly levels: Hash[][],
    subtrees: Hash[],
  ) {
    this.#subtrees = subtrees;
  }

  static empty(): TreeEdge {
    return new TreeEdge(0, [], []);
  }

  /** The edge of a tree of that size, from its partial tiles, the lowest level first. */
  static ofPartialTiles(size: number, partials: readonly (readonly Hash[])[]): TreeEdge {
    const subtrees: Hash[] = [];
    for (const hashes of [...partials].reverse()) {
      for (let from = 0, width = TILE_WIDTH; width > 0; width = Math.floor(width / 2)) {
        if ((hashes.length & width) === 0) continue;
        subtrees.push(topOf(hashes.slice(from, from + width)));
        from += width;
      }
    }
    return new TreeEdge(
      size,
      partials.map((hashes) => [...hashes]),
      subtrees,
    );
  }

  get size(): number {
    return this.count;
  }

  /** The partial tiles that are not empty. */
  get partialTiles(): readonly Tile[] {
    return this.levels.flatMap((hashes, level) =>
      hashes.length === 0 ? [] : [{ level, index: Math.floor(this.count / TILE_WIDTH ** (level + 1)), hashes }],
    );
  }

  /** Returns the tiles that this leaf fills. */
  append(leaf: Hash): readonly Tile[] {
    const filled: Tile[] = [];
    let top = leaf;
    this.#push(0, leaf);
    this.count++;
    for (let height = 1, count = this.count; count % 2 === 0; height++) {
      count /= 2;
      top = nodeHash(this.#subtrees.pop()!, top);
      if (height % TILE_HEIGHT !== 0) continue;
      const level = height / TILE_HEIGHT;
      filled.push({ level: level - 1, index: count - 1, hashes: this.levels[level - 1]! });
      this.levels[level - 1] = [];
      this.#push(level, top);
    }
    this.#subtrees.push(top);
    return filled;
  }

  root(): Hash {
    if (this.#subtrees.length === 0) return EMPTY_ROOT;
    return this.#subtrees.reduceRight((right, left) => nodeHash(left, right));
  }

  #push(level: number, hash: Hash): void {
    (this.levels[level] ??= []).push(hash);
  }
}
