import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EligiblePatientFound } from '@throughline/contracts';
import { eligibilityDecider, itemTaskDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { type ApiUnderTest, startApi } from '../testing/api-under-test.js';
import { post } from '../testing/call.js';
import { aDiaperOrder, aMember, eligiblePatientIdOf, register } from '../testing/reward-orders.js';
import { until } from '../testing/until.js';
import { startWorker } from '../testing/built-processes.js';

/** Nearly as many as one address may send in a minute. */
const ORDERS = 50;

describe(`${ORDERS} orders at once for one benefit`, () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi({ project: startWorker });
  });
  afterAll(() => api.close());

  it('redeem it once; the other orders are refused, and nothing of them is delivered', async () => {
    const { engines } = api;
    const member = await register(engines, aMember());
    const { medicaidId, dateOfBirth } = member;
    const tickets: string[] = [];
    while (tickets.length < ORDERS) {
      await engines.database.pool.query('delete from rate_limit');
      const lookUp = { medicaidId, dateOfBirth, companyId: 40 };
      const { body } = await post<EligiblePatientFound>(api, '/eligible-patients/look-up', lookUp);
      tickets.push(body.data.id);
    }

    const outcomes = await Promise.all(
      tickets.map(async (ticket) => {
        const created = await post<string>(api, '/referrals/create', aDiaperOrder(member, ticket));
        if (created.status !== 201) return created;
        const question = { eligiblePatientId: ticket, referralId: created.body.data };
        for (;;) {
          const answer = await post<{ outcome: string }>(api, '/eligible-patients/redeem', question);
          if (answer.status !== 200 || answer.body.data.outcome !== 'pending') return answer;
        }
      }),
    );
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(ORDERS - 1);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'eligibility/not-eligible']);
      expect(body.message).toMatch(/^We were unable to locate you in our system or you have already redeemed/);
    }

    const { state } = await readState(engines.store, eligibilityDecider, eligiblePatientIdOf(engines, member));
    expect(state.status).toBe('redeemed');
    const turnedDown = async (referralId: string) => {
      const { items } = (await readState(engines.store, itemTaskDecider, referralId)).state;
      return items.length > 0 && items.every(({ status }) => status === 'canceled');
    };
    for (const referralId of state.refused) await until(() => turnedDown(referralId));
    if (state.status === 'redeemed') expect(await turnedDown(state.referralId)).toBe(false);
  });
});
