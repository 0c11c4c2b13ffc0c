import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hash, ReadSubtree } from './merkle-tree.js';
import {
  joinBundle,
  joinTile,
  partialWidth,
  splitBundle,
  splitTile,
  subtreesOf,
  type Tile,
  TILE_WIDTH,
  tilePath,
} from './tile.js';

/** The logs that have a tree, by how their names end: of the events, and of who looked at what. */
export type ProvenLog = 'log' | 'access-log';

/** Where a tree is kept: files by their path, as C2SP tlog-tiles has them, and the checkpoints of the past beside them. */
export interface TreeFolder {
  /** The log over which the tree is. */
  readonly log: ProvenLog;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** Names of what is in a folder, in order; none if there is no such folder. */
  list(path: string): Promise<readonly string[]>;
  /** The file is written whole or not at all, and durable when it resolves. */
  write(path: string, content: Uint8Array | string): Promise<void>;
  /** A process that dies may leave a part of the text. Durable when it resolves. */
  append(path: string, text: string): Promise<void>;
  /** A file, or a folder with everything in it. */
  remove(path: string): Promise<void>;
}

/** Opens the folder of a log under an address, file://…; it is made when something is first written. */
export function openTreeFolder(url: string, log: ProvenLog = 'log'): TreeFolder {
  // The events were there first, and other verifiers know their address.
  const root = join(fileURLToPath(url), log === 'log' ? '' : log);
  const at = (path: string) => join(root, path);
  return {
    log,
    read: (path) => readFile(at(path)).catch(undefinedIfAbsent),
    list: async (path) => ((await readdir(at(path)).catch(undefinedIfAbsent)) ?? []).sort(),
    async write(path, content) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
      await writeDurably(`${at(path)}.new`, 'w', content);
      await rename(`${at(path)}.new`, at(path));
      await syncFolder(dirname(at(path)));
    },
    async append(path, text) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
      await writeDurably(at(path), 'a', text);
      await syncFolder(dirname(at(path)));
    },
    remove: (path) => rm(at(path), { recursive: true, force: true }),
  };
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

async function writeDurably(path: string, flags: 'w' | 'a', content: Uint8Array | string): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The newest checkpoint, as C2SP tlog-tiles serves it. */
export const CHECKPOINT_PATH = 'checkpoint';
/** All checkpoints, one after another, a file for each day. */
const KEPT_PATH = 'checkpoints';

/** Notes that follow one another, each with an empty line after it. */
const NOTES = /((?:[^\n]+\n)+\n(?:— [^\n]+\n)+)\n/gy;

/** The checkpoints that were kept, the oldest first. `rest` is what follows the last whole one of a file: of a write that was broken off. */
export async function* keptCheckpoints(
  folder: TreeFolder,
  { newestFirst = false }: { readonly newestFirst?: boolean } = {},
): AsyncGenerator<{ readonly path: string; readonly notes: readonly string[]; readonly rest: string }, void, void> {
  const days = await folder.list(KEPT_PATH);
  for (const day of newestFirst ? days.toReversed() : days) {
    const path = `${KEPT_PATH}/${day}`;
    const text = (await folder.read(path))?.toString() ?? '';
    const notes = [...text.matchAll(NOTES)].map(([, note]) => note!);
    const whole = notes.reduce((length, note) => length + note.length + 1, 0);
    yield { path, notes, rest: text.slice(whole) };
  }
}

/** Keeps a checkpoint after those before it, also where the clock was set back to an earlier day. */
export async function keepCheckpoint(folder: TreeFolder, note: string, at: Date): Promise<void> {
  const days = [...(await folder.list(KEPT_PATH)), at.toISOString().slice(0, 10)].sort();
  await folder.append(`${KEPT_PATH}/${days.at(-1)!}`, `${note}\n`);
}

/** A sentence for operators while nothing is signed, because the log or the folder was altered. */
const REFUSAL_PATH = 'refusal';

export const readRefusal = async (folder: TreeFolder): Promise<string | undefined> =>
  (await folder.read(REFUSAL_PATH))?.toString();

/** Undefined: signing goes on. */
export async function writeRefusal(folder: TreeFolder, words: string | undefined): Promise<void> {
  const before = await readRefusal(folder);
  if (words === before) return;
  await (words === undefined ? folder.remove(REFUSAL_PATH) : folder.write(REFUSAL_PATH, words));
}

/** The hashes of the partial tiles of a tree of that size, the lowest level first. */
export async function readPartialTiles(folder: TreeFolder, size: number): Promise<Hash[][]> {
  const partials: Hash[][] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level++) {
    const width = partialWidth(level, size);
    const index = Math.floor(size / TILE_WIDTH ** (level + 1));
    partials.push(width === 0 ? [] : (await readTile(folder, { level, index, width })).slice(0, width));
  }
  return partials;
}

/** The tile, or the full one where the partial one is gone. Empty if neither is there. */
export async function readTile(
  folder: TreeFolder,
  { level, index, width }: { readonly level: number; readonly index: number; readonly width: number },
): Promise<Hash[]> {
  const tile = (await folder.read(tilePath(level, index, width))) ?? (await folder.read(tilePath(level, index)));
  return tile ? splitTile(tile) : [];
}

/** Reads the hashes of subtrees of a tree of that size. */
export const subtreesIn = (folder: TreeFolder, size: number): ReadSubtree =>
  subtreesOf(size, (level, index, width) => readTile(folder, { level, index, width }));

/** The entries of a bundle in a tree of that size; empty if it is not there. */
export async function readBundle(folder: TreeFolder, index: number, size: number): Promise<string[]> {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
  const bundle =
    (await folder.read(tilePath('entries', index, width))) ?? (await folder.read(tilePath('entries', index)));
  return bundle ? splitBundle(bundle).slice(0, width) : [];
}

export const writeTile = (folder: TreeFolder, { level, index, hashes }: Tile): Promise<void> =>
  folder.write(tilePath(level, index, hashes.length), joinTile(hashes));

export const writeBundle = (folder: TreeFolder, index: number, entries: readonly string[]): Promise<void> =>
  folder.write(tilePath('entries', index, entries.length), joinBundle(entries));
