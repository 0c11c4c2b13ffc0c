import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkpointKeys } from './checkpoint.js';
import { EntryProver, NotProven, type SoughtEntry, verifyEntryProof } from './entry-proof.js';
import { entryOf } from './log-entry.js';
import { LogTree } from './log-tree.js';
import { FolderInMemory, SIGNER, storedEvents } from './log-tree.testing.js';
import { InvalidNote, NoteSigner } from './signed-note.js';

const KEYS = checkpointKeys([SIGNER.vkey]);
const NOW = new Date('2026-03-03T09:00:00Z');

const SIZE = 1_000;
const events = storedEvents(SIZE);

const proveEntry = async (folder: FolderInMemory, sought: SoughtEntry) =>
  (await EntryProver.open(folder)).prove(sought);

async function signed(count: number): Promise<FolderInMemory> {
  const folder = new FolderInMemory();
  const tree = await LogTree.open(folder, SIGNER);
  for (const event of events.slice(0, count)) tree.add(entryOf(event));
  await tree.sign(NOW);
  return folder;
}

describe('The proof of one entry', () => {
  let folder: FolderInMemory;
  beforeAll(async () => {
    folder = await signed(SIZE);
  });

  it.each([0, 1, 255, 256, 511, 767, 768, 998, 999])('is verified with the key alone: entry %s', async (index) => {
    const { position, storedId, stream, revision } = events[index]!;
    const { proof, text } = await proveEntry(folder, { position });
    expect(text).toBe(entryOf(events[index]!));
    expect(verifyEntryProof(proof, KEYS)).toEqual({
      entry: expect.objectContaining({ position, storedId, stream, revision }),
      text,
      index,
      checkpoint: expect.objectContaining({ size: SIZE, at: NOW }),
    });
    expect((await proveEntry(folder, { storedId })).proof).toBe(proof);
  });

  it('is the same in whatever order several are asked for, and after more was signed', async () => {
    const grown = await signed(SIZE);
    const prover = await EntryProver.open(grown);
    const tree = await LogTree.open(grown, SIGNER);
    for (const event of storedEvents(SIZE + 300).slice(SIZE)) tree.add(entryOf(event));
    await tree.sign(NOW);
    for (const index of [300, 301, 255, 999, 511, 512, 0, 998]) {
      const { position } = events[index]!;
      expect(await prover.prove({ position })).toEqual(await proveEntry(folder, { position }));
    }
    expect(await prover.lastPosition()).toBe(events.at(-1)!.position);
  });

  it.each([1, 2, 3, 256, 257])('is there in a tree of %s entries', async (size) => {
    const small = await signed(size);
    for (const index of [0, size - 1]) {
      const { proof } = await proveEntry(small, { position: events[index]!.position });
      expect(verifyEntryProof(proof, KEYS).index).toBe(index);
    }
  });

  it('has the form of C2SP tlog-proof, and at most 2 kB also in a tree of ten million', async () => {
    const { proof } = await proveEntry(folder, { position: events[300]!.position });
    const note = folder.files.get('checkpoint')!.toString();
    expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra [^\n]+\nindex 300\n(?:[A-Za-z0-9+/]{43}=\n){10}\n/);
    expect(proof.endsWith(`\n\n${note}`)).toBe(true);
    const deeper = Math.ceil(Math.log2(10_000_000)) - 10;
    expect(Buffer.byteLength(proof) + deeper * 45).toBeLessThan(2_000);
  });

  it('proves nothing when one letter is another one', async () => {
    const { proof } = await proveEntry(await signed(6), { position: events[3]!.position });
    expect(verifyEntryProof(proof, KEYS).index).toBe(3);
    for (let at = 0; at < proof.length; at++) {
      for (const letter of ['A', 'B', '1', '\n']) {
        if (proof[at] === letter) continue;
        const changed = `${proof.slice(0, at)}${letter}${proof.slice(at + 1)}`;
        expect(() => verifyEntryProof(changed, KEYS)).toThrow();
      }
    }
  });

  it.each([
    ['of another key', InvalidNote, (proof: string) => proof, [new NoteSigner(SIGNER.name, Buffer.alloc(32, 9)).vkey]],
    ['at another place', NotProven, (proof: string) => proof.replace('index 3', 'index 4'), [SIGNER.vkey]],
    ['beyond the end', NotProven, (proof: string) => proof.replace('index 3', 'index 6'), [SIGNER.vkey]],
    ['without its entry', NotProven, (proof: string) => proof.replace(/extra .*\n/, ''), [SIGNER.vkey]],
    [
      'that is a checkpoint alone',
      InvalidNote,
      (proof: string) => proof.split('\n\n').slice(1).join('\n\n'),
      [SIGNER.vkey],
    ],
  ] as const)('proves nothing %s', async (_, error, change, vkeys) => {
    const { proof } = await proveEntry(await signed(6), { position: events[3]!.position });
    expect(() => verifyEntryProof(change(proof), checkpointKeys(vkeys))).toThrow(error);
  });

  it('is not made of what is not signed, nor of a tree that was changed', async () => {
    const position = events[10]!.position;
    await expect(proveEntry(new FolderInMemory(), { position })).rejects.toThrow('Nothing is signed yet.');
    await expect(proveEntry(folder, { position: position + 1 })).rejects.toThrow(
      `No entry of position ${position + 1} is signed: there is none, or not yet.`,
    );
    await expect(proveEntry(folder, { storedId: 'none' })).rejects.toThrow('No entry with the id none is signed');
    const changed = await signed(20);
    for (const path of ['tile/0/000.p/20', 'tile/entries/000.p/20']) {
      const file = changed.files.get(path)!;
      // A byte of the hash beside the proven entry, and a byte of the entry itself.
      const byte = path === 'tile/0/000.p/20' ? 11 * 32 : file.indexOf(events[10]!.storedId);
      changed.files.set(path, Buffer.from(file).fill('x', byte, byte + 1));
      await expect(proveEntry(changed, { position })).rejects.toThrow(NotProven);
      changed.files.set(path, file);
    }
  });
});
