import { describe, expect, it } from '@jest/globals';
import { fileDecider, recertificationDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { RECERTIFIED } from '../testing/random-recertifications.js';
import { RECERTIFICATION_ID } from '../testing/random-steps.js';
import { ANA, SAM, Story } from '../testing/story.js';
import { recertificationProjection } from './recertification.js';

const referralId = RECERTIFICATION_ID;

function opened(facts = RECERTIFIED): Story {
  const story = new Story();
  const data = {
    referralId,
    facts,
    task: 'Recert Review',
    startOn: null,
    by: SAM,
    at: story.now,
    dayMs: null,
  } as const;
  return story.execute(recertificationDecider, referralId, { type: 'OpenRecertification', data });
}
const projected = ({ events }: Story) => project(recertificationProjection, events);

describe('Recertification', () => {
  it('is told with the task that it is in, and how it ended', () => {
    const story = opened();
    expect(projected(story).rows.get(referralId)).toMatchObject({
      renews: RECERTIFIED.renews,
      search: expect.stringMatching(/^ r263250000000003 diaz rosa md-1 md1 263250000000001 ana.ruiz@plan.example\|/),
      row: { status: 'open', taskId: `${referralId}-1`, task: 'Recert Review', openedBy: ANA.email },
    });
    const at = story.now;
    story.execute(recertificationDecider, referralId, {
      type: 'StopItems',
      data: { referralId, itemIds: [1], reason: 'Moved away', at },
    });
    expect(projected(story).rows.get(referralId)?.row).toMatchObject({ status: 'stopped', task: 'Recert Review' });
  });

  it('is announced to those who have its referral open, without its content', () => {
    const { feed } = projected(opened());
    expect(feed.at(-1)).toMatchObject({ topic: `recertifications:${RECERTIFIED.renews}`, key: referralId });
    expect(JSON.stringify(feed)).not.toMatch(/Diaz|MD-1/);
    const ofNone = projected(opened({ ...RECERTIFIED, renews: null })).feed;
    expect(new Set(ofNone.map(({ topic }) => topic))).toEqual(new Set([`recertification:${referralId}`]));
  });

  it('has its files, and says while one waits for its check', () => {
    const story = opened();
    const file = { storageName: 'place', fileName: 'cmn.pdf', size: 9, sha256: 'ab' };
    const data = { referralId, ...file, fileType: 'CMN', uploadedBy: 'sam', uploadedAt: story.now } as const;
    story.execute(fileDecider, referralId, { type: 'UploadFile', data });
    const row = () => projected(story).rows.get(referralId);
    expect(row()).toMatchObject({ unchecked: true, detail: { files: [{ fileName: 'cmn.pdf', check: 'waiting' }] } });
    story.execute(fileDecider, referralId, {
      type: 'AcceptFile',
      data: { referralId, fileId: 1, checkedAt: story.now },
    });
    expect(row()).toMatchObject({ unchecked: false, detail: { files: [{ check: 'accepted' }] } });
    expect(JSON.stringify(row())).not.toContain('place');
  });
});
