import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { POSITION_HEADER, type FileEntry } from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';
import { until } from '../testing/until.js';
import { dispositionOf } from '../referral-access/file-links.js';

const api = await startApi();
afterAll(() => api.close());

const as = { as: 'referrer' } as const;
const PDF = Buffer.from('%PDF-1.7 of the specs');

/** Stores the submission PDF like the worker after a submission. */
async function keepPdf(referralId: string): Promise<number> {
  const at = new Date().toISOString();
  const stored = await api.engines.files.put(PDF);
  const { position } = await handleCommand(api.engines.store, {
    decider: fileDecider,
    id: referralId,
    command: {
      type: 'RecordSubmissionPdf',
      data: { referralId, fileName: `Referral ${referralId}.pdf`, generatedAt: at, ...stored },
    },
    context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: randomUUID(), causationId: null },
  });
  return position ?? 0;
}

describe('The files of a referral', () => {
  it('include its PDF once it is generated, as a link that needs no token', async () => {
    const { body, headers } = await submitOrder(api, anOrder(), as);
    const path = `/pdf/referral/${body.data}`;
    const before = await get(api, `${path}/generate?minPosition=${headers.get(POSITION_HEADER)}`, as);
    expect(before.body.data).toEqual({ ready: false });

    const position = await keepPdf(body.data);
    expect((await get(api, `${path}/generate?minPosition=${position}`, as)).body.data).toEqual({ ready: true });
    const files = await get<FileEntry[]>(api, `${path}/files`, as);
    expect(files.body.data).toMatchObject([{ id: [1], size: PDF.length }]);
    expect(JSON.stringify(files.body)).not.toContain('storage');

    const link = await get<string>(api, `${path}/file/1`, as);
    const file = await fetch(api.origin + link.body.data);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': dispositionOf(body.data, `Referral ${body.data}.pdf`),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    for (const unknown of ['2', '7'.repeat(60), '7'.repeat(5_000)]) {
      expect((await get(api, `${path}/file/${unknown}`, as)).body.code).toBe('file/not-found');
    }
    expect((await get(api, `${path}/file/1`, { as: 'stranger' })).status).toBe(404);
  });

  it('are no longer served by the link of a person from whom they were taken', async () => {
    const { body } = await submitOrder(api, anOrder(), as);
    await waitUntilProjected(api.engines.database.db, await keepPdf(body.data));
    const linkFor = async (name: Name) =>
      (await get<string>(api, `/pdf/referral/${body.data}/file/1`, { as: name })).body.data;
    const [left, deactivated, ours] = [await linkFor('colleague'), await linkFor('staff2'), await linkFor('referrer')];
    expect((await fetch(api.origin + left)).status).toBe(200);
    await actOnAccount(api, 'colleague', 'company', { companyId: 26 });
    await actOnAccount(api, 'staff2', 'deactivate');
    for (const link of [left, deactivated]) await until(async () => (await fetch(api.origin + link)).status === 404);
    expect((await fetch(api.origin + ours)).status).toBe(200);
  });

  it.each(['a byte was changed', 'it is gone'])('are not served if %s in the store', async (how) => {
    const { body } = await submitOrder(api, anOrder(), as);
    await waitUntilProjected(api.engines.database.db, await keepPdf(body.data));
    const path = `/pdf/referral/${body.data}/file/1`;
    const link = (await get<string>(api, path, as)).body.data;
    const { storage_name: name } = await api.engines.database.db
      .selectFrom('referral_file')
      .where('referral_id', '=', body.data)
      .select('storage_name')
      .executeTakeFirstOrThrow();
    const place = join(fileURLToPath(api.engines.config.filesUrl), name.slice(0, 2), name);
    await (how === 'it is gone' ? rm(place) : writeFile(place, PDF.toString().replace('specs', 'speck')));
    const refusal = { status: 409, body: { code: 'file/not-as-stored' } };
    expect(await get(api, path, as)).toMatchObject(refusal);
    expect(await get(api, link.replace('/api', ''))).toMatchObject(refusal);
    await writeFile(place, PDF);
    expect((await fetch(api.origin + link)).status).toBe(200);
  });

  it('are not served for a link that the API did not issue', async () => {
    expect((await get(api, '/files/abc.def')).body).toMatchObject({ success: false, code: 'file/link-expired' });
  });
});
