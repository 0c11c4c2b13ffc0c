import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EvidenceExport, EvidenceExports } from '@throughline/contracts';
import { evidenceDecider, type EvidenceEvent } from '@throughline/domain';
import { readEvents } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { actOnAccount } from '../../apps/api/src/testing/act-on-account.js';
import { submitOrder } from '../../apps/api/src/testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../../apps/api/src/testing/api-under-test.js';
import { get, post } from '../../apps/api/src/testing/call.js';
import { until, withinFiveSeconds } from '../../apps/api/src/testing/until.js';
import { EvidencePrinter } from '../../apps/worker/src/file/export-evidence/evidence-printer.js';
import { ExportEvidence } from '../../apps/worker/src/file/export-evidence/export-evidence.job.js';
import { RemoveEvidence, removeEvidence } from '../../apps/worker/src/file/remove-evidence/remove-evidence.job.js';
import { JobDelayed } from '../../apps/worker/src/queue/job.js';
import { sign, TREE, unpack, verifyIn } from './evidence.testing.js';

const api = await startApi();
const folder = await mkdtemp(join(tmpdir(), 'evidence-page-'));
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const { config, store, files, database } = api.engines;
const { pool, db } = database;
const treeConfig = { ...TREE, tlogUrl: config.tlogUrl };
let id: string;
/** The time of the worker. */
let now = new Date('2026-12-01T04:30:00Z');

const builtThread = (name: string) => pathToFileURL(resolve('dist/apps/worker/src/file/export-evidence', name));
/** A report that is never done. */
const STUCK = new EvidencePrinter(new URL('data:text/javascript,setInterval(() => undefined, 1_000)'));
const PRINTER = new EvidencePrinter(builtThread('print-evidence.thread.js'));

const exporting = ({
  tree = {},
  printer = PRINTER,
}: { readonly tree?: object; readonly printer?: EvidencePrinter } = {}) =>
  new ExportEvidence(store, files, { ...treeConfig, ...tree }, { db }, () => now, printer);
const removing = () => new RemoveEvidence(store, files, () => now);

const projected = async () => waitUntilProjected(db, await store.head());
const path = () => `/referrals/referral/${id}/evidence`;
const WITH = { hasPersonalData: true, reason: 'For the court' };

async function ask(body: object = WITH, as: Name = 'ops', key: string = randomUUID()) {
  const answer = await post<{ exportId: string; isNew: boolean }>(api, path(), body, { as, key });
  expect(answer.status).toBe(201);
  await projected();
  return answer.body.data;
}
async function exportsNow(as: Name = 'ops'): Promise<readonly EvidenceExport[]> {
  await projected();
  return (await get<EvidenceExports>(api, path(), { as })).body.data.exports;
}
const run = (exportId: string) => exporting().process({ referralId: id, exportId });
const eventsOf = () => readEvents<EvidenceEvent>(store, `${evidenceDecider.category}-${id}`, {});
const typesOf = async (exportId: string) =>
  (await eventsOf()).filter((event) => event.data.exportId === exportId).map(({ type }) => type);

/** Names of all files in the store, whole and partial. */
async function stored(): Promise<readonly string[]> {
  const entries = await readdir(fileURLToPath(config.filesUrl), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('unconfirmed')).map(({ name }) => name);
}
const unconfirmed = () => files.unconfirmed(new Date(Date.now() + 60_000), 100);

async function download(exportId: string, as: Name = 'ops'): Promise<Response> {
  const { body } = await get<string>(api, `${path()}/${exportId}`, { as });
  return fetch(`${api.origin}${body.data}`);
}

async function viewingsOf(): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(
    `select user_id, referral_ids, row_ids, outcome from access_log where screen = 'Evidence' order by id`,
  );
  return rows;
}
const changeGroups = (groups: readonly string[]) => actOnAccount(api, 'ops', 'groups', { groups });

beforeEach(() => pool.query('delete from rate_limit'));

beforeAll(async () => {
  const { body, headers } = await submitOrder(api, undefined, { as: 'referrer' });
  id = body.data;
  await waitUntilProjected(db, Number(headers.get('x-throughline-position')));
  await get(api, `/referrals/referral/${id}`, { as: 'staff' });
  await sign(api);
});

