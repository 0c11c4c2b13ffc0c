import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '../event-store.js';
import { checkpointKeys } from './checkpoint.js';
import { LogTree } from './log-tree.js';
import { FolderInMemory, logOf, SIGNER, storedEvents } from './log-tree.testing.js';
import { readAltered, sampleLog } from './sample-log.js';

const NOW = new Date('2026-03-03T09:00:00Z');
const LATER = new Date('2026-03-03T09:01:00Z');
const keys = checkpointKeys([SIGNER.vkey]);
const SIZE = 700;

/** A log and its tree; `grown`: events that came after the signature. */
async function signed(grown = 0) {
  const events = storedEvents(SIZE + grown);
  const folder = new FolderInMemory();
  const tree = await LogTree.open(folder, SIGNER);
  for (const event of events.slice(0, SIZE)) tree.add(logOf(events).entryOf(event));
  await tree.sign(NOW);
  return { events, folder };
}
/** Each bundle, as chance would have it. */
const CHANCES = [0, 0.34, 0.99];
const sample = (folder: FolderInMemory, events: readonly StoredEvent[], chance: number, now = NOW) =>
  sampleLog({ folder, log: logOf(events), keys }, { chance, now });

describe('A sample of a log', () => {
  it('is as it was signed, whichever part it is, also of a log that has grown', async () => {
    for (const { events, folder } of [await signed(), await signed(9)]) {
      for (const chance of CHANCES) expect(await sample(folder, events, chance)).toBeUndefined();
      expect(await readAltered(folder)).toBeUndefined();
    }
  });

  it('is none before the first checkpoint', async () => {
    expect(await sample(new FolderInMemory(), storedEvents(3), 0)).toBeUndefined();
  });

  const changed = (event: StoredEvent): StoredEvent => ({ ...event, data: { number: 'another' } });
  it.each<[how: string, alter: (events: StoredEvent[]) => StoredEvent[], chance: number, words: string]>([
    ['changed', (events) => events.with(300, changed(events[300]!)), 0.34, 'event 42 of jar-6 at position 910'],
    ['removed', (events) => events.toSpliced(5, 1), 0, 'event 0 of jar-5 at position 25'],
    ['cut', (events) => events.slice(0, 690), 0.99, 'event 98 of jar-4 at position 2080'],
    [
      'put in between',
      (events) => events.toSpliced(600, 0, { ...events[600]!, position: events[600]!.position - 1 }),
      0.99,
      'event 85 of jar-5 at position 1810',
    ],
  ])('that was %s is named, and looked at again until it is as it was', async (_, alter, chance, words) => {
    const { events, folder } = await signed();
    const altered = alter(events);
    const found = { words: `The log does not have ${words} as it was signed.`, since: NOW.toISOString() };
    expect(await sample(folder, altered, chance)).toMatchObject(found);
    for (const other of CHANCES) expect(await sample(folder, altered, other, LATER)).toMatchObject(found);
    expect(await readAltered(folder)).toMatchObject(found);
    expect(await sample(folder, events, 0, LATER)).toBeUndefined();
    expect(await readAltered(folder)).toBeUndefined();
  });

  it('of a tree whose entries, tiles or higher tiles were altered is found', async () => {
    const { events, folder } = await signed();
    for (const [path, chance, words] of [
      ['tile/entries/001', 0.34, 'Entries 256 to 511 of the tree are not as they were signed.'],
      ['tile/0/001', 0.34, 'Entries 256 to 511 of the tree are not as they were signed.'],
      ['tile/1/000.p/2', 0, 'Entries 0 to 255 of the tree do not have the root that was signed.'],
    ] as const) {
      const bytes = folder.files.get(path)!;
      folder.files.set(path, Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))));
      expect(await sample(folder, events, chance)).toMatchObject({ words });
      folder.files.set(path, bytes);
      expect(await sample(folder, events, chance)).toBeUndefined();
    }
  });
});
