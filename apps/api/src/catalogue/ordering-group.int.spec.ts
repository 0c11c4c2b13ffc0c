import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ItemsByCategory, type OrderingGroupRow, POSITION_HEADER } from '@throughline/contracts';
import { ENROLLED_GROUPS, groupKey, orderingGroupDecider, type OrderingGroupId } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { anOrder } from '../testing/an-order.js';
import { type Name, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { makeStaff2Admin, raceEach } from '../testing/race.js';
import { until } from '../testing/until.js';

const api = await startApi();
const second = await startAnotherNode(api);
afterAll(async () => {
  await second.close();
  await api.close();
});
beforeAll(() => makeStaff2Admin(api));

const admin = { as: 'admin' } as const;
const reason = 'New contract';
/** Changes what is withheld, with the present values as `seen`. */
const change = async (groupId: OrderingGroupId, withheld: string[]) => {
  const { state: seen } = await readState(api.engines.store, orderingGroupDecider, groupKey(groupId));
  return post(api, '/ordering-groups', { groupId, withheld, seen, reason }, admin);
};
const offered = async (groupId: number | null, node = api, caller: { as?: Name } = {}) =>
  Object.keys((await post<ItemsByCategory>(node, '/items/', { state: 'AZ', groupId }, caller)).body.data);
const gloves = {
  itemCategory: 'Supplies',
  catalogueId: 'gloves',
  item: 'Exam gloves, non-sterile',
  option: { id: 'm', name: 'Medium' },
  qty: 1,
};

describe('A group of orders', () => {
  it('may order what the catalogue grants, until an administrator withholds a category', async () => {
    const before = await offered(null);
    const written = await change(null, ['Supplies']);
    for (const node of [api, second]) await until(async () => !(await offered(null, node)).includes('Supplies'));
    expect(await offered(null)).toEqual(before.filter((category) => category !== 'Supplies'));
    expect(await offered(7)).toContain('Supplies');

    const position = written.headers.get(POSITION_HEADER);
    const { body } = await get<OrderingGroupRow[]>(api, `/ordering-groups?minPosition=${position}`, admin);
    const groups = body.data.filter(({ people }) => people === null);
    expect(groups.map(({ groupId }) => groupId)).toEqual([null, 7, 9]);
    const [everybody] = groups;
    expect(everybody?.categories.filter(({ withheld }) => withheld)).toMatchObject([{ itemCategory: 'Supplies' }]);
    expect(everybody?.categories.map(({ itemCategory }) => itemCategory)).not.toContain('Baby Diaper Rewards');
  });

  it('is refused a new order with what is withheld, in the words of every item that is not offered', async () => {
    const refused = await post(api, '/referrals/create', { ...anOrder(), items: [gloves] }, { as: 'referrer' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order/item-not-offered' } });
    expect(refused.body.message).toMatch(
      /^Exam gloves, non-sterile cannot be ordered here for a member in \w\w\. Remove it and submit again\.$/,
    );
  });

  it('may order it again when the administrator gives it back', async () => {
    await change(null, []);
    await until(async () => (await offered(null, second)).includes('Supplies'));
    expect((await change(9, ['Rockets'])).status).toBe(400);
  });
});

describe('A group of people', () => {
  it('is offered the catalogue without what is withheld from it; somebody in no group, and without an account, all of it', async () => {
    const written = await change('Ops', ['Supplies']);
    for (const node of [api, second])
      await until(async () => !(await offered(null, node, { as: 'ops' })).includes('Supplies'));
    expect(await offered(null, api, { as: 'ops' })).toContain('Equipment');
    expect(await offered(null, api, { as: 'referrer' })).toContain('Supplies');
    expect(await offered(null)).toContain('Supplies');

    const position = written.headers.get(POSITION_HEADER);
    const { body } = await get<OrderingGroupRow[]>(api, `/ordering-groups?minPosition=${position}`, admin);
    expect(body.data.find(({ groupId }) => groupId === 'Ops')).toMatchObject({ people: 1 });
  });

  it('is refused an order with what is withheld, which others may order', async () => {
    const order = { ...anOrder(), items: [gloves] };
    const refused = await post(api, '/referrals/create', order, { as: 'ops' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order/item-not-offered' } });
    expect((await post(api, '/referrals/create', order, { as: 'referrer' })).status).toBe(201);
  });

  it.each(ENROLLED_GROUPS)('of any name is changed, as %s', async (group) => {
    const written = await change(group, ['Equipment']);
    const path = `/ordering-groups?minPosition=${written.headers.get(POSITION_HEADER)}`;
    const row = (await get<OrderingGroupRow[]>(api, path, admin)).body.data.find(({ groupId }) => groupId === group);
    expect(row?.categories.filter(({ withheld }) => withheld).map(({ itemCategory }) => itemCategory)).toEqual([
      'Equipment',
    ]);
    await change(group, []);
  });

  it('is one that people can be enrolled in', async () => {
    expect((await change('Members' as OrderingGroupId, [])).status).toBe(400);
  });
});

raceEach(api, {
  'POST /ordering-groups': () =>
    Promise.resolve({
      old: { body: { groupId: 9, withheld: [], seen: { withheld: [] }, reason } },
      first: { withheld: ['Supplies'] },
      second: { withheld: ['Equipment'] },
      reported: null,
      then: { withheld: ['Supplies', 'Equipment'] },
      values: async () => (await readState(api.engines.store, orderingGroupDecider, '9')).state,
    }),
});
