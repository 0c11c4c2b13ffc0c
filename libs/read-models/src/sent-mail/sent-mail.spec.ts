import { describe, expect, it } from '@jest/globals';
import { referralMailDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { sentMailProjection } from './sent-mail.js';

const ID = '263251234512345';

describe('Sent mail', () => {
  it('is found by its referral', () => {
    const data = {
      referralId: ID,
      messageId: `referral-mail.${ID}@portal.example`,
      sentAt: '2026-11-21T12:05:00.000Z',
    };
    const story = new Story().execute(referralMailDecider, ID, { type: 'RecordReferralMail', data });
    const { rows, feed } = project(sentMailProjection, story.events);
    expect([...rows.values()]).toEqual([{ referral_id: ID, message_id: data.messageId, sent_at: data.sentAt }]);
    expect(feed.map(({ topic }) => topic)).toEqual([`referral-history:${ID}`]);
  });

  it('is recorded as withheld', () => {
    const data = { referralId: ID, withheldAt: '2026-11-21T12:05:00.000Z' };
    const story = new Story().execute(referralMailDecider, ID, { type: 'WithholdReferralMail', data });
    const { rows, feed } = project(sentMailProjection, story.events);
    expect([...rows.values()]).toEqual([{ referral_id: ID, message_id: null, sent_at: data.withheldAt }]);
    expect(feed.map(({ topic }) => topic)).toEqual([`referral-history:${ID}`]);
  });
});
