import { afterAll, describe, expect, it } from '@jest/globals';
import type { Corrections, ReferralDetail } from '@throughline/contracts';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const staff = { as: 'staff' } as const;

async function aReferral(order: Parameters<typeof anOrder>[0] = {}, more: object = {}): Promise<ReferralDetail> {
  const { body } = await submitOrder(api, { ...anOrder(order), ...more }, { as: 'referrer' });
  await until(async () => (await get(api, `/referrals/referral/${body.data}`, staff)).status === 200);
  return read(String(body.data));
}
async function read(id: string, minPosition = 0): Promise<ReferralDetail> {
  const path = `/referrals/referral/${id}?minPosition=${minPosition}`;
  return (await get<ReferralDetail>(api, path, { as: 'referrer' })).body.data!;
}
const correct = (body: object) => post(api, '/referrals/update', body, staff);
const correctItems = (id: string, items: readonly object[], parentId = 0) =>
  post(api, `/items/update-referral-items/${id}`, { items, parentId }, staff);
/** The referral as the referrer reads it, once the condition is true. */
const untilLike = (id: string, isLike: (referral: ReferralDetail) => boolean) =>
  until(async () => isLike(await read(id)));

describe('An order of items', () => {
  it('has the ids of its items and its parcels once, until the items are stopped and are shipped no more', async () => {
    const items = [1, 2].map((n) => ({ itemCategory: 'Custom Item', item: `Shower chair ${n}`, qty: 1 }));
    const { referralId } = await aReferral({ items });
    await until(async () => (await get(api, `/tasks/${referralId}-1`, staff)).status === 200);
    const act = async (path: string, body: object) => {
      const { status, body: answered, headers } = await post(api, path, body, staff);
      return { status, code: answered.code, position: Number(headers.get('x-throughline-position')) };
    };
    const task = 'Ready for Dropship';
    const opened = await act('/tasks', { task, taskData: { referralId, itemIds: [1, 2] } });
    const { tasks } = await read(referralId, opened.position);
    const taskId = tasks.find((one) => one.task === task)?.taskId;
    const orderId = `PO-${referralId}`;
    const external = { brightreeItemID: 'B-1', brightreeItemKey: 'K-1' };
    const order = { outcome: 'order-placed', orderId, externalItems: [{ itemId: 1, ...external }] };
    expect((await act(`/tasks/${taskId}/outcome`, { ...order, itemIds: [2] })).code).toBe('item-task/not-ordered');
    expect((await act(`/tasks/${taskId}/outcome`, { ...order, outcome: 'not-available' })).code).toBe(
      'item-task/not-an-order',
    );
    expect((await act(`/tasks/${taskId}/outcome`, order)).status).toBe(200);
    const track = (itemIds: number[]) =>
      act(`/referrals/referral/${referralId}/tracking`, { itemIds, carrier: 'FedEx', number: '77' });
    await track([1]);
    const { position } = await track([2]);
    const [first, second] = (await read(referralId, position)).items['Custom Item'] ?? [];
    expect([first, second]).toMatchObject([
      { orderId, ...external },
      { orderId, brightreeItemID: null },
    ]);
    const parcels = await get(api, `/referrals/referral/tracking/${orderId}?minPosition=${position}`, staff);
    expect(parcels.body.data).toEqual([{ carrier: 'FedEx', number: '77' }]);
    const stopped = await correctItems(referralId, [{ id: 1, stoppedReason: { reason: 'Moved away' } }]);
    const after = await read(referralId, Number(stopped.headers.get('x-throughline-position')));
    expect(after.items['Custom Item']?.[0]).toMatchObject({
      orderId: null,
      brightreeItemID: null,
      brightreeItemKey: null,
    });
    const refused = await act(`/referrals/referral/${referralId}/tracking`, {
      itemIds: [1],
      carrier: 'UPS',
      number: '78',
    });
    expect(refused).toMatchObject({ status: 409, code: 'referral/item-not-shipped' });
  });
});

