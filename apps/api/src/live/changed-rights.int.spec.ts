import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AssignTasksAnswer, FeedPosition, NotificationList, ReferralList } from '@throughline/contracts';
import { accountDecider, type AccountEvent, type Recorded } from '@throughline/domain';
import { handleCommand, StoreUnavailable, systemContext } from '@throughline/event-store';
import { park, unpark } from '@throughline/read-models';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type ApiUnderTest, PEOPLE, startAnotherNode, startApi, type Name } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { type Projecting, startProjecting } from '../testing/projecting.js';
import { untilSoon, withinFiveSeconds } from '../testing/until.js';

const LIST = { name: 'referral-list' } as const;
const QUEUE = { name: 'task-queue' } as const;

describe('Rights that change', () => {
  let first: ApiUnderTest;
  let second: ApiUnderTest;
  let projecting: Projecting;
  beforeAll(async () => {
    first = await startApi({ project: (engines) => (projecting = startProjecting(engines)) });
    second = await startAnotherNode(first);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const clients: LiveClient[] = [];
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));
  const open = (as: Name, { at = second, token }: { at?: ApiUnderTest; token?: string } = {}) => {
    const client = connect(at, as, token);
    clients.push(client);
    return client;
  };
  const submit = async (as: Name, order = anOrder()) => (await submitOrder(first, order, { as })).body.data;
  const strangers = () => submit('stranger', anOrder({ email: 'u-stranger@people.example' }));
  /** The status of the answer of both nodes; null while they differ. */
  const statusOf = async (path: string, as: Name) => {
    const [one, other] = await Promise.all([first, second].map((node) => get(node, path, { as })));
    return one?.status === other?.status ? (one?.status ?? null) : null;
  };
  const snapshot = async (as: Name): Promise<FeedPosition> =>
    (await get<ReferralList>(second, '/referrals', { as })).body.data.feed;

  const change = (who: Name, to: { companyId?: number | null; groups?: readonly string[] }) =>
    handleCommand(first.engines.store, {
      decider: accountDecider,
      id: PEOPLE[who].userId,
      context: systemContext(randomUUID(), new Date().toISOString()),
      decide: ({ account }) => {
        const { companyId, groups } = { ...account!, ...to };
        return [
          { type: 'CompanyAssigned', data: { companyId, groups, claimed: null, reason: 'As asked' } },
        ] satisfies AccountEvent[];
      },
    });

  it('another company: its referrals are received, and those of the previous one no longer', async () => {
    const ours = await submit('referrer');
    const detail = { name: 'referral', referralId: ours } as const;
    await withinFiveSeconds(first, async () => (await statusOf(`/referrals/referral/${ours}`, 'colleague')) === 200);
    const client = open('colleague');
    await client.join(LIST, await snapshot('colleague'));
    await client.join(detail);

    await change('colleague', { companyId: 26 });
    await withinFiveSeconds(first, () => client.left.length === 2);
    expect(new Set(client.left)).toEqual(
      new Set(['referral-list identity/rights-changed', `referral:${ours} referral/not-found`]),
    );
    expect(await statusOf(`/referrals/referral/${ours}`, 'colleague')).toBe(404);

    expect((await client.join(LIST, await snapshot('colleague'))).status).toBe('joined');
    const before = client.changes.length;
    await submit('referrer');
    const theirs = await strangers();
    await withinFiveSeconds(first, () => client.changes.slice(before).some(({ key }) => key === theirs));
    expect(client.changes.slice(before).every(({ key }) => key === theirs)).toBe(true);
    await change('colleague', { companyId: 12 });
  });

  it('a join answers with its scope, so that a client notices a change during its absence', async () => {
    const client = open('stranger');
    const scopeOf = async () => {
      const answer = await client.join(LIST);
      return answer.status === 'refused' ? null : answer.scope;
    };
    const before = await scopeOf();
    expect(await scopeOf()).toBe(before);
    await change('stranger', { companyId: 12 });
    await withinFiveSeconds(first, () => client.left.length > 0);
    expect(await scopeOf()).not.toBe(before);
    await change('stranger', { companyId: 26 });
  });

  it('another role: the queue is left, and read no more', async () => {
    const both = [first, second].map((at) => open('staff2', { at }));
    for (const { join } of both) {
      await join(QUEUE);
      await join(LIST);
    }
    await change('staff2', { companyId: 12 });
    for (const { left, join } of both) {
      await withinFiveSeconds(first, () => left.length === 2);
      expect(new Set(left)).toEqual(
        new Set(['referral-list identity/rights-changed', 'task-queue identity/not-allowed']),
      );
      expect(await join(QUEUE)).toMatchObject({ status: 'refused', code: 'identity/not-allowed' });
    }
    expect(await statusOf('/tasks', 'staff2')).toBe(403);
    await change('staff2', { companyId: 1 });
  });

  it('another role: notifications of work are neither read nor received any more', async () => {
    const id = await submit('referrer');
    await withinFiveSeconds(first, async () => (await statusOf(`/tasks/${id}-1`, 'staff2')) === 200);
    const read = async () =>
      (await get<NotificationList>(second, '/notifications', { as: 'staff2' })).body.data.notifications;
    await post(first, `/tasks/${id}-1/assign`, { userId: PEOPLE.staff2.userId }, { as: 'staff' });
    await withinFiveSeconds(first, async () => (await read()).length === 1);
    const client = open('staff2');
    await client.join({ name: 'notifications' });
    await change('staff2', { companyId: 12 });
    await withinFiveSeconds(first, () => client.left.length > 0);
    expect(client.left).toEqual(['notifications identity/rights-changed']);
    expect(await read()).toEqual([]);
    await client.join({ name: 'notifications' });
    await client.join({ name: 'note-list' });
    // Both notes notify the holder of the task. When the second has arrived, everything that the first caused has arrived too.
    for (let n = 0; n < 2; n++) {
      await post(first, '/notes/create', { referralId: id, noteText: 'Call.' }, { as: 'referrer' });
    }
    await withinFiveSeconds(first, () => client.changes.some(({ key }) => key === `${id}-2`));
    expect(client.changes.map(({ key }) => key)).toEqual([`${id}-1`, `${id}-2`]);
    await change('staff2', { companyId: 1 });
  });

  it('a role that may do the same changes nothing', async () => {
    await withinFiveSeconds(first, async () => (await statusOf('/tasks', 'staff2')) === 200);
    const client = open('staff2');
    await client.join(QUEUE);
    await change('staff2', { groups: ['Ops'] });
    await withinFiveSeconds(first, async () => (await statusOf('/referrals/referral/1/history', 'staff2')) !== 403);
    const id = await submit('referrer');
    await withinFiveSeconds(first, () => client.changes.some(({ key }) => key.startsWith(id)));
    expect(client.left).toEqual([]);
    await change('staff2', { groups: [] });
  });

  it.each(['siteAdmin', 'staff'] as const)(
    'an open page is sent its new rights even if no topic depends on them: %s',
    async (who) => {
      const rightsOf = (client: LiveClient) => client.rights.map(({ admin, siteAdmin }) => ({ admin, siteAdmin }));
      const client = open(who);
      await client.join({ name: 'note-list' });
      const [before] = rightsOf(client);
      for (const to of [{ admin: who === 'staff', siteAdmin: false }, before!]) {
        await actOnAccount(first, who, 'role', to);
        await withinFiveSeconds(first, () => JSON.stringify(rightsOf(client).at(-1)) === JSON.stringify(to));
      }
      expect(rightsOf(client)).toHaveLength(3);
    },
  );

  it('a person that was deactivated at the provider receives and reads nothing more', async () => {
    const token = await first.identity.token('u-staff');
    const client = open('staff', { token });
    await client.join(QUEUE);
    first.identity.revoke(token);
    await withinFiveSeconds(first, () => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/sign-in-required']);
    expect((await get(second, '/tasks', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  it('other owners: a caller that may no longer read the referral leaves its topic', async () => {
    const id = await submit('referrer');
    await withinFiveSeconds(first, async () => (await statusOf(`/referrals/referral/${id}`, 'colleague')) === 200);
    await withinFiveSeconds(first, async () => (await statusOf(`/tasks/${id}-1`, 'staff2')) === 200);
    const client = open('colleague');
    await client.join({ name: 'referral', referralId: id });
    await first.engines.database.db
      .updateTable('referral_detail')
      .where('referral_id', '=', id)
      .set({ company_id: 26 })
      .execute();
    // No event reports that a read model was restored: the rights are checked at the person's next change, or within half a minute.
    await change('colleague', { groups: ['Ops'] });
    await withinFiveSeconds(first, () => client.left.length > 0);
    expect(client.left).toEqual([`referral:${id} referral/not-found`]);
    expect(await statusOf(`/referrals/referral/${id}`, 'colleague')).toBe(404);
    await change('colleague', { groups: [] });
  });

  it('who loses the right to assign during a bulk assignment assigns no more, and reads which tasks are left', async () => {
    const taskIds: string[] = [];
    for (const _ of [1, 2, 3]) taskIds.push(`${await submit('referrer')}-1`);
    await withinFiveSeconds(first, async () => (await statusOf(`/tasks/${taskIds[2]}`, 'staff2')) === 200);
    const { store } = second.engines;
    const append = store.append.bind(store);
    const appending = jest.spyOn(store, 'append').mockImplementation(async (stream, ...rest) => {
      const result = await append(stream, ...rest);
      if (stream === `itemTask-${taskIds[0]?.slice(0, -2)}`) await change('staff2', { companyId: 26 });
      return result;
    });
    const body = { userId: PEOPLE.staff.userId, taskIds };
    const answer = await post<AssignTasksAnswer>(second, '/tasks/assign', body, { as: 'staff2' });
    appending.mockRestore();
    const refused = { assigned: false, code: 'identity/not-allowed', message: 'You are not allowed to do this.' };
    expect(answer.body.data.results).toEqual([
      { taskId: taskIds[0], assigned: true },
      ...taskIds.slice(1).map((taskId) => ({ taskId, ...refused })),
    ]);
    await change('staff2', { companyId: 1 });
    await withinFiveSeconds(first, async () => (await statusOf(`/tasks/${taskIds[2]}`, 'staff2')) === 200);
  });

  it('pages whose people nothing happens to are not checked again and again, while changes are told', async () => {
    const pages = [open('referrer'), open('siteAdmin'), open('ops')];
    const { store } = second.engines;
    const reading = jest.spyOn(store, 'readStream');
    const polling = jest.spyOn(store, 'head');
    const polls = async (count: number) => {
      const before = polling.mock.calls.length;
      await untilSoon(first, () => polling.mock.calls.length >= before + count);
    };
    for (const { join } of pages) await join(LIST);
    await polls(4); // each page is checked once more, because a join may have read an older account
    reading.mockClear();
    const before = first.identity.introspections();
    await polls(5);
    expect(reading).not.toHaveBeenCalled();
    expect(first.identity.introspections()).toBe(before);
    jest.restoreAllMocks();
  });

  describe('while nothing is projected', () => {
    beforeAll(() => projecting.stop());
    afterEach(() => void jest.restoreAllMocks());

    const act = (who: Name, name: string, body: object = {}) => actOnAccount(first, who, name, body);

    it('a deactivated person reads, writes and receives nothing more, and is given no task', async () => {
      const client = open('staff2');
      await client.join(QUEUE);
      expect((await act('staff2', 'deactivate')).status).toBe(200);
      await withinFiveSeconds(first, () => client.left.length > 0);
      expect(client.left).toEqual(['task-queue identity/deactivated']);
      const note = { referralId: '1', noteText: 'Call.', internal: true };
      for (const node of [first, second]) {
        await withinFiveSeconds(
          first,
          async () => (await get(node, '/referrals', { as: 'staff2' })).body.code === 'identity/deactivated',
        );
        expect((await post(node, '/notes/create', note, { as: 'staff2' })).body.code).toBe('identity/deactivated');
      }
      const assigned = await post(first, '/tasks/1-1/assign', { userId: PEOPLE.staff2.userId }, { as: 'staff' });
      expect(assigned.body.code).toBe('item-task/not-an-assignee');
    });

    it('a company, a group and the right of a site administrator are lost', async () => {
      const client = open('colleague');
      await client.join(LIST);
      await act('colleague', 'company', { companyId: 26 });
      await act('ops', 'groups', { groups: [] });
      await act('siteAdmin', 'role', { admin: false, siteAdmin: false });
      await withinFiveSeconds(first, async () => (await statusOf('/users', 'siteAdmin')) === 403);
      await withinFiveSeconds(first, async () => (await statusOf('/acts', 'ops')) === 403);
      await withinFiveSeconds(first, () => client.left.length > 0);
      expect(client.left).toEqual(['referral-list identity/rights-changed']);
    });

    it.each([
      ['cannot read the log', () => Promise.reject<Recorded[]>(new StoreUnavailable('not-written'))],
      ['gets no answer from the log', () => new Promise<Recorded[]>(() => undefined)],
    ])('nothing is sent live to a person who is not projected, by a node that %s', async (_, answer) => {
      const { db } = first.engines.database;
      const client = open('staff');
      await client.join(QUEUE);
      const closed = new Promise((resolve) => client.socket.once('disconnect', resolve));
      const stream = `account-${PEOPLE.staff.userId}`;
      await park(db, 'account_v1', [{ stream, position: 1, error: 'Of the specs' }]);
      jest.spyOn(second.engines.store, 'head').mockImplementation(async () => (await answer()).length);
      jest.spyOn(second.engines.store, 'readStream').mockImplementation(async function* () {
        yield* await answer();
      });
      await closed;
      await unpark(db, 'account_v1', stream);
    });
  });
});
