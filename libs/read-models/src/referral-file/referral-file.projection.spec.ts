import { describe, expect, it } from '@jest/globals';
import { fileDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { referralFileProjection } from './referral-file.projection.js';

const ID = '263251234512345';

describe('Files of a referral', () => {
  it('are rows that know where the bytes are', () => {
    const data = {
      referralId: ID,
      storageName: 'place',
      fileName: 'referral.pdf',
      size: 9,
      sha256: 'ab',
      generatedAt: '2026-11-21T12:05:00.000Z',
    };
    const story = new Story().tell(fileDecider, ID, { type: 'RecordSubmissionPdf', data });
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
    ]);
  });
});
