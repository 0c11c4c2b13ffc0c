import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type OrdersSentBefore,
  POSITION_HEADER,
  type ReferralHistory,
  type ReferralList,
  type ReferralsOfMember,
  SAME_ORDER_WINDOW_MINUTES,
} from '@throughline/contracts';
import { givenOutAt } from '@throughline/domain';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder } from '../testing/an-order.js';
import { emailOf, type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { callOnce, get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

let members = 0;
/** A member for one test: name, date of birth and Medicaid ID are unique. */
function aMember() {
  members += 1;
  const order = anOrder({ lastName: `Núñez${'x'.repeat(members)}` });
  return { ...order, insuranceInfo: { ...order.insuranceInfo, medicaidId: `MD-${4711 + members}` } };
}
type Order = ReturnType<typeof aMember>;

async function submit(order: Order, as?: Name): Promise<string> {
  const sent = await post<string>(api, '/referrals/create', order, as && { as });
  await waitUntilProjected(api.engines.database.db, Number(sent.headers.get(POSITION_HEADER)));
  return sent.body.data;
}

const questionOf = ({ memberInfo: { lastName, firstName, DOB }, insuranceInfo, items }: Order) => ({
  memberInfo: { lastName, firstName, DOB },
  medicaidId: insuranceInfo.medicaidId,
  items: items.map(({ item }) => ({ catalogueId: null, item, option: null, description: null })),
});

async function found(order: Order, as: Name): Promise<readonly string[]> {
  const { body } = await post<OrdersSentBefore>(api, '/referrals/same-orders', questionOf(order), { as });
  return body.data.map(({ referralId }) => referralId);
}

const ofMember = async (id: string, as: Name = 'staff') =>
  (await get<ReferralsOfMember>(api, `/referrals/referral/${id}/of-member`, { as })).body.data;
const sameAt = async (id: string) => (await ofMember(id)).rows.filter((row) => row.isSameOrder);
const idsAt = async (id: string) => (await sameAt(id)).map(({ referralId }) => referralId);

/** Moves the submission of a referral back by this many minutes. */
const age = (id: string, minutes: number) =>
  api.engines.database.pool.query(
    `update member_referral set submitted_at = submitted_at - make_interval(mins => $2) where referral_id = $1`,
    [id, minutes],
  );

describe('Before an order is submitted', () => {
  it('only people who may read the earlier order are told of it', async () => {
    const order = aMember();
    const id = await submit(order, 'referrer');
    const told = { referrer: [id], colleague: [id], staff: [id], ops: [id], admin: [id], stranger: [] };
    for (const [as, ids] of Object.entries(told)) expect([as, await found(order, as as Name)]).toEqual([as, ids]);
  });

  it('that somebody was told of an earlier one is in its audit', async () => {
    const order = aMember();
    const id = await submit(order, 'referrer');
    const toldTo = async () => {
      const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
      return body.data.accesses.filter(({ screen }) => screen === 'Same referrals').map(({ email }) => email);
    };
    await found(order, 'stranger');
    expect(await toldTo()).toEqual([]);
    await found(order, 'colleague');
    expect(await toldTo()).toEqual([emailOf(PEOPLE.colleague)]);
  });

  it('only the staff are told of one that was submitted without a sign-in', async () => {
    const order = aMember();
    const id = await submit(order);
    expect(await found(order, 'referrer')).toEqual([]);
    expect(await found(order, 'staff')).toEqual([id]);
  });

  it('those that the caller may not read hide none that they may', async () => {
    const order = aMember();
    const own = await submit(order, 'referrer');
    for (let more = 0; more < 25; more++) await submit(order, 'stranger');
    expect(await found(order, 'referrer')).toEqual([own]);
  });

  it('one that the caller has sent a moment ago counts, and is zero minutes old', async () => {
    const order = aMember();
    const sent = await post<string>(api, '/referrals/create', order, { as: 'referrer' });
    const path = `/referrals/same-orders?minPosition=${sent.headers.get(POSITION_HEADER)}`;
    const { body } = await post<OrdersSentBefore>(api, path, questionOf(order), { as: 'referrer' });
    expect(body.data).toEqual([{ referralId: sent.body.data, minutesAgo: 0 }]);
  });

  it('is not answered at a position that is not reached', async () => {
    const path = `/referrals/same-orders?minPosition=${Number.MAX_SAFE_INTEGER}`;
    const answer = await callOnce(api, 'POST', path, { as: 'referrer', body: questionOf(aMember()) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('says how long ago, the newest first, and forgets after the window', async () => {
    const order = aMember();
    const [old, first, second] = [
      await submit(order, 'referrer'),
      await submit(order, 'referrer'),
      await submit(order, 'referrer'),
    ];
    await age(old, SAME_ORDER_WINDOW_MINUTES + 1);
    await age(first, SAME_ORDER_WINDOW_MINUTES - 2);
    await age(second, 3);
    const { body } = await post<OrdersSentBefore>(api, '/referrals/same-orders', questionOf(order), { as: 'referrer' });
    expect(body.data).toEqual([
      { referralId: second, minutesAgo: 3 },
      { referralId: first, minutesAgo: SAME_ORDER_WINDOW_MINUTES - 2 },
    ]);
  });

  it.each<[string, (order: Order) => Order]>([
    ['its name is spelled otherwise', ({ memberInfo, ...order }) => ({ ...order, memberInfo: { ...memberInfo, lastName: memberInfo.lastName.replace('Núñez', ' NUNEZ') } })], // prettier-ignore
    ['its Medicaid ID is another', ({ insuranceInfo, ...order }) => ({ ...order, insuranceInfo: { ...insuranceInfo, medicaidId: 'X' } })], // prettier-ignore
    ['only its Medicaid ID is the same, with blanks', ({ memberInfo, insuranceInfo, ...order }) => ({ ...order, memberInfo: { ...memberInfo, lastName: 'Castle' }, insuranceInfo: { ...insuranceInfo, medicaidId: insuranceInfo.medicaidId.replace('-', ' ') } })], // prettier-ignore
    ['it orders more of the same', ({ items, ...order }) => ({ ...order, items: [...items, ...items] })],
  ])('an order is the same if %s', async (_, change) => {
    const order = aMember();
    const id = await submit(order, 'referrer');
    expect(await found(change(order), 'referrer')).toEqual([id]);
  });

  it.each<[string, (order: Order) => Order]>([
    ['for another member', () => aMember()],
    ['with another item', (order) => ({ ...order, items: [{ ...order.items[0]!, item: 'Bath chair' }] })],
    ['with a further item', (order) => ({ ...order, items: [...order.items, { ...order.items[0]!, item: 'Bath chair' }] })], // prettier-ignore
  ])('an order %s is not the same', async (_, change) => {
    const order = aMember();
    await submit(order, 'referrer');
    expect(await found(change(order), 'referrer')).toEqual([]);
  });
});

describe('On a referral, the staff', () => {
  it('see the other of two orders that are the same, also if a visitor submitted it', async () => {
    const order = aMember();
    const [first, second] = [await submit(order, 'referrer'), await submit(order)];
    expect(await ofMember(first)).toMatchObject({
      rows: [{ referralId: second, submittedAt: expect.stringMatching(/^20.*Z$/) }],
      mayGrow: true,
    });
    expect(await idsAt(second)).toEqual([first]);
    expect(Date.parse((await ofMember(first)).rows[0]!.submittedAt) - givenOutAt(second)).toBeLessThan(1_000);
  });

  it('see none that was submitted much earlier, nor of another member', async () => {
    const order = aMember();
    const [first, second, other] = [
      await submit(order, 'referrer'),
      await submit(order, 'referrer'),
      await submit(aMember(), 'referrer'),
    ];
    await age(first, SAME_ORDER_WINDOW_MINUTES + 1);
    for (const id of [first, second, other]) expect(await idsAt(id)).toEqual([]);
    expect((await ofMember(first)).mayGrow).toBe(false);
  });
});

describe('The other referrals of a member', () => {
  const from = (
    order: Order,
    change: { lastName?: string; firstName?: string; medicaidId?: string; item?: string },
  ) => {
    const { medicaidId = order.insuranceInfo.medicaidId, item = 'Bath chair', ...name } = change;
    return {
      ...order,
      memberInfo: { ...order.memberInfo, ...name },
      insuranceInfo: { ...order.insuranceInfo, medicaidId },
      items: [{ ...order.items[0]!, item }],
    };
  };

  it('are those of the same Medicaid ID, or of the same name and birthday, newest first, and say which', async () => {
    const order = aMember();
    const { firstName, lastName } = order.memberInfo;
    const { medicaidId } = order.insuranceInfo;
    const id = await submit(order, 'referrer');
    const later = await submit(from(order, {}), 'referrer');
    const child = await submit(
      from(order, { firstName: 'Baby', medicaidId: medicaidId.replace('-', ' ') }),
      'referrer',
    );
    const twin = await submit(from(order, { medicaidId: 'MD-77990321' }), 'referrer');
    await submit(from(order, { firstName: 'Other', medicaidId: 'MD-1' }), 'referrer');
    const status = expect.stringMatching(/Patient/);
    const row = { memberLastName: lastName, submittedAt: expect.any(String), status, isSameOrder: false };
    expect((await ofMember(id)).rows).toEqual([
      { ...row, referralId: twin, memberFirstName: firstName, isSameMedicaidId: false, otherMedicaidIdEnd: '0321' },
      { ...row, referralId: child, memberFirstName: 'Baby', isSameMedicaidId: true, otherMedicaidIdEnd: null },
      { ...row, referralId: later, memberFirstName: firstName, isSameMedicaidId: true, otherMedicaidIdEnd: null },
    ]);
  });

  it('are listed only if the reader may see them, and each is logged as an access', async () => {
    const order = aMember();
    const [own, others, visitors] = [
      await submit(order, 'referrer'),
      await submit(from(order, {}), 'stranger'),
      await submit(from(order, { item: 'Cane' })),
    ];
    const idsFor = async (id: string, as: Name) => (await ofMember(id, as)).rows.map(({ referralId }) => referralId);
    for (const as of ['referrer', 'colleague'] as const) expect(await idsFor(own, as)).toEqual([]);
    expect(await idsFor(own, 'staff')).toEqual([visitors, others]);
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${others}/history`, { as: 'ops' });
    expect(body.data.accesses.filter(({ screen }) => screen === 'Referrals of the member')).toMatchObject([
      { email: emailOf(PEOPLE.staff) },
    ]);
  });

  it('are told apart in lists that have only one of them on a page, from those that the reader may see', async () => {
    const order = aMember();
    const own = await submit(order, 'referrer');
    await submit(from(order, { item: 'Cane' }), 'referrer');
    const note = await post(api, '/notes/create', { referralId: own, noteText: 'Call.' }, { as: 'referrer' });
    await waitUntilProjected(api.engines.database.db, Number(note.headers.get(POSITION_HEADER)));
    const inList = async (list: string, as: Name) => {
      const namesakes: (string | undefined)[] = [];
      for (const page of [0, 1, 2]) {
        const search = encodeURIComponent(order.memberInfo.lastName);
        const { body } = await get<ReferralList>(api, `${list}search=${search}&pageSize=1&page=${page}`, { as });
        namesakes.push(...(body.data.namesakes ?? ['absent']));
      }
      return namesakes.sort();
    };
    const lists = ['/referrals?', '/tasks?tab=open&', '/notes?'];
    for (const list of lists) expect(await inList(list, 'staff')).toEqual([]);
    const twin = await submit(from(order, { medicaidId: 'MD-77990321' }), 'stranger');
    const [referrals, tasks, notes] = await Promise.all(lists.map((list) => inList(list, 'staff')));
    expect(new Set(referrals)).toContain(twin);
    expect(referrals).toHaveLength(3);
    expect(tasks).toEqual(referrals);
    expect(notes).toEqual([own]);
    for (const list of ['/referrals?', '/notes?']) expect(await inList(list, 'referrer')).toEqual([]);
  });

  it('are the last twenty, and say that there are more', async () => {
    const order = aMember();
    const id = await submit(order, 'referrer');
    const ids: string[] = [];
    for (let more = 0; more < 22; more++) ids.unshift(await submit(from(order, { item: `Item ${more}` }), 'referrer'));
    const { rows, hasMore } = await ofMember(id, 'referrer');
    expect([rows.map(({ referralId }) => referralId), hasMore]).toEqual([ids.slice(0, 20), true]);
  });
});
