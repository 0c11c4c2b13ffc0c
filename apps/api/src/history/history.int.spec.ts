import { afterAll, describe, expect, it } from '@jest/globals';
import type { ReferralHistory } from '@throughline/contracts';
import { anOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

async function submitted(): Promise<string> {
  const { body } = await post<string>(api, '/referrals/create', anOrder(), { as: 'referrer' });
  await until(async () => (await get(api, `/tasks/${body.data}-1`, { as: 'staff' })).status === 200);
  return body.data;
}

const entry = (referralId: string, more: object = {}) => ({
  referralId,
  elementName: 'call',
  changes: 'Left a message',
  dateTime: '2026-11-20T10:00:00-06:00',
  ...more,
});

describe('The history of a referral', () => {
  it('is every event, with its chains checked, for ops', async () => {
    const id = await submitted();
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.entries.map(({ event }) => event.type)).toEqual(['ReferralSubmitted', 'TaskOpened']);
    expect(body.data.chains).toEqual([
      { stream: `referral-${id}`, ok: true, events: 1 },
      { stream: `itemTask-${id}`, ok: true, events: 1 },
    ]);
  });

  it('is shown as of a position of the log', async () => {
    const id = await submitted();
    const path = `/referrals/referral/${id}/history`;
    const whole = await get<ReferralHistory>(api, path, { as: 'ops' });
    const asOf = whole.body.data.entries[0]?.position;
    const then = await get<ReferralHistory>(api, `${path}?asOf=${asOf}`, { as: 'ops' });
    expect(then.body.data.entries).toHaveLength(1);
  });

  it('says loudly when an event was changed behind the back of the log', async () => {
    const id = await submitted();
    await api.engines.pool.query(
      `update event_store.event set data = jsonb_set(data::jsonb, '{submittedAt}', '"2020-01-01T00:00:00Z"')
        where stream = $1`,
      [`referral-${id}`],
    );
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.chains[0]).toMatchObject({ ok: false, reason: 'changed', revision: 0 });
  });

  it('takes an entry from staff, under their own name only', async () => {
    const id = await submitted();
    expect((await post(api, '/history/create', entry(id, { userId: 'u-staff' }), { as: 'staff' })).status).toBe(201);
    expect((await post(api, '/history/create', entry(id, { userId: 'u-ops' }), { as: 'staff' })).status).toBe(403);
    expect((await post(api, '/history/create', entry('1'), { as: 'staff' })).status).toBe(404);
  });

  it.each(['referrer', 'staff'] as const)('is not for %s', async (as) => {
    expect((await get(api, '/referrals/referral/1/history', { as })).status).toBe(403);
  });
});
