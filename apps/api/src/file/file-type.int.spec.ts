import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type FileEntry, POSITION_HEADER, type ReferralDetail } from '@throughline/contracts';
import { type Name } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { api, executeCommand, keepingNothing, submit, upload, uploadsOf } from './upload-file.testing.js';

describe('The type of a file', () => {
  const change = (id: string, as: Name, fileType: string, previousType: string, fileId = 1) =>
    post(api, `/pdf/referral/${id}/file/${fileId}/type`, { fileType, previousType }, { as });
  const typesOf = async (id: string) => (await uploadsOf(id)).map(({ fileType }) => fileType);

  it('is sent with the file; a client that sends none attaches one of type Other', async () => {
    const { id } = await submit('referrer');
    await upload(id, 'a.pdf', { as: 'referrer', fileType: 'CMN' });
    await upload(id, 'b.pdf', { as: 'referrer' });
    expect(await typesOf(id)).toEqual(['CMN', 'Other']);
    await keepingNothing(async () => {
      for (const fileType of ['Submission', 'cmn', '', '<b>'])
        expect((await upload(id, 'c.pdf', { as: 'referrer', fileType })).status).toBe(400);
    });
    const key = randomUUID();
    expect((await upload(id, 'd.pdf', { as: 'referrer', fileType: 'Order', key })).status).toBe(201);
    expect((await upload(id, 'd.pdf', { as: 'referrer', fileType: 'CMN', key })).status).toBe(409);
  });

  it('is changed by staff and by the uploader, and is shown at once', async () => {
    const { id } = await submit('referrer');
    await upload(id, 'a.pdf', { as: 'colleague', fileType: 'Order' });
    await executeCommand(id, {
      type: 'AcceptFile',
      data: { referralId: id, fileId: 1, checkedAt: new Date().toISOString() },
    });
    expect((await change(id, 'referrer', 'CMN', 'Order')).body.code).toBe('file/not-the-uploader');
    expect((await change(id, 'stranger', 'CMN', 'Order')).body.code).toBe('referral/not-found');
    expect((await change(id, 'colleague', 'Submission', 'Order')).status).toBe(400);
    expect((await change(id, 'colleague', 'CMN', 'Order')).status).toBe(200);
    const { headers } = await change(id, 'staff', 'Authorization', 'CMN');
    const after = `?minPosition=${headers.get(POSITION_HEADER)}`;
    const asReferrer = { as: 'referrer' } as const;
    const files = await get<FileEntry[]>(api, `/pdf/referral/${id}/files${after}`, asReferrer);
    expect(files.body.data).toMatchObject([{ type: 'Authorization' }]);
    const referral = await get<ReferralDetail>(api, `/referrals/referral/${id}${after}`, asReferrer);
    expect(referral.body.data.files).toMatchObject([{ fileType: 'Authorization', uploadedBy: expect.any(String) }]);
  });

  it('is changed once when two people change it at the same time', async () => {
    const { id } = await submit('referrer');
    await upload(id, 'a.pdf', { as: 'referrer' });
    const answers = await Promise.all([
      change(id, 'staff', 'CMN', 'Other'),
      change(id, 'referrer', 'Insurance card', 'Other'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.errors?.['fileType']).toContain(`to “${(await typesOf(id))[0]}”.`);
  });

  it('is not that of another referral, of an unknown file or of a document of the portal', async () => {
    const { id } = await submit('referrer');
    const { id: other } = await submit('referrer');
    await upload(other, 'a.pdf', { as: 'referrer' });
    expect((await change(id, 'staff', 'CMN', 'Other')).body.code).toBe('file/not-found');
    const stored = { storageName: 'none', size: 1, sha256: 'ab', fileName: 'Referral.pdf' };
    const generatedAt = new Date().toISOString();
    await executeCommand(id, { type: 'RecordSubmissionPdf', data: { referralId: id, ...stored, generatedAt } });
    expect((await change(id, 'staff', 'CMN', 'Other')).body.code).toBe('file/not-uploaded');
    expect((await change(id, 'staff', 'CMN', 'Other', 0)).body.code).toBe('file/not-found');
  });
});