describe('A correction', () => {
  it('is seen in the referral and in the list, and says to staff what it was before', async () => {
    const { referralId, memberInfo } = await aReferral();
    const answer = await correct({ referralId, memberInfo: { ...memberInfo, lastName: 'Zamora', city: 'Flagstaff' } });
    expect(answer.status).toBe(200);
    await untilLike(referralId, ({ memberInfo: { lastName, city } }) => lastName === 'Zamora' && city === 'Flagstaff');
    const listed = await get<{ rows: { referralId: string }[] }>(api, '/referrals?search=zamora', staff);
    expect(listed.body.data?.rows.map((row) => row.referralId)).toContain(referralId);
    const { body } = await get<Corrections>(api, `/referrals/referral/${referralId}/corrections`, staff);
    expect(body.data).toMatchObject([
      {
        by: 'Dee Park',
        userId: PEOPLE.staff.userId,
        sentence: 'Dee Park corrected the member’s name',
        facts: [{ section: 'Member', field: 'Name' }],
      },
      { sentence: 'Dee Park corrected the member’s address' },
    ]);
    expect(body.data?.[0]?.facts[0]).toMatchObject({
      from: `${memberInfo.firstName} ${memberInfo.lastName}`,
      to: `${memberInfo.firstName} Zamora`,
    });
  });

  it('has the rules and messages of the order form', async () => {
    const { referralId, memberInfo } = await aReferral();
    const answer = await correct({ referralId, memberInfo: { ...memberInfo, zip: '123', phone: '' } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: { 'memberInfo.zip': 'Zip must be 5 digits or 5+4.', 'memberInfo.phone': 'Phone is required.' },
      },
    });
    const none = await correctItems(referralId, [{ id: 1, qty: 'two' }]);
    expect(none).toMatchObject({
      status: 400,
      body: { errors: { 'items.0.qty': 'Quantity must be a whole number of at least 1.' } },
    });
  });

  it('with a reason stops the item, as the specification says (ordering, section 4)', async () => {
    const items = [1, 2].map((n) => ({ itemCategory: 'Custom Item', item: `Shower chair ${n}`, qty: 1 }));
    const { referralId } = await aReferral({ items });
    await until(async () => (await get(api, `/tasks/${referralId}-1`, staff)).status === 200);
    const itemsNow = async () => (await read(referralId)).items['Custom Item'] ?? [];
    const stop = (stoppedReason: unknown) => correctItems(referralId, [{ id: 1, qty: 2, stoppedReason }]);
    expect(await stop('')).toMatchObject({
      status: 400,
      body: { errors: { 'items.0.stoppedReason': 'Reason is required.' } },
    });
    const [item, other] = await itemsNow();
    expect(await stop('Moved away')).toMatchObject({ status: 200 });
    await untilLike(referralId, (referral) => referral.history.length > 0);
    expect(await itemsNow()).toEqual([
      {
        ...item,
        qty: 2,
        currentTask: { id: `${referralId}-0`, name: 'Stopped', department: null, completedDate: null },
        lastTask: { id: `${referralId}-1`, name: 'Create Patient', department: 'Demos' },
        stoppedReason: { reason: 'Moved away', stoppedAt: expect.any(String) },
      },
      other,
    ]);
    const { history } = await read(referralId);
    expect(history).toMatchObject([{ elementName: 'stop items', elementKey: '1', changes: 'Moved away' }]);
    // Items can be sent back as they were read, which changes nothing. Anything else is refused.
    expect(await correctItems(referralId, await itemsNow(), 1)).toMatchObject({ status: 200 });
    for (const reason of [null, { reason: 'Not covered' }])
      expect(await stop(reason)).toMatchObject({ status: 409, body: { code: 'item-task/stopped-otherwise' } });
    expect((await read(referralId)).history).toEqual(history);
  });

  it('of what it cannot change is refused by the name of the field, and taken as it is served', async () => {
    const items = [{ itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 }];
    const { referralId } = await aReferral({ items });
    await until(async () => (await get(api, `/tasks/${referralId}-1`, staff)).status === 200);
    await untilLike(referralId, ({ items }) => items['Custom Item']?.[0]?.currentTask !== null);
    const [item] = (await read(referralId)).items['Custom Item'] ?? [];
    const elsewhere = { currentTask: { ...item?.currentTask, name: 'Delivered' } };
    const lastTask = { id: `${referralId}-1`, name: 'Create Patient', department: 'Demos' };
    for (const changed of [
      elsewhere,
      { currentTask: null },
      { currentTask: { ...item?.currentTask, owner: 'Dana' } },
      { lastTask },
      { orderId: 'PO-1' },
      { brightreeItemID: 'B-1' },
      { brightreeItemKey: 'K-1' },
      { image: '/api/catalogue/pictures/none.svg' },
    ]) {
      const [field = ''] = Object.keys(changed);
      const answer = await correctItems(referralId, [{ ...item, qty: 2, ...changed }]);
      expect([field, answer.status, answer.body]).toMatchObject([
        field,
        409,
        { code: 'referral/item-fixed', errors: { [`items.1.${field}`]: expect.stringContaining(field) } },
      ]);
    }
    expect((await read(referralId)).items['Custom Item']).toEqual([item]);
    expect((await correctItems(referralId, [{ ...item, qty: 2 }])).status).toBe(200);
    // A client that stops an item may also send the other fields that the specification has for a stopped item (ordering, section 4).
    const stopped = {
      currentTask: { id: `${referralId}-0`, name: 'Stopped' },
      lastTask: { id: `${referralId}-1` },
      stoppedReason: { reason: 'Moved away' },
    };
    const stop = () =>
      post(
        api,
        `/items/update-referral-items/${referralId}`,
        { items: [{ ...item, qty: 2, ...stopped, orderId: null }], parentId: 1 },
        staff,
      );
    expect((await stop()).status).toBe(200);
    expect((await stop()).status).toBe(200);
    expect((await correctItems(referralId, [{ ...item, qty: 2, stoppedReason: 'Moved away' }], 1)).body).toMatchObject({
      errors: { 'items.1.currentTask': expect.any(String) },
    });
  });

  it('of UHC codes is refused where the order has another source', async () => {
    const { referralId, referralInfo } = await aReferral();
    const message = "UHC Codes belong to the source 'uhc file'.";
    for (const sections of [{ referralInfo }, {}])
      expect(await correct({ referralId, ...sections, uhcCodes: 'A1' })).toMatchObject({
        body: { success: false, message },
      });
    const fromFile = { ...referralInfo, referralSource: 'uhc file' };
    expect((await correct({ referralId, referralInfo: fromFile, uhcCodes: 'A1' })).status).toBe(200);
  });

  it('of an order on the form of a payor takes every section as it is served, and no other plan, company or insurance type', async () => {
    const { memberInfo } = anOrder();
    const served = await aReferral({}, { form: 'magnolia', memberInfo: { ...memberInfo, state: 'MS' } });
    const { referralId, referralInfo, insuranceInfo, physicianInfo } = served;
    expect(insuranceInfo.plan).toBe('Magnolia Community Plan');
    const asServed = { referralInfo, memberInfo: served.memberInfo, insuranceInfo, physicianInfo };
    expect(await correct({ referralId, ...asServed })).toMatchObject({ status: 200 });
    const insuranceType = { medicaid: true, medicare: true };
    for (const [other, message] of [
      [{ insuranceInfo: { ...insuranceInfo, plan: 'Saguaro' } }, 'Plan is Magnolia Community Plan on this order form.'],
      [
        { insuranceInfo: { ...insuranceInfo, insuranceType, medicareId: 'M1' } },
        'this order form takes no other insurance type.',
      ],
      [
        { referralInfo: { ...referralInfo, company: 'Another Plan' } },
        'Company is Magnolia Community Plan on this order form.',
      ],
    ] as const)
      expect(await correct({ referralId, ...other })).toMatchObject({
        status: 409,
        body: { code: 'order/fixed-by-form', message: expect.stringContaining(message) },
      });
    expect(await read(referralId)).toMatchObject({ referralInfo, insuranceInfo });
  });

  it('over one that its author has not seen is refused field by field, and one beside it is not', async () => {
    const { referralId, memberInfo } = await aReferral();
    expect((await correct({ referralId, memberInfo: { ...memberInfo, city: 'Mesa' } })).status).toBe(200);
    const over = { referralId, memberInfo: { ...memberInfo, city: 'Yuma', zip: '85364' } };
    const refused = await correct(over);
    expect(refused).toMatchObject({ status: 409, body: { code: 'referral/changed-meanwhile' } });
    expect(refused.body).toHaveProperty('errors', {
      'memberInfo.city': expect.stringMatching(
        `changed this on .* Central Time from “${memberInfo.city}” to “Mesa”\\.$`,
      ),
    });
    expect((await correct({ referralId, memberInfo: { ...memberInfo, zip: '85364' } })).status).toBe(200);
    expect((await correct({ ...over, parentId: 2 })).status).toBe(200);
    await untilLike(referralId, ({ memberInfo: { city, zip } }) => city === 'Yuma' && zip === '85364');
  });

  it('of an order with corrections that there never were is refused, as its author cannot have seen them', async () => {
    const { referralId, memberInfo } = await aReferral();
    const ahead = await correct({ referralId, memberInfo: { ...memberInfo, city: 'Yuma' }, parentId: 1 });
    expect(ahead).toMatchObject({ status: 409, body: { code: 'referral/unknown-correction' } });
  });

  it('of items changes, adds, removes and restores', async () => {
    const { referralId } = await aReferral();
    const added = { itemCategory: 'Custom Item', item: 'Bed rail', description: 'Padded', qty: 2 };
    const custom = (item: string) => ({ itemCategory: 'Custom Item', item, qty: 1 });
    expect((await correctItems(referralId, [added, custom('Cane')])).status).toBe(200);
    expect(
      (
        await correctItems(
          referralId,
          [
            { id: 2, qty: 3 },
            { id: 3, deleted: true },
          ],
          2,
        )
      ).status,
    ).toBe(200);
    await untilLike(referralId, ({ items }) => {
      const lines = Object.values(items).flat();
      return lines.some(({ id, deleted }) => id === 3 && deleted) && lines.some(({ id, qty }) => id === 2 && qty === 3);
    });
    expect((await correctItems(referralId, [{ id: 3, deleted: false }], 4)).status).toBe(200);
    const twice = [
      { id: 2, qty: 4 },
      { id: 2, qty: 5 },
    ];
    expect(await correctItems(referralId, twice)).toMatchObject({
      status: 400,
      body: { errors: { items: 'An item has one line at most.' } },
    });
    expect(await correctItems(referralId, [{ id: 9, qty: 3 }])).toMatchObject({
      status: 409,
      body: { code: 'referral/unknown-item' },
    });
  });

  it('needs a referral', async () => {
    expect(await correct({ referralId: '1', otherInfo: 'Ring' })).toMatchObject({
      status: 409,
      body: { code: 'referral/not-found' },
    });
  });
});
