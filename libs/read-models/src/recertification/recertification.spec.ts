import { describe, expect, it } from '@jest/globals';
import { recertificationDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { RECERTIFICATION_ID, RECERTIFIED } from '../testing/random-recertifications.js';
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
  return story.tell(recertificationDecider, referralId, { type: 'OpenRecertification', data });
}
const projected = ({ events }: Story) => project(recertificationProjection, events);

describe('Recertification', () => {
  it('is told with the task that it is in, and how it ended', () => {
    const story = opened();
    expect(projected(story).rows.get(referralId)).toMatchObject({
      renews: RECERTIFIED.renews,
      search: ' r263250000000003 diaz rosa md-1 263250000000001',
      row: { status: 'open', taskId: `${referralId}-1`, task: 'Recert Review', openedBy: ANA.email },
    });
    const at = story.now;
    story.tell(recertificationDecider, referralId, {
      type: 'StopItems',
      data: { referralId, itemIds: [1], reason: 'Moved away', at },
    });
    expect(projected(story).rows.get(referralId)?.row).toMatchObject({ status: 'stopped', task: 'Recert Review' });
  });

  it('is announced to those who have its referral open, without its content', () => {
    const { feed } = projected(opened());
    expect(feed.at(-1)).toMatchObject({ topic: `recertifications:${RECERTIFIED.renews}`, key: referralId });
    expect(JSON.stringify(feed)).not.toMatch(/Diaz|MD-1/);
    expect(projected(opened({ ...RECERTIFIED, renews: null })).feed).toEqual([]);
  });
});
