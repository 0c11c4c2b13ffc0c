import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type AssignTasksAnswer } from '@throughline/contracts';
import { companyOf, itemTaskDecider } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { post } from '../../testing/call.js';
import {
  LOOK_AGAIN,
  WHEN,
  aTask,
  admin,
  api,
  caseOf,
  dayIn,
  reason,
  twoItems,
  valuesOf,
} from './done-meanwhile.testing.js';

describe('A request that is sent again because its answer was lost', () => {
  it('is answered as done where what it corrected is so again, or was made so again', async () => {
    const id = await twoItems();
    const { memberInfo } = anOrder();
    const moveTo = (city: string, parentId: number, as: Name, key = randomUUID()) =>
      post(api, '/referrals/update', { referralId: id, memberInfo: { ...memberInfo, city }, parentId }, { as, key });
    const order = (qty: number, parentId: number, as: Name, key = randomUUID()) => {
      const items = [{ id: 1, qty }];
      return post(api, `/items/update-referral-items/${id}`, { items, parentId }, { as, key });
    };
    const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
    const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
    const recert = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, admin);
    const path = `/recertifications/${caseOf(recert.body.data.taskId)}/update`;
    const rename = (lastName: string, parentId: number, as: Name, key = randomUUID()) =>
      post(api, path, { member: { ...member, lastName }, parentId }, { as, key });
    for (const [act, [made, other], start] of [
      [moveTo, ['Mesa', 'Yuma'], 0],
      [order, [2, 3], 3],
      [rename, ['Ortiz', 'Quillon'], 0],
    ] as const) {
      const correct = act as (value: unknown, parentId: number, as: Name, key?: string) => ReturnType<typeof order>;
      const key = randomUUID();
      const first = await correct(made, start, 'admin', key);
      expect(first.status).toBe(200);
      expect((await correct(other, start + 1, 'staff2')).status).toBe(200);
      expect((await correct(made, start, 'admin', key)).body.code).toBe('request/changed-since');
      expect((await correct(made, start + 2, 'staff2')).status).toBe(200);
      expect(await correct(made, start, 'admin', key)).toMatchObject({ status: 200, body: first.body });
    }
  });

  it('is answered as done where others have gone on from the outcome that it recorded, but not where that was undone', async () => {
    const outcomeOf = async () => {
      const taskId = await aTask();
      const key = randomUUID();
      const send = () => post(api, `/tasks/${taskId}/outcome`, { outcome: 'created' }, { ...admin, key });
      const first = await send();
      expect(first.status).toBe(200);
      return { id: caseOf(taskId), send, first };
    };
    const gone = await outcomeOf();
    const next = await post(
      api,
      `/tasks/${gone.id}-2/move`,
      { itemIds: [1], task: 'Select Items', reason },
      { as: 'staff2' },
    );
    expect(next.status).toBe(200);
    expect((await gone.send()).body).toEqual(gone.first.body);

    const undone = await outcomeOf();
    const { outcomeId } = undone.first.body.data as { readonly outcomeId: string };
    expect((await post(api, `/tasks/outcomes/${outcomeId}/undo`, {}, admin)).status).toBe(200);
    expect((await undone.send()).body.code).toBe('request/changed-since');
  });

  it('is answered as done while others change something else', async () => {
    const groups = (as: Name, key: string, seen: readonly string[], ...named: string[]) =>
      post(
        api,
        `/users/user/${PEOPLE.colleague.userId}/groups`,
        { groups: named, seen: { groups: seen, companyId: 12, active: true }, reason },
        { as, key },
      );
    const before = (await valuesOf('colleague'))['groups'] as readonly string[];
    const key = randomUUID();
    const mine = () => groups('admin', key, before, ...before, 'Clinical Staff');
    expect((await mine()).status).toBe(200);
    expect((await groups('staff2', randomUUID(), before, ...before, 'Case Managers')).status).toBe(200);
    expect((await mine()).status).toBe(200);
    const now = (await valuesOf('colleague'))['groups'] as readonly string[];
    const others = now.filter((group) => group !== 'Clinical Staff');
    expect((await groups('staff2', randomUUID(), now, ...others)).status).toBe(200);
    expect((await mine()).body.code).toBe('request/changed-since');
  });

  it('names who undid it, and not who did something else later; what a timer does is no reason', async () => {
    const taskId = await aTask();
    const until = dayIn(9);
    const holdAs = (key: string) =>
      post(api, `/tasks/${taskId}/hold`, { until, reason, seen: { until: null, reason: null } }, { ...admin, key });
    const key = randomUUID();
    expect((await holdAs(key)).status).toBe(200);
    const { store } = api.engines;
    const [at, referralId] = [`${dayIn(20)}T12:00:00.000Z`, caseOf(taskId)];
    const command = { type: 'EndHold', data: { referralId, taskId, at } } as const;
    const ended = { decider: itemTaskDecider, id: referralId, command, context: systemContext(randomUUID(), at) };
    expect((await handleCommand(store, ended)).events).toHaveLength(1);
    expect((await holdAs(key)).status).toBe(200);
    const again = randomUUID();
    expect((await holdAs(again)).status).toBe(200);
    expect((await post(api, `/tasks/${taskId}/resume`, {}, { as: 'staff2' })).status).toBe(200);
    expect((await post(api, `/tasks/${taskId}/claim`, {}, { as: 'staff' })).status).toBe(200);
    expect((await holdAs(again)).body.message).toMatch(/: Eli Vance took Create Patient off hold\. /);
  });

  it('says to a site administrator that the provider undid it, and not who', async () => {
    const { switches, admin: isAdmin, siteAdmin, groups, companyId } = await valuesOf('colleague');
    const seen = { switches, admin: isAdmin, siteAdmin, groups, companyId };
    const path = `/users/user/${PEOPLE.colleague.userId}`;
    const key = randomUUID();
    const mine = () => post(api, `${path}/deactivate`, { seen, reason }, { as: 'siteAdmin', key });
    expect((await mine()).status).toBe(200);
    expect((await actOnAccount(api, 'colleague', 'reactivate')).status).toBe(200);
    const { status, body } = await mine();
    expect([status, body.code]).toEqual([409, 'request/changed-since']);
    // The refusal does not reveal why.
    const somebody = `Somebody at ${companyOf(PEOPLE.admin.companyId)?.name}`;
    expect(body.message).toMatch(
      new RegExp(`^You did this on ${WHEN}\\. It was changed since then, by ${somebody} on ${WHEN}\\. ${LOOK_AGAIN}$`),
    );
  });

  it('says of each of several tasks whether it is still so', async () => {
    const [taken, kept] = [await aTask(), await aTask()];
    const key = randomUUID();
    const assign = async () => {
      const body = { userId: PEOPLE.admin.userId, taskIds: [taken, kept] };
      return (await post<AssignTasksAnswer>(api, '/tasks/assign', body, { ...admin, key })).body.data.results;
    };
    const assigned = [taken, kept].map((taskId) => ({ taskId, assigned: true }));
    expect(await assign()).toEqual(assigned);
    expect(await assign()).toEqual(assigned);
    const away = await post(api, `/tasks/${taken}/assign`, { userId: PEOPLE.staff2.userId }, { as: 'staff2' });
    expect(away.status).toBe(200);
    const refused = { taskId: taken, assigned: false, code: 'request/changed-since' };
    expect(await assign()).toEqual([expect.objectContaining(refused), assigned[1]]);
  });

  it('is not answered as done either once its key is forgotten, nor to somebody else', async () => {
    const taskId = await aTask();
    const key = randomUUID();
    const assign = (as: 'admin' | 'staff2') =>
      post(api, `/tasks/${taskId}/assign`, { userId: PEOPLE.admin.userId }, { as, key });
    const forget = () => api.engines.database.db.deleteFrom('idempotency_key').where('key', '=', key).execute();
    expect((await assign('admin')).status).toBe(200);
    await forget();
    expect((await assign('staff2')).body.code).toBe('request/idempotency-key-reused');
    await forget();
    expect((await assign('admin')).status).toBe(200);
    const away = await post(api, `/tasks/${taskId}/assign`, { userId: PEOPLE.staff2.userId }, { as: 'staff2' });
    expect(away.status).toBe(200);
    await forget();
    expect((await assign('admin')).body.code).toBe('request/changed-since');
  });

  it('keeps the refusal of each of several tasks, also if it could be assigned by now', async () => {
    const [held, kept] = [await aTask(), await aTask()];
    expect((await post(api, `/tasks/${held}/claim`, {}, { as: 'staff2' })).status).toBe(200);
    const key = randomUUID();
    const assign = async () => {
      const seen = { [held]: { assignee: null }, [kept]: { assignee: null } };
      const body = { userId: PEOPLE.admin.userId, taskIds: [held, kept], seen };
      return (await post<AssignTasksAnswer>(api, '/tasks/assign', body, { ...admin, key })).body.data.results;
    };
    const first = await assign();
    const refused = { taskId: held, assigned: false, code: 'item-task/changed-meanwhile' };
    expect(first).toEqual([expect.objectContaining(refused), { taskId: kept, assigned: true }]);
    expect(await assign()).toEqual(first);
    expect((await post(api, `/tasks/${held}/release`, {}, { as: 'staff2' })).status).toBe(200);
    expect(await assign()).toEqual(first);
  });

  it('is not carried out later if it was so already, and is not any more', async () => {
    const taskId = await aTask();
    const claim = (key: string) => post(api, `/tasks/${taskId}/claim`, {}, { ...admin, key });
    const [first, second] = [randomUUID(), randomUUID()];
    for (const key of [first, second, second]) expect((await claim(key)).status).toBe(200);
    expect((await post(api, `/tasks/${taskId}/release`, {}, admin)).status).toBe(200);
    const head = await api.engines.store.head();
    expect((await claim(second)).body).toMatchObject({
      code: 'request/changed-since',
      message: expect.stringMatching(
        /^This was so already when you asked for it, and has changed since then\. Nothing /,
      ),
    });
    expect(await api.engines.store.head()).toBe(head);
  });

  it('is refused if it came to nothing, because it was so already, and is not any more', async () => {
    const { switches, admin: isAdmin, siteAdmin, groups, companyId } = await valuesOf('referrer');
    const seen = { switches, admin: isAdmin, siteAdmin, groups, companyId };
    const path = `/users/user/${PEOPLE.referrer.userId}`;
    const [first, second] = [randomUUID(), randomUUID()];
    const deactivate = (key: string) => post(api, `${path}/deactivate`, { seen, reason }, { ...admin, key });
    for (const key of [first, second, second]) expect((await deactivate(key)).status).toBe(200);
    expect((await actOnAccount(api, 'referrer', 'reactivate', {}, 'staff2')).status).toBe(200);
    expect((await deactivate(first)).body.code).toBe('request/changed-since');
    expect((await deactivate(second)).body.code).toBe('account/changed-meanwhile');
  });

  it('is refused once a task was taken from somebody who does not work any more', async () => {
    const taskId = await aTask();
    const key = randomUUID();
    const assign = () => post(api, `/tasks/${taskId}/assign`, { userId: PEOPLE.staff.userId }, { ...admin, key });
    expect((await assign()).status).toBe(200);
    const referralId = caseOf(taskId);
    const data = { referralId, taskId, from: PEOPLE.staff.userId, to: null };
    const { at } = { at: new Date().toISOString() };
    const causationId = randomUUID();
    const context = { ...systemContext(randomUUID(), at), causationId };
    const command = { type: 'HandOnTask', data } as const;
    await handleCommand(api.engines.store, { decider: itemTaskDecider, id: referralId, command, context });
    const { status, body } = await assign();
    expect([status, body.code]).toEqual([409, 'request/changed-since']);
    expect(body.message).toMatch(new RegExp(`Throughline released Create Patient\\. ${LOOK_AGAIN}$`));
  });

  it('is asked the same after a crash between its event and its answer', async () => {
    const taskId = await aTask();
    const key = randomUUID();
    const hold = () =>
      post(
        api,
        `/tasks/${taskId}/hold`,
        { until: dayIn(9), reason, seen: { until: null, reason: null } },
        { ...admin, key },
      );
    expect((await hold()).status).toBe(200);
    const { db } = api.engines.database;
    await db.updateTable('idempotency_key').set({ answer: null }).where('key', '=', key).execute();
    expect((await hold()).status).toBe(200);
    await db.updateTable('idempotency_key').set({ answer: null }).where('key', '=', key).execute();
    expect((await post(api, `/tasks/${taskId}/resume`, {}, { as: 'staff2' })).status).toBe(200);
    expect((await hold()).body.code).toBe('request/changed-since');
  });
});
