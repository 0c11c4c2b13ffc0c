import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogProof, LogProofs } from '@throughline/contracts';
import {
  eventLog,
  LogTree,
  openTreeFolder,
  type ProvableLog,
  type RecordPlace,
  treeSigner,
  writeRefusal,
} from '@throughline/event-store';
import { viewingLog } from '@throughline/read-models';
import { startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const ops = { as: 'ops' } as const;
const folder = openTreeFolder(api.engines.config.tlogUrl);
const NOW = new Date('2026-03-03T09:00:00Z');

const accessFolder = openTreeFolder(api.engines.config.tlogUrl, 'access-log');

async function signAll(of: 'events' | 'viewings' = 'events'): Promise<LogTree> {
  const [tree, entries] =
    of === 'events'
      ? [await open(folder), entriesOf(eventLog(api.engines.store))]
      : [await open(accessFolder), entriesOf(viewingLog(api.engines.database.db))];
  for await (const entry of entries) tree.add(entry);
  await tree.sign(NOW);
  return tree;
}
const open = async (of: typeof folder) =>
  LogTree.open(of, await treeSigner(of, '5'.repeat(64), 'https://portal.example'));
async function* entriesOf<Stored extends RecordPlace>(log: ProvableLog<Stored>) {
  for await (const stored of log.readStored({ after: 0 })) yield log.entryOf(stored);
}
const file = (path: string) =>
  fetch(`${api.origin}/api/tlog/${path}`, { headers: { authorization: `Bearer ${api.tokens.ops}` } });
const states = async () => (await get<LogProofs>(api, '/tlog', ops)).body.data;
const state = async (): Promise<LogProof> => (await states()).events;

describe('Read models that are not as the log makes them', () => {
  it('are named once the worker has found them', async () => {
    expect((await states()).readModels).toBeNull();
    const row = { model: 'referral-list', table: 'referral_list_v6', entity: '7', key: '7' };
    const found = [{ ...row, kind: 'row', columns: ['company'] }];
    await folder.write('read-models', JSON.stringify({ position: 0, found, since: NOW.toISOString() }));
    expect((await states()).readModels).toEqual({
      since: NOW.toISOString(),
      words: 'Not as the log makes them: 1 row of referral-list.',
    });
    await folder.remove('read-models');
  });
});

describe('The proof of the log', () => {
  it('is missing before a worker has signed, since the first event', async () => {
    expect(await state()).toEqual({
      checkpoint: null,
      refusal: null,
      witnesses: [],
      altered: null,
      // The database is a copy, and as old as the run of the specs.
      isLate: expect.any(Boolean),
      unsignedSince: expect.any(String),
    });
    expect((await file('checkpoint')).status).toBe(404);
  });

  describe('once it is signed', () => {
    let tree: LogTree;
    beforeAll(async () => {
      tree = await signAll();
    });

    it('says how far, and when', async () => {
      const { size, root } = tree.checkpoint!;
      const checkpoint = { origin: 'portal.example/log', size, signedAt: NOW.toISOString() };
      expect(await state()).toEqual({
        checkpoint: { ...checkpoint, root: Buffer.from(root, 'latin1').toString('base64') },
        unsignedSince: null,
        isLate: false,
        refusal: null,
        witnesses: [],
        altered: null,
      });
    });

    it('is served as other verifiers read it', async () => {
      const note = await file('checkpoint');
      expect(note.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await note.text()).toBe((await folder.read('checkpoint'))!.toString());
      const { size } = tree.checkpoint!;
      for (const path of [`tile/0/000.p/${size}`, `tile/entries/000.p/${size}`]) {
        const answer = await file(path);
        expect(answer.headers.get('content-type')).toBe('application/octet-stream');
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(await folder.read(path));
      }
    });

    it.each([
      'tile/0/001',
      'tile/0/..%2F..%2Fcheckpoint',
      'tile/0/../../pending',
      'tile/checkpoints/2026-03-03',
      'pending',
    ])('serves nothing else: %s', async (path) => expect((await file(path)).status).toBe(404));

    it('is kept of the viewings too, in a folder of their own', async () => {
      expect((await states()).accessLog).toMatchObject({ checkpoint: null, unsignedSince: null, isLate: false });
      expect((await file('access-log/checkpoint')).status).toBe(404);
      await api.engines.database.pool.query(
        `insert into access_log (role, referral_ids, screen, outcome, address_hash) values ('ops', '{7}', 'Referral', 'shown', '')`,
      );
      expect((await states()).accessLog).toMatchObject({ unsignedSince: expect.any(String), isLate: false });
      const { size } = (await signAll('viewings')).checkpoint!;
      expect((await states()).accessLog).toMatchObject({
        checkpoint: { origin: 'portal.example/access-log', size, signedAt: NOW.toISOString() },
        unsignedSince: null,
      });
      expect(await (await file('access-log/checkpoint')).text()).toMatch(/^portal\.example\/access-log\n/);
      const path = `tile/entries/000.p/${size}`;
      expect(Buffer.from(await (await file(`access-log/${path}`)).arrayBuffer())).toEqual(
        await accessFolder.read(path),
      );
      expect((await file('access-log/pending')).status).toBe(404);
    });

    it('is late when events stay without a checkpoint for more than five minutes, and says why', async () => {
      await api.engines.store.append('jar-1', 'no-stream', [
        { type: 'CookieEaten', data: {}, metadata: await lastMetadata() },
      ]);
      const { unsignedSince, isLate } = await state();
      expect({ isLate, since: unsignedSince !== null }).toEqual({ isLate: false, since: true });
      await api.engines.database.pool.query(
        `update event_store.event set recorded_at = now() - interval '6 minutes' where stream = 'jar-1'`,
      );
      await writeRefusal(folder, 'The log does not have event 1.');
      expect(await state()).toMatchObject({ isLate: true, refusal: 'The log does not have event 1.' });
    });
  });

  async function lastMetadata() {
    for await (const { metadata } of api.engines.store.readAll({ after: 0 }))
      return { ...metadata, eventId: '00000000-0000-4000-8000-000000000001' };
    throw new Error('The log is empty');
  }
});
