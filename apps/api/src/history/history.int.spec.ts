import { afterAll, describe, expect, it } from '@jest/globals';
import type { ReferralHistory } from '@throughline/contracts';
import { anEventOfALaterRelease } from '@throughline/read-models/testing';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

async function submitted(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
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
    const empty = await get<ReferralHistory>(api, `${path}?asOf=`, { as: 'ops' });
    expect(empty.body.data.entries).toEqual(whole.body.data.entries);
  });

  it('is answered 503, and so is a command, while a later release has written an event of it', async () => {
    const id = await submitted();
    await api.engines.store.append(`itemTask-${id}`, 0, [anEventOfALaterRelease()]);
    const read = await get(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    const claimed = await post(api, `/tasks/${id}-1/claim`, {}, { as: 'staff' });
    expect([read, claimed].map(({ status, body }) => ({ status, code: body.code }))).toEqual(
      Array(2).fill({ status: 503, code: 'service/upgrading' }),
    );
  });

  it('reports an event that was changed in the database', async () => {
    const id = await submitted();
    await api.engines.database.pool.query(
      `update event_store.event set data = jsonb_set(data::jsonb, '{submittedAt}', '"2020-01-01T00:00:00Z"')
        where stream = $1`,
      [`referral-${id}`],
    );
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.chains[0]).toMatchObject({ ok: false, reason: 'changed', revision: 0 });
  });

  describe('that was tampered with', () => {
    const chainsOf = async (id: string) =>
      (await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' })).body.data.chains;

    it.each([
      [
        'a stream of it gone',
        'delete from event_store.event where stream = $1',
        { ok: false, events: 0, reason: 'cut' },
      ],
      [
        'an event put before its cause',
        'update event_store.event set position = -position where stream = $1',
        { ok: false, reason: 'reordered', revision: 0 },
      ],
      [
        'another author',
        `update event_store.event set metadata = jsonb_set(metadata::jsonb, '{actor,role}', '"ops"') where stream = $1`,
        { ok: false, reason: 'changed', revision: 0 },
      ],
    ])('says so: %s', async (_, sql, found) => {
      const id = await submitted();
      await api.engines.database.pool.query(sql, [`itemTask-${id}`]);
      expect(await chainsOf(id)).toEqual([
        expect.objectContaining({ stream: `referral-${id}`, ok: true }),
        expect.objectContaining({ stream: `itemTask-${id}`, ...found }),
      ]);
    });

    it('is reported as broken, and not as missing, when none of its events are left', async () => {
      const id = await submitted();
      await api.engines.database.pool.query('delete from event_store.event where stream in ($1, $2)', [
        `referral-${id}`,
        `itemTask-${id}`,
      ]);
      expect(await chainsOf(id)).toMatchObject([
        { stream: `referral-${id}`, ok: false, reason: 'cut', seenRevision: 0 },
        { stream: `itemTask-${id}`, ok: false, reason: 'cut', seenRevision: 0 },
      ]);
    });

    it('reports a missing submission although no read model remembers it', async () => {
      const id = await submitted();
      const { pool } = api.engines.database;
      await pool.query('delete from event_store.event where stream = $1', [`referral-${id}`]);
      await pool.query('delete from stream_head where stream = $1', [`referral-${id}`]);
      expect((await chainsOf(id))[0]).toMatchObject({ ok: false, reason: 'missing', revision: 0 });
    });
  });

  it('raises no alarm while the projector lags behind the log', async () => {
    const id = await submitted();
    await api.engines.database.pool.query('delete from stream_head where stream = $1', [`itemTask-${id}`]);
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.chains.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('accepts an entry from staff, under their own name only', async () => {
    const id = await submitted();
    expect((await post(api, '/history/create', entry(id, { userId: 'u-staff' }), { as: 'staff' })).status).toBe(201);
    expect((await post(api, '/history/create', entry(id, { userId: 'u-ops' }), { as: 'staff' })).status).toBe(403);
    expect((await post(api, '/history/create', entry('1'), { as: 'staff' })).status).toBe(404);
  });
});
