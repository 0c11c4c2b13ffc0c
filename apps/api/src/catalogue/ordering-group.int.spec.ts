import { afterAll, describe, expect, it } from '@jest/globals';
import { type ItemsByCategory, type OrderingGroupRow, POSITION_HEADER } from '@throughline/contracts';
import { anOrder } from '../testing/an-order.js';
import { startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
const second = await startAnotherNode(api);
afterAll(async () => {
  await second.close();
  await api.close();
});

const admin = { as: 'admin' } as const;
const reason = 'New contract';
const change = (groupId: number | null, withheld: string[]) =>
  post(api, '/ordering-groups', { groupId, withheld, reason }, admin);
const offered = async (groupId: number | null, node = api) =>
  Object.keys((await post<ItemsByCategory>(node, '/items/', { state: 'AZ', groupId })).body.data);
const gloves = {
  itemCategory: 'Supplies',
  catalogueId: 'gloves',
  item: 'Gloves',
  option: { id: 'm', name: 'M' },
  qty: 1,
};

describe('A group', () => {
  it('may order what the catalogue grants, until an administrator withholds a category', async () => {
    const before = await offered(null);
    const written = await change(null, ['Supplies']);
    for (const node of [api, second]) await until(async () => !(await offered(null, node)).includes('Supplies'));
    expect(await offered(null)).toEqual(before.filter((category) => category !== 'Supplies'));
    expect(await offered(7)).toContain('Supplies');

    const position = written.headers.get(POSITION_HEADER);
    const { body } = await get<OrderingGroupRow[]>(api, `/ordering-groups?minPosition=${position}`, admin);
    expect(body.data.map(({ groupId }) => groupId)).toEqual([null, 7, 9]);
    const [everybody] = body.data;
    expect(everybody?.categories.filter(({ withheld }) => withheld)).toMatchObject([{ itemCategory: 'Supplies' }]);
    expect(everybody?.categories.map(({ itemCategory }) => itemCategory)).not.toContain('Baby Diaper Rewards');
  });

  it('is refused a new order with what is withheld, in the words of every item that is not offered', async () => {
    const refused = await post(api, '/referrals/create', { ...anOrder(), items: [gloves] }, { as: 'referrer' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order/item-not-offered' } });
    expect(refused.body.message).toMatch(
      /^Gloves cannot be ordered here for a member in \w\w\. Remove it and submit again\.$/,
    );
  });

  it('may order it again when the administrator gives it back', async () => {
    await change(null, []);
    await until(async () => (await offered(null, second)).includes('Supplies'));
    expect((await change(9, ['Rockets'])).status).toBe(400);
  });
});
