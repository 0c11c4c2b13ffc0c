import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { type AssignTasksAnswer, type ReferralDetail } from '@throughline/contracts';
import { Assignees } from '../../item-task/assignees.js';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { get, post } from '../../testing/call.js';
import { expectSameRefusal, WHEN } from '../../testing/race.js';
import { until } from '../../testing/until.js';
import { aMessage, aTask, admin, api, reason, staff } from './changed-meanwhile.testing.js';

/** A step of a story about one subject. */
type Step = readonly [path: string, body: object, as: Name];

const STEPS: Readonly<Record<string, () => Promise<readonly [first: Step, second: Step, words: string]>>> = {
  'answering a message that was answered': async () => {
    const id = await aMessage();
    const answer = (as: Name): Step => [`/messages/${id}/answer`, { text: 'Tomorrow.' }, as];
    return [answer('staff'), answer('staff2'), 'Dee Park answered this message on WHEN.'];
  },
  'answering a message that was closed': async () => {
    const id = await aMessage();
    const close: Step = [`/messages/${id}/close`, { reason: 'By phone' }, 'staff'];
    return [close, [`/messages/${id}/answer`, { text: 'No.' }, 'staff2'], 'Dee Park closed this message on WHEN.'];
  },
  'claiming a task that was claimed': async () => {
    const id = await aTask();
    return [
      [`/tasks/${id}/claim`, {}, 'staff'],
      [`/tasks/${id}/claim`, {}, 'staff2'],
      'Dee Park has had this task since WHEN. Ask them to release it, or assign it to yourself.',
    ];
  },
  'moving items of a task that was assigned': async () => {
    const id = await aTask();
    return [
      [`/tasks/${id}/assign`, { userId: PEOPLE.staff.userId }, 'admin'],
      [`/tasks/${id}/move`, { itemIds: [1], task: 'Select Items', reason }, 'staff2'],
      'Dee Park has had this task since WHEN. Ask them to release it, or assign it to yourself.',
    ];
  },
  'releasing a task that was completed': async () => {
    const id = await aTask();
    return [
      [`/tasks/${id}/outcome`, { outcome: 'created', seen: { hold: null, itemIds: [1] } }, 'staff'],
      [`/tasks/${id}/release`, {}, 'staff2'],
      'Dee Park completed this task on WHEN.',
    ];
  },
  'assigning a task whose items were stopped': async () => {
    const id = await aTask();
    return [
      [`/tasks/${id}/stop`, { itemIds: [1], reason: 'Asked twice' }, 'staff'],
      [`/tasks/${id}/assign`, { userId: PEOPLE.staff2.userId }, 'staff2'],
      'Dee Park stopped the items of this task on WHEN, for “Asked twice”.',
    ];
  },
  'claiming a task whose items were canceled': async () => {
    const id = await aTask();
    const item = { referralId: id.replace(/-1$/, ''), itemIds: [1] };
    expect((await post(api, `/tasks/${id}/stop`, { itemIds: [1], reason }, admin)).status).toBe(200);
    return [
      ['/tasks/cancel-items', { ...item, seen: { 1: reason } }, 'staff'],
      [`/tasks/${id}/claim`, {}, 'staff2'],
      `Dee Park canceled the items of this task on WHEN, for “${reason}”.`,
    ];
  },
  'taking up items that were canceled': async () => {
    const id = await aTask();
    const item = { referralId: id.replace(/-1$/, ''), itemIds: [1] };
    expect((await post(api, `/tasks/${id}/stop`, { itemIds: [1], reason }, admin)).status).toBe(200);
    return [
      ['/tasks/cancel-items', { ...item, seen: { 1: reason } }, 'staff'],
      ['/tasks/unstop-items', { ...item, seen: { 1: reason }, reason }, 'staff2'],
      'Shower chair has been canceled: by Dee Park on WHEN.',
    ];
  },
  'giving a tracking number to items that were stopped': async () => {
    const id = await aTask();
    const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
    return [
      [`/tasks/${id}/stop`, { itemIds: [1], reason }, 'staff'],
      [`/referrals/referral/${id.replace(/-1$/, '')}/tracking`, parcel, 'staff2'],
      'Shower chair has been stopped: by Dee Park on WHEN. Nobody ships it.',
    ];
  },
  'giving a tracking number to items that were removed': async () => {
    const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
    const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
    const id = (await submitOrder(api, order, { as: 'referrer' })).body.data;
    const parcel = { itemIds: [2], carrier: 'UPS', number: '1Z999AA10123456784' };
    return [
      [`/items/update-referral-items/${id}`, { items: [{ id: 2, deleted: true }], parentId: 0 }, 'staff'],
      [`/referrals/referral/${id}/tracking`, parcel, 'staff2'],
      'Bath step has been removed: by Dee Park on WHEN. Nobody ships it.',
    ];
  },
  'correcting an item that was stopped, by a list that says that it is not': async () => {
    const id = await aTask();
    const items = [{ id: 1, qty: 2, stoppedReason: null }];
    return [
      [`/tasks/${id}/stop`, { itemIds: [1], reason: 'Allergic' }, 'staff'],
      [`/items/update-referral-items/${id.replace(/-1$/, '')}`, { items, parentId: 0 }, 'staff2'],
      'Shower chair is stopped: by Dee Park on WHEN, for “Allergic”. Take it up again before it is listed without a reason.',
    ];
  },
  'correcting an item that was taken up again, by a list that has its stop as it was served': async () => {
    const taskId = await aTask();
    const id = taskId.replace(/-1$/, '');
    const stop = await post(api, `/tasks/${taskId}/stop`, { itemIds: [1], reason: 'Allergic' }, admin);
    const path = `/referrals/referral/${id}?minPosition=${stop.headers.get('x-throughline-position')}`;
    const served = (await get<ReferralDetail>(api, path, admin)).body.data?.items['Custom Item']?.[0];
    expect(served?.stoppedReason).toEqual({ reason: 'Allergic', stoppedAt: expect.any(String) });
    const items = [{ ...served, qty: 9 }];
    return [
      ['/tasks/unstop-items', { referralId: id, itemIds: [1], reason }, 'staff'],
      [`/items/update-referral-items/${id}`, { items, parentId: 0 }, 'staff2'],
      'Shower chair is not stopped any more: by Dee Park on WHEN. Leave its reason out, or send it as text to stop it again.',
    ];
  },
  'correcting an item that was removed': async () => {
    const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
    const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
    const id = (await submitOrder(api, order, { as: 'referrer' })).body.data;
    const path = `/items/update-referral-items/${id}`;
    return [
      [path, { items: [{ id: 2, deleted: true }], parentId: 0 }, 'staff'],
      [path, { items: [{ id: 2, qty: 5 }], parentId: 1 }, 'staff2'],
      'Bath step was removed from the referral by Dee Park on WHEN. Restore it first.',
    ];
  },
  'correcting an item that was canceled': async () => {
    const taskId = await aTask();
    const id = taskId.replace(/-1$/, '');
    expect((await post(api, `/tasks/${taskId}/stop`, { itemIds: [1], reason }, admin)).status).toBe(200);
    return [
      ['/tasks/cancel-items', { referralId: id, itemIds: [1] }, 'staff'],
      [`/items/update-referral-items/${id}`, { items: [{ id: 1, qty: 2 }], parentId: 0 }, 'staff2'],
      'Shower chair has been canceled and is no longer changed: by Dee Park on WHEN.',
    ];
  },
  'correcting an item that was delivered': async () => {
    const taskId = await aTask();
    const id = taskId.replace(/-1$/, '');
    const moved = { itemIds: [1], task: 'Delivered', reason };
    expect((await post(api, `/tasks/${taskId}/move`, moved, staff)).status).toBe(200);
    return [
      [`/tasks/${id}-2/outcome`, { outcome: 'confirmed' }, 'staff'],
      [`/items/update-referral-items/${id}`, { items: [{ id: 1, qty: 2 }], parentId: 0 }, 'staff2'],
      'Shower chair has been delivered and is no longer changed: by Dee Park on WHEN.',
    ];
  },
  'changing a note template that was retired': async () => {
    const old = api.engines.catalogue.noteTemplates[2]!;
    const path = '/note-templates/installed-3';
    return [
      [`${path}/retire`, { seen: old, reason }, 'admin'],
      [path, { ...old, title: 'Another', seen: old, reason }, 'staff2'],
      'Gus Orr retired this template on WHEN.',
    ];
  },
};

