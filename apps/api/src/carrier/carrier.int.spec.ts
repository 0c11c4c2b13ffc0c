import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CarrierRow, POSITION_HEADER } from '@throughline/contracts';
import { carriersDecider, LIST_ID } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { makeStaff2Admin, raceEach } from '../testing/race.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());
beforeAll(() => makeStaff2Admin(api));

const admin = { as: 'admin' } as const;
const staff = { as: 'staff' } as const;
const reason = 'New contract';
const link = 'https://dhl.example/{number}';
const ofLog = async (id: string) => {
  const { state } = await readState(api.engines.store, carriersDecider, LIST_ID);
  return carriersDecider.valuesOf!(state, { data: { id } } as never);
};
const listed = async (position: string | null = '0') =>
  (await get<CarrierRow[]>(api, `/carriers?minPosition=${position}`, { as: 'referrer' })).body.data;

describe('The carriers', () => {
  it('are FedEx and UPS in a log that says nothing of them, and those that an administrator adds', async () => {
    expect(await listed()).toMatchObject([
      { name: 'FedEx', link: 'https://www.fedex.com/fedextrack/?trknbr={number}', active: true },
      { name: 'UPS', link: 'https://www.ups.com/track?tracknum={number}', active: true },
    ]);
    const added = await post(api, '/carriers', { name: 'DHL', link, reason }, admin);
    const rows = await listed(added.headers.get(POSITION_HEADER));
    expect(rows.at(-1)).toMatchObject({ name: 'DHL', link, active: true });
    expect((await post(api, '/carriers', { name: 'dhl', link, reason }, admin)).body.code).toBe('carrier/same-name');
  });

  it.each([
    'http://dhl.example/{number}',
    'javascript:alert({number})',
    'dhl.example/{number}',
    'https://{number}/',
    'https://dhl.example@evil.example/{number}',
    'https://dhl.example/{number} more',
    'https:/dhl.example/{number}',
    'https://dhl/{number}',
    'https://./{number}',
    'https://dhl..example/{number}',
    'https://dhl.example:99999/{number}',
    'https://1.2.3.4.5.999/{number}',
  ])('have no link that is no web address: %s', async (wrong) => {
    const { status, body } = await post(api, '/carriers', { name: 'Wrong', link: wrong, reason }, admin);
    expect([status, body.errors]).toEqual([400, { link: 'Tracking link must be a web address with https://.' }]);
  });

  it('have the place of the number in their link, or no link', async () => {
    const add = (of: string | null) => post(api, '/carriers', { name: 'By hand', link: of, reason }, admin);
    expect((await add('https://dhl.example/track')).body.errors).toEqual({
      link: 'Tracking link must have {number} where the tracking number goes.',
    });
    const added = await add('');
    expect((await listed(added.headers.get(POSITION_HEADER))).at(-1)).toMatchObject({ name: 'By hand', link: null });
  });

  it('take new tracking numbers while they are active, and keep those that they have', async () => {
    const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
    const path = `/referrals/referral/${body.data}`;
    await until(async () => (await get(api, path, staff)).status === 200);
    const send = (number: string) => post(api, `${path}/tracking`, { itemIds: [1], carrier: 'UPS', number }, staff);
    expect((await send('1Z1')).status).toBe(200);
    const turn = async (to: string) => {
      const seen = await ofLog('ups');
      expect((await post(api, `/carriers/ups/${to}`, { seen, reason }, admin)).status).toBe(200);
    };
    await turn('deactivate');
    const refused = await send('1Z2');
    expect([refused.status, refused.body.code]).toEqual([409, 'carrier/not-active']);
    expect(refused.body.message).toMatch(/^UPS is none of the active carriers\. Choose one of them: FedEx, DHL/);
    expect((await send('1Z1')).status).toBe(200);
    await turn('reactivate');
    expect((await send('1Z2')).status).toBe(200);
  });

  it.each([
    ['POST /carriers/{id}/deactivate', 'deactivate'],
    ['POST /carriers/{id}/reactivate', 'reactivate'],
  ])('are not switched by somebody who has not seen what they have become: %s', async (_endpoint, verb) => {
    const seen = await ofLog('ups');
    const other = verb === 'deactivate' ? 'reactivate' : 'deactivate';
    if ((seen as CarrierRow).active !== (verb === 'deactivate'))
      expect((await post(api, `/carriers/ups/${other}`, { seen, reason }, admin)).status).toBe(200);
    const old = await ofLog('ups');
    const moved = { name: 'UPS', link: `https://www.ups.com/${verb}/{number}` };
    const { active: _, ...present } = old as CarrierRow;
    expect((await post(api, '/carriers/ups', { ...moved, seen: present, reason }, admin)).status).toBe(200);
    const refused = await post(api, `/carriers/ups/${verb}`, { seen: old, reason }, { as: 'staff2' });
    expect([refused.status, refused.body.code]).toEqual([409, 'carrier/changed-meanwhile']);
    expect(refused.body.message).toMatch(/^Gus Orr changed the same on .* Central Time\. Nothing was saved\.$/);
  });
});

const { id, name, link: atFirst } = carriersDecider.initialState.entries[0]!;
const values = { name, link: atFirst };

raceEach(api, {
  'POST /carriers/{id}': () =>
    Promise.resolve({
      old: { params: { id }, body: { ...values, seen: values, reason } },
      first: { name: 'Federal' },
      second: { name: 'Express' },
      reported: { name: 'from “FedEx” to “Federal”' },
      apart: { link },
      then: { name: 'Federal', link },
      values: () => ofLog(id),
    }),
});
