import { describe, expect, it } from '@jest/globals';
import { type FileEvent, replay, type ReferralHistoryEvent } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { referralDetailProjection } from './referral-detail.projection.js';

const ID = '263251234512345';
const PDF: FileEvent = {
  type: 'SubmissionPdfGenerated',
  data: {
    referralId: ID,
    fileId: 1,
    storageName: 'secret-place',
    fileName: 'referral.pdf',
    size: 1234,
    sha256: 'ab',
    generatedAt: '2026-11-21T12:05:00.000Z',
  },
};

describe('Referral detail', () => {
  it('is what the events add up to', () => {
    const story = new Story().submit(ID).move(`${ID}-1`, [2], 'Shipped');
    story.record(`file-${ID}`, PDF);
    const { rows, feed } = project(referralDetailProjection, story.events);
    const detail = {
      ...replay(story.events as unknown as ReferralHistoryEvent[]),
      company: 'Commonwealth Community Plan',
    };
    expect(rows.get(ID)).toMatchObject({ company_id: 40, submitter_user_id: 'ana', detail });
    expect(feed.at(-1)).toEqual({ topic: `referral:${ID}`, key: ID, audience: [], row: detail });
  });

  it('omits the location of files', () => {
    const story = new Story().submit(ID);
    story.record(`file-${ID}`, PDF);
    const { rows, feed } = project(referralDetailProjection, story.events);
    expect(JSON.stringify([...rows.values(), feed])).not.toContain('secret-place');
  });

  it('has no row for a referral that was never submitted', () => {
    const story = new Story();
    story.record(`file-${ID}`, PDF);
    expect(project(referralDetailProjection, story.events).rows.size).toBe(0);
  });
});
