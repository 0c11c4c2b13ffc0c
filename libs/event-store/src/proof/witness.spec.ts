import { describe, expect, it } from '@jest/globals';
import { checkpointKeys, checkpointText, openCheckpoint, signCheckpoint } from './checkpoint.js';
import { LogTree } from './log-tree.js';
import { Ended, FolderInMemory, SIGNER } from './log-tree.testing.js';
import { consistencyProof, type Hash, leafHash, nodeHash, rangeHash } from './merkle-tree.js';
import { NoteSigner, openNote, parseVerifier } from './signed-note.js';
import { addCheckpointRequest, askWitness, NotCosigned, readWitnesses, Witness } from './witness.js';

const NOW = new Date('2026-03-03T09:00:00Z');
const WITNESS = new NoteSigner('witness.example/w1', Buffer.alloc(32, 9));
const verifier = parseVerifier(WITNESS.cosignerVkey);
const keys = checkpointKeys([SIGNER.vkey]);

/** A witness that remembers what it is told, and what it was asked. */
function aWitness(folder = new FolderInMemory()) {
  const witness = new Witness({ signer: WITNESS, keys, folder, now: () => NOW });
  const requests: string[] = [];
  const send = async (request: string) => {
    requests.push(request);
    const { status, type = 'text/plain', body } = await witness.add(request);
    return { status, type, body };
  };
  return { witness, folder, requests, asked: { verifier, send } };
}

/** A tree of entries that begin so, signed. */
async function aTree(size: number, { entry = 'entry', folder = new FolderInMemory() } = {}): Promise<FolderInMemory> {
  const tree = await LogTree.open(folder, SIGNER);
  const from = tree.checkpoint?.size ?? 0;
  for (let index = from; index < size; index++)
    tree.add(JSON.stringify([index + 1, 'jar-1', index, 'Eaten', entry, index, 'data', 'metadata']));
  await tree.sign(NOW);
  return folder;
}

const state = async (folder: FolderInMemory) => (await readWitnesses(folder))[0];

