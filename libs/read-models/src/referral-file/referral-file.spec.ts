import { describe, expect, it } from '@jest/globals';
import { fileDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { referralFileProjection } from './referral-file.js';

const ID = '263251234512345';

describe('Files of a referral', () => {
  it('are rows with the location of the bytes', () => {
    const data = {
      referralId: ID,
      storageName: 'place',
      fileName: 'referral.pdf',
      size: 9,
      sha256: 'ab',
      generatedAt: '2026-11-21T12:05:00.000Z',
    };
    const story = new Story().execute(fileDecider, ID, { type: 'RecordSubmissionPdf', data });
    const corrected = { ...data, storageName: 'beside', fileName: 'corrected.pdf', corrections: 2 };
    story.execute(fileDecider, ID, { type: 'RecordSubmissionPdf', data: corrected });
    expect([...project(referralFileProjection, story.events).rows.values()]).toEqual([
      {
        file_key: `${ID}-1`,
        referral_id: ID,
        file_id: 1,
        type: 'Submission',
        file_name: 'referral.pdf',
        size: 9,
        sha256: 'ab',
        storage_name: 'place',
        created_at: '2026-11-21T12:05:00.000Z',
      },
      expect.objectContaining({ file_id: 2, type: 'Corrected submission', storage_name: 'beside' }),
    ]);
  });

  it('are those that were accepted: a file that waits for its check, or was refused, is given to nobody', () => {
    const at = '2026-11-21T12:05:00.000Z';
    const upload = (fileName: string) => ({
      type: 'UploadFile' as const,
      data: {
        referralId: ID,
        storageName: fileName,
        fileName,
        size: 9,
        sha256: 'ab',
        uploadedBy: null,
        uploadedAt: at,
      },
    });
    const story = new Story();
    for (const name of ['waits.pdf', 'accepted.pdf', 'refused.pdf']) story.execute(fileDecider, ID, upload(name));
    story
      .execute(fileDecider, ID, { type: 'AcceptFile', data: { referralId: ID, fileId: 2, checkedAt: at } })
      .execute(fileDecider, ID, {
        type: 'RejectFile',
        data: { referralId: ID, fileId: 3, reason: 'infected', checkedAt: at },
      });
    expect([...project(referralFileProjection, story.events).rows.values()]).toMatchObject([
      { file_id: 2, type: 'Attachment', file_name: 'accepted.pdf' },
    ]);
    const change = { referralId: ID, fileId: 2, previousType: 'Other', fileType: 'CMN' } as const;
    story.execute(fileDecider, ID, {
      type: 'ChangeFileType',
      data: { ...change, changedBy: 'sam', mayChangeAny: true, changedAt: at },
    });
    expect([...project(referralFileProjection, story.events).rows.values()]).toMatchObject([{ type: 'CMN' }]);
  });
});
