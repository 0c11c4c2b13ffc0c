import { describe, expect, it } from '@jest/globals';
import { memberKey } from '@throughline/contracts';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { memberReferralProjection } from './member-referral.js';

const ID = '263251234512345';

describe('The referrals of a member', () => {
  it('are found by name and date of birth as they were corrected', () => {
    const { memberInfo } = anOrder();
    const story = new Story().submit(ID);
    const keyIn = ({ events }: Story) => project(memberReferralProjection, events).rows.get(ID)?.member_key;
    expect(keyIn(story)).toBe(memberKey(memberInfo));
    story.correct(ID, { order: { memberInfo: { ...memberInfo, lastName: 'Díaz-Vega', DOB: '1990-12-31' } } });
    expect(keyIn(story)).toBe(memberKey({ ...memberInfo, lastName: 'diaz-vega', DOB: '1990-12-31' }));
  });
});