describe('A witness', () => {
  it.each([
    [1, 2],
    [3, 300],
    [256, 257],
    [255, 70_000],
  ])('cosigns %i entries and then %i, which the log asks for with a proof', async (first, second) => {
    const { asked, requests } = aWitness();
    const folder = await aTree(first);
    for (const size of [first, second]) {
      await aTree(size, { folder });
      await askWitness(folder, asked, NOW);
      const { note, failure } = (await state(folder))!;
      expect(failure).toBeNull();
      expect(openCheckpoint(note!, keys)).toMatchObject({ size, at: NOW });
      expect(openNote(note!, [verifier]).signatures).toEqual([{ verifier, at: NOW }]);
    }
    expect(requests.map((request) => request.split('\n')[0])).toEqual(['old 0', `old ${first}`]);
    // What it has cosigned is not asked for again.
    await askWitness(folder, asked, NOW);
    expect(requests).toHaveLength(2);
  });

  it('tells its size to a log that has forgotten it, and to a witness of the same folder', async () => {
    const { asked, folder: remembered } = aWitness();
    const folder = await aTree(300);
    await askWitness(folder, asked, NOW);
    for (const path of folder.files.keys()) if (path.startsWith('witnesses/')) folder.files.delete(path);
    await aTree(400, { folder });
    const other = aWitness(remembered);
    await askWitness(folder, other.asked, NOW);
    expect(other.requests.map((request) => request.split('\n')[0])).toEqual(['old 0', 'old 300']);
    expect((await state(folder))!.failure).toBeNull();
  });

  it('cosigns no log that was cut, rewritten, or rewritten and grown, and the log keeps why and since when', async () => {
    const { asked, folder: remembered } = aWitness();
    const told = await aTree(300);
    await askWitness(told, asked, NOW);
    const kept = new Map(remembered.files);
    const later = new Date(NOW.getTime() + 60_000);
    for (const [folder, words] of [
      [await aTree(299), 'It has cosigned 300 entries, and the log has 299 now.'],
      [await aTree(300, { entry: 'other' }), 'It has cosigned 300 other entries than the log has now.'],
      [await aTree(301, { entry: 'other' }), 'It has cosigned 300 entries that the log does not begin with now.'],
    ] as const) {
      for (const at of [NOW, later]) {
        const failed = await askWitness(folder, asked, at).catch((error: unknown) => error);
        expect(failed).toEqual(new NotCosigned(words, true));
      }
      expect(await state(folder)).toEqual({
        name: WITNESS.name,
        note: null,
        failure: { since: NOW.toISOString(), words, isAlarm: true },
      });
    }
    expect(new Map(remembered.files)).toEqual(kept);
    // The log as it was goes on.
    await askWitness(await aTree(301, { folder: told }), asked, NOW);
    expect((await state(told))!.failure).toBeNull();
  });

  it('that does not answer, or answers with something else, has cosigned nothing', async () => {
    const folder = await aTree(3);
    const answer = (status: number, body: string, type = 'text/plain') => ({
      verifier,
      send: () => Promise.resolve({ status, type, body }),
    });
    const other = new NoteSigner('witness.example/w1', Buffer.alloc(32, 8)).cosign('text\n', NOW);
    for (const [asked, words] of [
      [answer(200, ''), 'Its answer is not a cosignature of its key.'],
      [answer(200, other), 'Its answer is not a cosignature of its key.'],
      [answer(500, 'oh\n'), 'It answers with 500: oh'],
      [answer(409, '1\n'), 'It answers with 409: 1'],
      [answer(409, '3\n', 'text/x.tlog.size; charset=utf-8'), 'It has cosigned 3 other entries than the log has now.'],
      [{ verifier, send: () => Promise.reject(new Error('refused')) }, 'It cannot be asked: Error: refused'],
    ] as const) {
      await expect(askWitness(folder, asked, NOW)).rejects.toThrow(words);
      expect((await state(folder))!.note).toBeNull();
    }
  });

  it('refuses what is no request, an unknown log, a forged signature, and a proof of another tree', async () => {
    const { witness } = aWitness();
    const noteOf = async (size: number, signer = SIGNER) =>
      signCheckpoint(signer, { size, root: await rangeHash(0, size, subtree) }, NOW);
    const statusOf = async (...request: Parameters<typeof addCheckpointRequest>) =>
      (await witness.add(addCheckpointRequest(...request))).status;

    expect(await witness.add('')).toMatchObject({ status: 400 });
    expect(await statusOf(0, [], checkpointText({ origin: SIGNER.name, size: 1, root: leafHash('0') }))).toBe(400);
    expect(await statusOf(0, [], await noteOf(3, new NoteSigner('other/log', Buffer.alloc(32, 5))))).toBe(404);
    expect(await statusOf(0, [], await noteOf(3, new NoteSigner(SIGNER.name, Buffer.alloc(32, 6))))).toBe(403);
    expect(await statusOf(4, [], await noteOf(3))).toBe(400);
    expect(await statusOf(0, [], await noteOf(3))).toBe(200);
    expect(await witness.add(addCheckpointRequest(2, [], await noteOf(9)))).toMatchObject({ status: 409, body: '3\n' });
    expect(await statusOf(3, [], await noteOf(9))).toBe(422);
    expect(await statusOf(3, await consistencyProof(2, 9, subtree), await noteOf(9))).toBe(422);
    expect(await statusOf(3, await consistencyProof(3, 9, subtree), await noteOf(9))).toBe(200);
    expect(await statusOf(9, [], await noteOf(9))).toBe(200);
  });

  it('decides requests on one log one after another', async () => {
    const { witness } = aWitness();
    const notes = await Promise.all(['entry', 'other'].map(async (entry) => checkpointOf(await aTree(5, { entry }))));
    const answers = await Promise.all(notes.map((note) => witness.add(addCheckpointRequest(0, [], note))));
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });

  it('cosigns nothing that it could not write down', async () => {
    const folder = new FolderInMemory();
    const { witness } = aWitness(folder);
    const request = addCheckpointRequest(0, [], checkpointOf(await aTree(5)));
    folder.endAt(0, 'before');
    await expect(witness.add(request)).rejects.toThrow(Ended);
    folder.goOn();
    expect((await witness.add(request)).status).toBe(200);
  });
});

const checkpointOf = (folder: FolderInMemory): string => folder.files.get('checkpoint')!.toString();

/** The hash of a complete subtree over leaves that are their index. */
async function subtree(height: number, index: number): Promise<Hash> {
  if (height === 0) return leafHash(String(index));
  return nodeHash(await subtree(height - 1, index * 2), await subtree(height - 1, index * 2 + 1));
}