describe('Who made it impossible, and when, is said to who is', () => {
  it.each(Object.entries(STEPS))('%s', async (_, prepare) => {
    const [first, second, words] = await prepare();
    const take = ([path, body, as]: Step, key = randomUUID()) => post(api, path, body, { as, key });
    expect((await take(first)).status).toBeLessThan(300);
    const key = randomUUID();
    const refused = await take(second, key);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(new RegExp(`^${words.replace('WHEN', WHEN)}$`));
    expectSameRefusal(await take(second, key), refused);
  });
});

it('Who made somebody lose the tasks, and when, is said to an administrator who gives them some, and to no one who may not read it', async () => {
  const taskId = await aTask();
  const assign = (as: Name) => post(api, `/tasks/${taskId}/assign`, { userId: PEOPLE.staff.userId }, { as });
  const lost = [
    ['company', { companyId: 12 }, 'They were moved to another company', { companyId: 1 }],
    ['groups', { groups: ['Ops'] }, 'Their groups were changed', { groups: [] }],
  ] as const;
  for (const [act, body, words, back] of lost) {
    expect((await actOnAccount(api, 'staff', act, body)).status).toBe(200);
    const given = { tasksTo: PEOPLE.staff.userId };
    for (const answer of [await assign('admin'), await actOnAccount(api, 'ops', 'deactivate', given)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'item-task/not-an-assignee']);
      const said = `^Dee Park can be given no tasks\\. ${words} by you on ${WHEN}\\.$`;
      expect(answer.body.message).toMatch(new RegExp(said));
    }
    expect((await actOnAccount(api, 'staff', act, back)).status).toBe(200);
  }
  await actOnAccount(api, 'staff2', 'role', { admin: false, siteAdmin: false });
  await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 403);
  await actOnAccount(api, 'staff', 'deactivate');
  expect((await assign('admin')).body.message).toMatch(
    /^Dee Park can be given no tasks\. They were deactivated by you on /,
  );
  // This reader may not see the audit.
  expect((await assign('staff2')).body.message).toBe('Tasks can only be given to people who work the queue.');
  await actOnAccount(api, 'staff', 'reactivate');
});

it('Somebody who is deactivated while they are given several tasks gets no more of them', async () => {
  const taskIds = [await aTask(), await aTask(), await aTask()];
  const assignees = api.app.get(Assignees);
  const find = assignees.find.bind(assignees);
  let asked = 0;
  // The person is looked up once for the whole request, and once for each task.
  const finding = jest.spyOn(assignees, 'find').mockImplementation(async (...given) => {
    asked += 1;
    if (asked === 3) expect((await actOnAccount(api, 'staff', 'deactivate')).status).toBe(200);
    return find(...given);
  });
  const body = { userId: PEOPLE.staff.userId, taskIds };
  const answer = await post<AssignTasksAnswer>(api, '/tasks/assign', body, { as: 'admin' });
  finding.mockRestore();
  expect(answer.body.data.results.map(({ assigned, code }) => [assigned, code])).toEqual([
    [true, undefined],
    ...taskIds.slice(1).map(() => [false, 'item-task/not-an-assignee']),
  ]);
  await actOnAccount(api, 'staff', 'reactivate');
});
