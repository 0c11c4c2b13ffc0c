import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '../event-store.js';
import { checkpointKeys, openCheckpoint, signCheckpoint } from './checkpoint.js';
import { entryOf } from './log-entry.js';
import { LogTree, TreeAltered } from './log-tree.js';
import { Ended, type Fault, FolderInMemory, logOf, SIGNER, storedEvents } from './log-tree.testing.js';
import { leafHash } from './merkle-tree.js';
import { NoteSigner } from './signed-note.js';
import { TreeEdge } from './tile.js';
import { keptCheckpoints, openTreeFolder, type TreeFolder } from './tree-folder.js';

const KEYS = checkpointKeys([SIGNER.vkey]);
const NOW = new Date('2026-03-03T09:00:00Z');

/** What the worker does: goes on after the newest entry, and signs. */
async function extend(folder: TreeFolder, events: readonly StoredEvent[], now = NOW): Promise<LogTree> {
  const tree = await LogTree.open(folder, SIGNER);
  await tree.requireLog(logOf(events));
  for await (const event of logOf(events).readStored({ after: tree.position })) tree.add(entryOf(event));
  await tree.sign(now);
  return tree;
}

function rootOf(events: readonly StoredEvent[]) {
  const edge = TreeEdge.empty();
  for (const event of events) edge.append(leafHash(entryOf(event)));
  return edge.root();
}

async function kept(folder: TreeFolder) {
  const notes: string[] = [];
  for await (const day of keptCheckpoints(folder)) notes.push(...day.notes);
  return notes.map((note) => openCheckpoint(note, KEYS));
}

