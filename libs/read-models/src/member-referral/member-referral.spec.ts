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

  it('have what is compared: the Medicaid ID as it was corrected, and the items as they were ordered', () => {
    const { insuranceInfo } = anOrder();
    const story = new Story().submit(ID);
    const rowIn = ({ events }: Story) => project(memberReferralProjection, events).rows.get(ID);
    const sent = rowIn(story);
    expect(sent).toMatchObject({ medicaid_key: 'MD4711', company_id: 40, submitter_user_id: 'ana' });
    story.correct(ID, {
      order: { insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' } },
      items: [{ id: 2, deleted: true }],
    });
    expect(rowIn(story)).toEqual({ ...sent, medicaid_key: 'MD4712' });
  });

  it('have none of it for an order of a release that did not keep it, however it is corrected', () => {
    const { evolve, rows } = memberReferralProjection;
    const { insuranceInfo } = anOrder();
    const story = new Story().submit(ID);
    story.correct(ID, { order: { insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' } } });
    const { sent: _, ...before } = evolve(undefined, story.events[0]!)!;
    const corrected = story.events.find(({ type }) => type === 'InsuranceCorrected')!;
    expect(rows(evolve(before, corrected)!)).toMatchObject([
      { medicaid_key: null, items_key: null, submitted_at: null },
    ]);
  });
});
