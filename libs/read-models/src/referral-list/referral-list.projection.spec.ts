import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS_ACTOR } from '@throughline/domain';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { referralListProjection } from './referral-list.projection.js';

const ID = '263251234512345';

describe('Referral list', () => {
  it('shows who ordered for whom, and one status', () => {
    const { rows } = project(referralListProjection, new Story().submit(ID).events);
    expect(rows.get(ID)).toMatchObject({
      search: expect.stringMatching(`^ ${ID} ruiz ana diaz rosa md-4711 md4711\\|`),
      submitter_user_id: 'ana',
      referrer_email: 'Ana.Ruiz@plan.example',
      company_id: 40,
      company: 'Commonwealth Community Plan',
      submitted_at: '2026-11-21T12:00:00.000Z',
      insurance_medicaid: 'MD-4711',
      status: 'Pending Patient Creation',
      statuses: ['Pending Patient Creation'],
    });
  });

  it('says Multiple Statuses and keeps each, so that a filter finds any', () => {
    const { rows } = project(referralListProjection, new Story().submit(ID).move(`${ID}-1`, [2], 'Shipped').events);
    expect(rows.get(ID)).toMatchObject({
      status: 'Multiple Statuses',
      statuses: ['Pending Patient Creation', 'Shipped'],
    });
  });

  it('shows and finds what was corrected, without removed items', () => {
    const { referralInfo, memberInfo, insuranceInfo } = anOrder();
    const order = {
      referralInfo: { ...referralInfo, firstName: 'Anna' },
      memberInfo: { ...memberInfo, lastName: 'Díaz-Vega' },
      insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' },
    };
    const story = new Story().submit(ID).correct(ID, { order }).move(`${ID}-1`, [2], 'Shipped');
    const { rows, feed } = project(
      referralListProjection,
      story.correct(ID, { items: [{ id: 2, deleted: true }] }).events,
    );
    expect(rows.get(ID)).toMatchObject({
      referrer_first_name: 'Anna',
      member_last_name: 'Díaz-Vega',
      insurance_medicaid: 'MD-4712',
      search: expect.stringMatching(`^ ${ID} ruiz anna diaz-vega rosa md-4712 md4712\\|`),
      status: 'Pending Patient Creation',
    });
    expect(feed.at(-1)?.row).toMatchObject({ memberLastName: 'Díaz-Vega', statuses: ['Pending Patient Creation'] });
  });

  it('announces a change to those who may read it, and nothing that the list does not show', () => {
    const submitted = project(referralListProjection, new Story().submit(ID).events).feed;
    const audience = ['staff', 'company:40', 'user:ana'];
    expect(submitted.at(-1)).toMatchObject({ topic: 'referral-list', key: ID, audience });
    expect(project(referralListProjection, new Story().submit(ID).claim(`${ID}-1`).events).feed).toEqual(submitted);
  });

  it('says since when its items wait in their task, unless they are in several', () => {
    const story = new Story().submit(ID);
    const sinceOf = () => project(referralListProjection, story.events).rows.get(ID)?.status_since;
    expect(sinceOf()).toBe('2026-11-21T12:01:00.000Z');
    const { now } = story;
    story.move(`${ID}-1`, [2], 'Shipped');
    expect(sinceOf()).toBeNull();
    story.correct(ID, { items: [{ id: 1, deleted: true }] });
    expect(sinceOf()).toBe(now);
  });

  it('belongs to no company when the submitter was not signed in', () => {
    const order = anOrder({ referrer: { company: 'A plan, as typed' } });
    const { rows, feed } = project(referralListProjection, new Story().submit(ID, order, ANONYMOUS_ACTOR).events);
    expect(rows.get(ID)).toMatchObject({ company_id: null, company: 'A plan, as typed' });
    expect(feed[0]?.audience).toEqual(['staff']);
  });

  it('is counted for everybody and for its company', () => {
    const { rows } = project(referralListProjection, new Story().submit(ID).move(`${ID}-1`, [2], 'Shipped').events);
    expect([...rows.values()].flatMap((row) => referralListProjection.tally?.(row) ?? [])).toEqual([
      { scope: 'all', label: 'Pending Patient Creation|Shipped' },
      { scope: 'company:40', label: 'Pending Patient Creation|Shipped' },
    ]);
  });
});