describe('The evidence of a referral', () => {
  let exportId: string;

  it('is exported by the worker, and verifies when it is downloaded', async () => {
    ({ exportId } = await ask());
    expect(await exportsNow()).toMatchObject([{ exportId, status: 'running', requestedBy: 'Fay Ito' }]);
    await sign(api);
    await run(exportId);
    const [exported] = await exportsNow('admin');
    expect(exported).toMatchObject({
      status: 'exported',
      hasPersonalData: true,
      hasChangedSince: false,
      count: { unsignedEvents: 0, unsignedViewings: 0 },
      expiresAt: '2026-12-02T04:30:00.000Z',
    });
    const answer = await download(exportId);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining(`filename="evidence-${id}-2026-11-30.zip"`),
      'content-length': String(exported?.size),
    });
    const unpacked = unpack(new Uint8Array(await answer.arrayBuffer()), id);
    expect(await verifyIn(folder, unpacked)).toEqual({ code: 0, said: expect.stringContaining(`Evidence of ${id}`) });
    expect(String(unpacked['events.jsonl'])).toContain('For the court');
    expect(await unconfirmed()).toEqual([]);
  });
  it('tells a person who asks while one runs which one it is, and begins no other', async () => {
    const first = await ask();
    expect(first.isNew).toBe(true);
    const viewings = await viewingsOf();
    const [second, third] = await Promise.all([
      ask({ hasPersonalData: false, reason: 'For the plan' }, 'admin'),
      ask({ hasPersonalData: true, reason: 'For the plan' }, 'ops'),
    ]);
    expect([second, third]).toEqual(Array(2).fill({ exportId: first.exportId, isNew: false }));
    expect(await viewingsOf()).toEqual(viewings);
    expect(await typesOf(first.exportId)).toEqual(['EvidenceRequested']);
    await run(first.exportId);
  });

  it('is begun once by two who ask at the same time, and by a request that is repeated', async () => {
    const asked = await Promise.all([ask(WITH, 'ops'), ask(WITH, 'admin')]);
    expect(asked.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(new Set(asked.map((one) => one.exportId)).size).toBe(1);
    await run(asked[0].exportId);
    const key = randomUUID();
    expect(await ask(WITH, 'ops', key)).toEqual({ exportId: key, isNew: true });
    expect(await ask(WITH, 'ops', key)).toEqual({ exportId: key, isNew: true });
    await run(key);
    expect(await ask(WITH, 'ops', key)).toEqual({ exportId: key, isNew: true });
    expect(await typesOf(key)).toEqual(['EvidenceRequested', 'EvidenceExported']);
  });

  it('is in the access log with the person when it is begun, and each time that it is downloaded', async () => {
    const before = (await viewingsOf()).length;
    const { exportId: begun } = await ask(WITH, 'ops');
    await run(begun);
    for (let times = 0; times < 2; times++) expect((await download(begun, 'admin')).status).toBe(200);
    const shown = { referral_ids: [id], row_ids: [begun], outcome: 'downloaded' };
    expect((await viewingsOf()).slice(before)).toEqual([
      { ...shown, user_id: PEOPLE.ops.userId },
      { ...shown, user_id: PEOPLE.admin.userId },
      { ...shown, user_id: PEOPLE.admin.userId },
    ]);
  });

  it('without personal data has no name, also not of who exported it', async () => {
    const { exportId: bare } = await ask({ hasPersonalData: false, reason: 'For the plan' });
    await run(bare);
    const unpacked = unpack(new Uint8Array(await (await download(bare)).arrayBuffer()), id);
    const { code, said } = await verifyIn(folder, unpacked);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('without personal data') });
    expect(said).toContain(`by an auditor of the portal (export ${bare})`);
    const everything = Object.values(unpacked).join('\n');
    for (const text of ['people.example', 'For the plan', PEOPLE.ops.userId]) expect(everything).not.toContain(text);
  });

  it('has the events of earlier exports, and not their ZIPs', async () => {
    await sign(api);
    const { exportId: later } = await ask();
    await run(later);
    const unpacked = unpack(new Uint8Array(await (await download(later)).arrayBuffer()), id);
    expect(String(unpacked['events.jsonl'])).toContain('"EvidenceExported"');
    expect(Object.keys(unpacked).filter((path) => path.startsWith('files/'))).toEqual([]);
    expect(await verifyIn(folder, unpacked)).toEqual({ code: 0, said: expect.stringContaining('0 of 0 files') });
  });

  it('says that the referral has changed since, by events other than of exports', async () => {
    const { exportId: older } = await ask();
    await sign(api);
    await run(older);
    const isChanged = async () => (await exportsNow()).find((one) => one.exportId === older)?.hasChangedSince;
    expect(await isChanged()).toBe(false);
    await run((await ask()).exportId);
    expect(await isChanged()).toBe(false);
    await post(api, '/notes/create', { referralId: id, noteText: 'Call.' }, { as: 'staff' });
    expect(await isChanged()).toBe(true);
  });

  it('is refused to everybody who may not audit, also by a link that was made before', async () => {
    const { exportId: own } = await ask();
    await run(own);
    const { body } = await get<string>(api, `${path()}/${own}`, { as: 'ops' });
    for (const as of ['referrer', 'staff', 'stranger'] as const) {
      expect((await get(api, `${path()}/${own}`, { as })).status).toBe(403);
      expect((await get(api, path(), { as })).status).toBe(403);
      expect((await post(api, path(), WITH, { as })).status).toBe(403);
      expect((await post(api, `${path()}/${own}/cancel`, {}, { as })).status).toBe(403);
    }
    await changeGroups([]);
    const statusIs = (status: number) =>
      withinFiveSeconds(api, async () => (await fetch(`${api.origin}${body.data}`)).status === status);
    await statusIs(404);
    await changeGroups(['Ops']);
    await statusIs(200);
    expect(await get(api, `/referrals/referral/${id}/evidence/${randomUUID()}`, { as: 'ops' })).toMatchObject({
      status: 404,
    });
  });

  it('whose stored bytes were altered is not sent', async () => {
    const { exportId: altered } = await ask();
    await run(altered);
    const event = (await eventsOf()).find((one) => one.type === 'EvidenceExported' && one.data.exportId === altered);
    const { storageName } = (event as Extract<EvidenceEvent, { type: 'EvidenceExported' }>).data;
    const file = join(fileURLToPath(config.filesUrl), storageName.slice(0, 2), storageName);
    await writeFile(file, 'forged');
    expect(await get(api, `${path()}/${altered}`, { as: 'ops' })).toMatchObject({
      status: 409,
      body: { code: 'file/not-as-stored' },
    });
    await rm(file);
    expect((await get(api, `${path()}/${altered}`, { as: 'ops' })).status).toBe(409);
  });

  describe('when it is canceled', () => {
    it('before it runs, is not made', async () => {
      const { exportId: early } = await ask();
      const before = await stored();
      expect((await post(api, `${path()}/${early}/cancel`, {}, { as: 'admin' })).status).toBe(200);
      await run(early);
      expect(await typesOf(early)).toEqual(['EvidenceRequested', 'EvidenceExportCanceled']);
      expect(await stored()).toEqual(before);
    });

    it('while it runs, stops and leaves no half file; and a second cancel says by whom it was', async () => {
      const { exportId: late } = await ask();
      const before = await stored();
      const isWriting = async () => (await stored()).length > before.length;
      const running = exporting({ printer: STUCK }).process({ referralId: id, exportId: late }, 10);
      await until(isWriting);
      await post(api, `${path()}/${late}/cancel`, {}, { as: 'ops' });
      await running;
      expect(await typesOf(late)).toEqual(['EvidenceRequested', 'EvidenceExportCanceled']);
      expect(await stored()).toEqual(before);
      expect(await unconfirmed()).toEqual([]);
      const again = await post(api, `${path()}/${late}/cancel`, {}, { as: 'admin' });
      expect(again).toMatchObject({ status: 409, body: { code: 'evidence/not-running' } });
      expect((again.body as { message?: string }).message).toMatch(/^Fay Ito canceled this export on /);
      expect((await exportsNow())[0]).toMatchObject({ exportId: late, status: 'canceled' });
    });
  });

  it('reports its progress, in entries', async () => {
    const { exportId: watched } = await ask();
    const running = exporting({ printer: STUCK }).process({ referralId: id, exportId: watched }, 10);
    const progress = async () => (await exportsNow())[0]!;
    await until(async () => (await progress()).written > 0);
    const { written, all, status } = await progress();
    expect({ status, isPart: written < all }).toEqual({ status: 'running', isPart: true });
    await post(api, `${path()}/${watched}/cancel`, {}, { as: 'ops' });
    await running;
  });

  it('is gone after a day, and can be exported again', async () => {
    const { exportId: old } = await ask();
    now = new Date('2026-12-03T10:00:00Z');
    await run(old);
    const remove = () => removing().process({ referralId: id, exportId: old });
    const found = async () =>
      (await removeEvidence.findMissing({ db, now, config: {}, limit: 100, after: null })).jobs.filter(
        ({ data }) => data.exportId === old,
      );
    await projected();
    expect(await found()).toEqual([]);
    now = new Date('2026-12-04T09:30:00Z');
    expect(await found()).toEqual([
      { data: { referralId: id, exportId: old }, at: Date.parse('2026-12-04T10:00:00Z') },
    ]);
    await expect(remove()).rejects.toThrow(JobDelayed);
    expect((await download(old)).status).toBe(200);
    const before = await stored();
    now = new Date('2026-12-04T10:00:00Z');
    const { body } = await get<string>(api, `${path()}/${old}`, { as: 'ops' });
    await remove();
    expect((await stored()).length).toBe(before.length - 1);
    expect((await fetch(`${api.origin}${body.data}`)).status).toBe(404);
    expect((await get(api, `${path()}/${old}`, { as: 'ops' })).status).toBe(404);
    expect((await exportsNow())[0]).toMatchObject({ exportId: old, status: 'removed' });
    expect(await found()).toEqual([]);
    await remove();
    expect(await typesOf(old)).toEqual(['EvidenceRequested', 'EvidenceExported', 'EvidenceRemoved']);
    expect((await ask()).isNew).toBe(true);
    await run((await exportsNow())[0]!.exportId);
  });

  it('waits for the first signature, and fails in words where nothing is signed or something was altered', async () => {
    const { exportId: waiting } = await ask();
    const tlogUrl = pathToFileURL(join(folder, 'nothing-signed')).href;
    const process = (tree: object) => exporting({ tree }).process({ referralId: id, exportId: waiting });
    await expect(process({ tlogUrl })).rejects.toThrow(JobDelayed);
    expect(await typesOf(waiting)).toEqual(['EvidenceRequested']);
    await process({ tlogKey: undefined });
    expect((await exportsNow())[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('TLOG_KEY') });

    const { exportId: altered } = await ask();
    const event = `where stream = 'referral-${id}' and revision = 0`;
    await pool.query(`update event_store.event set recorded_at = recorded_at + interval '1 day' ${event}`);
    const before = await stored();
    await run(altered);
    await pool.query(`update event_store.event set recorded_at = recorded_at - interval '1 day' ${event}`);
    expect((await exportsNow())[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^Event 0 of referral-\d+ at position \d+ is not as it was signed\./),
    });
    expect(await stored()).toEqual(before);
  });

  it('that several workers did not survive has failed, in words', async () => {
    const { exportId: poison } = await ask();
    await exporting().giveUp({ referralId: id, exportId: poison });
    expect((await exportsNow())[0]).toMatchObject({ exportId: poison, status: 'failed', reason: expect.any(String) });
    await run(poison);
    expect(await typesOf(poison)).toEqual(['EvidenceRequested', 'EvidenceExportFailed']);
  });

  it('is made once, also by two workers at the same time', async () => {
    const { exportId: twice } = await ask();
    const before = await stored();
    await Promise.all([run(twice), run(twice)]);
    expect(await typesOf(twice)).toEqual(['EvidenceRequested', 'EvidenceExported']);
    expect((await stored()).length).toBe(before.length + 1);
    expect(await unconfirmed()).toEqual([]);
  });
});