describe('The tree over the log', () => {
  it('grows with the log, and keeps and publishes a checkpoint of each size', async () => {
    const folder = new FolderInMemory();
    const events = storedEvents(700);
    const sizes = [1, 2, 255, 256, 257, 512, 700];
    for (const size of sizes) await extend(folder, events.slice(0, size));
    expect((await kept(folder)).map(({ size }) => size)).toEqual(sizes);
    for (const { size, root } of await kept(folder)) expect(root).toEqual(rootOf(events.slice(0, size)));
    const newest = openCheckpoint(folder.files.get('checkpoint')!.toString(), KEYS);
    expect(newest).toEqual({ origin: SIGNER.name, size: 700, root: rootOf(events), at: NOW });
    // A tile that is full by now has no partial one beside it.
    expect(
      [...folder.files.keys()].filter((path) => /\/00[01]\.p\//.test(path) && /0|entries/.test(path.split('/')[1]!)),
    ).toEqual([]);
  });

  it('signs nothing when there is nothing new', async () => {
    const folder = new FolderInMemory();
    await extend(folder, []);
    expect(folder.writes).toBe(0);
    const events = storedEvents(3);
    await extend(folder, events);
    const { writes } = folder;
    await extend(folder, events);
    expect(folder.writes).toBe(writes);
  });

  const faults: readonly Fault[] = ['before', 'half', 'after'];
  it.each(faults)(
    'goes on when a process ended %s one of its writes, and never signs two roots for one size',
    async (kind) => {
      const events = storedEvents(600);
      let ends = 0;
      for (let at = 0; ; at++) {
        const folder = new FolderInMemory();
        await extend(folder, events.slice(0, 250));
        folder.endAt(at, kind);
        const ended = await extend(folder, events.slice(0, 520)).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Ended)) throw error;
            return true;
          },
        );
        if (!ended) break;
        ends++;
        folder.goOn();
        // The log has grown meanwhile, and the clock has gone on.
        await extend(folder, events, new Date(NOW.getTime() + 60_000));
        const checkpoints = await kept(folder);
        for (const { size, root } of checkpoints) expect(root).toEqual(rootOf(events.slice(0, size)));
        expect(checkpoints.at(-1)).toMatchObject({ size: 600 });
        const notesBySize = new Map<number, Set<string>>();
        for (const note of folder.shown) {
          const { size } = openCheckpoint(note, KEYS);
          notesBySize.set(size, (notesBySize.get(size) ?? new Set()).add(note));
        }
        expect([...notesBySize.values()].every((notes) => notes.size === 1)).toBe(true);
        expect(folder.files.has('pending')).toBe(false);
      }
      // Bundles, tiles, what is pending, what is kept, the newest, and what is removed.
      expect(ends).toBeGreaterThan(10);
    },
  );

  it('signs what was pending, and no more, if an event was changed while no process ran', async () => {
    const events = storedEvents(30);
    for (const at of [3, 4, 5, 6]) {
      const folder = new FolderInMemory();
      await extend(folder, events.slice(0, 10));
      folder.endAt(at, 'before');
      await extend(folder, events.slice(0, 20)).catch(() => undefined);
      folder.goOn();
      const changed = events.map((event, index) =>
        index === 9 || index === 19 ? { ...event, data: 'changed' } : event,
      );
      await expect(extend(folder, changed)).rejects.toThrow(TreeAltered);
      for (const { size, root } of await kept(folder)) expect(root).toEqual(rootOf(events.slice(0, size)));
    }
  });

  it.each([
    ['cut', (events: StoredEvent[]) => events.slice(0, -1)],
    ['empty', () => []],
    ['another one', () => storedEvents(20)],
  ])('refuses a log that is %s', async (_, changed) => {
    const folder = new FolderInMemory();
    const events = storedEvents(20);
    await extend(folder, events);
    await expect(extend(folder, changed(events))).rejects.toThrow(
      'The log does not have event 2 of jar-5 at position 67 as it was signed.',
    );
  });

  it.each([
    ['a tile', 'tile/0/000.p/20', (content: Buffer) => content.fill(1, 0, 1)],
    ['the entries', 'tile/entries/000.p/20', () => Buffer.alloc(0)],
    [
      'the newest checkpoint',
      'checkpoints/2026-03-03',
      (content: Buffer) => Buffer.from(content.toString().replace('\n20\n', '\n21\n')),
    ],
    [
      'a checkpoint of another key',
      'checkpoints/2026-03-03',
      () =>
        Buffer.from(
          `${signCheckpoint(new NoteSigner(SIGNER.name, Buffer.alloc(32, 9)), { size: 20, root: leafHash('') }, NOW)}\n`,
        ),
    ],
  ])('refuses to go on from %s that was changed', async (_, path, change) => {
    const folder = new FolderInMemory();
    const events = storedEvents(20);
    await extend(folder, events);
    folder.files.set(path, change(Buffer.from(folder.files.get(path)!)));
    await expect(extend(folder, events)).rejects.toThrow(TreeAltered);
  });

  it('goes on with another key that knows the one before', async () => {
    const folder = new FolderInMemory();
    await extend(folder, storedEvents(20));
    const next = new NoteSigner(SIGNER.name, Buffer.alloc(32, 6));
    await expect(LogTree.open(folder, next)).rejects.toThrow(TreeAltered);
    expect((await LogTree.open(folder, next, { formerKeys: [SIGNER.vkey] })).checkpoint?.size).toBe(20);
  });

  it('keeps checkpoints in the order in which they were signed when the clock is set back by days', async () => {
    const folder = new FolderInMemory();
    const events = storedEvents(9);
    await extend(folder, events.slice(0, 3));
    await extend(folder, events.slice(0, 6), new Date('2026-02-01T00:00:00Z'));
    await extend(folder, events);
    expect((await kept(folder)).map(({ size }) => size)).toEqual([3, 6, 9]);
  });
});

describe('The folder of the tree', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'tree-'));
  });
  afterEach(() => rm(path, { recursive: true }));

  it('holds the files of C2SP tlog-tiles', async () => {
    const folder = openTreeFolder(pathToFileURL(join(path, 'made')).href);
    const events = storedEvents(300);
    await extend(folder, events.slice(0, 200));
    await extend(folder, events);
    const at = (name: string) => join(path, 'made', name);
    expect(await readFile(at('tile/0/000'))).toHaveLength(8_192);
    expect(await readFile(at('tile/0/001.p/44'))).toHaveLength(44 * 32);
    expect(await readFile(at('tile/1/000.p/1'))).toHaveLength(32);
    expect(openCheckpoint(await readFile(at('checkpoint'), 'utf8'), KEYS).root).toEqual(rootOf(events));
    expect(await folder.list('tile/0')).toEqual(['000', '001.p']);
    expect(await folder.list('none')).toEqual([]);
    expect(await folder.read('none')).toBeUndefined();
  });
});
