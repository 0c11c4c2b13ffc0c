import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { POSITION_HEADER } from '@throughline/contracts';
import { bannerDecider, inquiryDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { anOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { call, post } from '../../testing/call.js';
import {
  LOOK_AGAIN,
  WHEN,
  aMessage,
  aTask,
  admin,
  api,
  caseOf,
  dayIn,
  reason,
  twoItems,
  valuesOf,
} from './done-meanwhile.testing.js';

/** An act of Gus Orr whose answer is lost, and what somebody else then does to its effect. */
const UNDONE: Readonly<
  Record<
    string,
    () => Promise<{
      readonly act: Request;
      readonly undo: Request | (() => Promise<Request>);
      /** What the act did, and what was done to its effect; absent: the audit does not show them, or another entry has the same words. */
      readonly words?: readonly [string, string];
    }>
  >
> = {
  'a hold that is taken off': async () => {
    const taskId = await aTask();
    const until = dayIn(9);
    return {
      act: [`/tasks/${taskId}/hold`, { until, reason, seen: { until: null, reason: null } }],
      undo: [`/tasks/${taskId}/resume`, { seen: { until, reason } }],
      words: [
        'you put Create Patient on hold until \\d\\d/\\d\\d/\\d{4}, for “As asked”',
        'Eli Vance took Create Patient off hold',
      ],
    };
  },
  'a task that is assigned to somebody else': async () => {
    const taskId = await aTask();
    return { act: [`/tasks/${taskId}/claim`, {}], undo: [`/tasks/${taskId}/assign`, { userId: PEOPLE.staff2.userId }] };
  },
  'items that are taken up again': async () => {
    const taskId = await aTask();
    const item = { referralId: caseOf(taskId), itemIds: [1] };
    return {
      act: [`/tasks/${taskId}/stop`, { itemIds: [1], reason }],
      undo: ['/tasks/unstop-items', { ...item, reason }],
      words: [
        'you stopped 1 item in Create Patient, for “As asked”',
        'Eli Vance took 1 item up again that had been stopped, for “As asked”',
      ],
    };
  },
  'items that a correction stops': async () => {
    const referralId = caseOf(await aTask());
    const items = [{ id: 1, qty: 2, stoppedReason: 'Too wide' }];
    return {
      act: [`/items/update-referral-items/${referralId}`, { items, parentId: 0 }],
      undo: ['/tasks/unstop-items', { referralId, itemIds: [1], reason }],
      words: [
        'you stopped 1 item in Create Patient, for “Too wide”',
        'Eli Vance took 1 item up again that had been stopped, for “As asked”',
      ],
    };
  },
  'items that are moved back': async () => {
    const taskId = await aTask();
    const move = (to: string) => ({ itemIds: [1], task: to, reason });
    return {
      act: [`/tasks/${taskId}/move`, move('Select Items')],
      undo: [`/tasks/${caseOf(taskId)}-2/move`, move('Create Patient')],
    };
  },
  'a corrected address': async () => {
    const referralId = caseOf(await aTask());
    const { memberInfo } = anOrder();
    const moveTo = (city: string, parentId: number): Request => [
      '/referrals/update',
      { referralId, memberInfo: { ...memberInfo, city }, parentId },
    ];
    const corrected = ' corrected the member’s address';
    return { act: moveTo('Mesa', 0), undo: moveTo('Yuma', 1), words: [`you${corrected}`, `Eli Vance${corrected}`] };
  },
  'a right that is taken away': async () => {
    const { admin: isAdmin, siteAdmin, companyId, active } = await valuesOf('colleague');
    const path = `/users/user/${PEOPLE.colleague.userId}/role`;
    const seen = { admin: isAdmin, siteAdmin, companyId, active };
    return {
      act: [path, { admin: true, siteAdmin: false, seen, reason }],
      undo: [path, { admin: false, siteAdmin: false, seen: { ...seen, admin: true, siteAdmin: false }, reason }],
    };
  },
  'a group that is taken away': async () => {
    const { groups, companyId, active } = await valuesOf('referrer');
    const path = `/users/user/${PEOPLE.referrer.userId}/groups`;
    const seen = { companyId, active };
    return {
      act: [path, { groups: ['Case Managers'], seen: { ...seen, groups }, reason }],
      undo: [path, { groups: [], seen: { ...seen, groups: ['Case Managers'] }, reason }],
    };
  },
  'a deactivation that is taken back': async () => {
    const { switches, admin: isAdmin, siteAdmin, groups, companyId } = await valuesOf('stranger');
    const seen = { switches, admin: isAdmin, siteAdmin, groups, companyId };
    const path = `/users/user/${PEOPLE.stranger.userId}`;
    return {
      act: [`${path}/deactivate`, { seen, reason }],
      undo: [`${path}/reactivate`, { seen: { ...seen, switches: Number(switches) + 1 }, reason }],
      words: ['you deactivated the account, for “As asked”', 'Eli Vance reactivated the account, for “As asked”'],
    };
  },
  'a banner that is switched off': async () => {
    const { state } = await readState(api.engines.store, bannerDecider, 'maintenance');
    const { text, from, until } = bannerDecider.valuesOf!(state, {
      data: { switchedAt: '2026-11-01T00:00:00.000Z' },
    } as never) as typeof state;
    const news = { text: 'New', from: '2026-01-01T00:00:00.000Z', until: '2198-01-01T00:00:00.000Z' };
    return {
      act: ['/banners/maintenance/switch-on', { ...news, seen: { text, from, until }, reason }],
      undo: ['/banners/maintenance/switch-off', { seen: news, reason }],
    };
  },
  'items that are canceled after they were taken up again': async () => {
    const taskId = await aTask();
    const item = { referralId: caseOf(taskId), itemIds: [1] };
    expect((await post(api, `/tasks/${taskId}/stop`, { itemIds: [1], reason }, admin)).status).toBe(200);
    return {
      act: ['/tasks/unstop-items', { ...item, reason }],
      undo: async () => {
        const again = await post(api, `/tasks/${item.referralId}-2/stop`, { itemIds: [1], reason }, { as: 'staff2' });
        expect(again.status).toBe(200);
        return ['/tasks/cancel-items', item];
      },
    };
  },
  'the action of a note that is needed again': async () => {
    const referralId = caseOf(await aTask());
    const note = await post<string>(
      api,
      '/notes/create',
      { referralId, noteText: '<p>Call</p>', actionNeeded: true },
      { as: 'staff' },
    );
    const body = { noteId: note.body.data };
    return { act: ['/notes/action-done', body], undo: ['/notes/action-needed', body] };
  },
  'a template that is retired after it was changed': async () => {
    const [, values] = api.engines.catalogue.noteTemplates;
    const seen = values!;
    const changed = { ...seen, title: `${seen.title}, again` };
    return {
      act: ['/note-templates/installed-2', { ...changed, seen, reason }],
      undo: ['/note-templates/installed-2/retire', { seen: changed, reason }],
    };
  },
  'a message that is opened again': async () => {
    const id = await aMessage();
    const settledAt = async () => (await readState(api.engines.store, inquiryDecider, id)).state.settledAt;
    return {
      act: [`/messages/${id}/close`, { reason }],
      undo: async () => [`/messages/${id}/reopen`, { seen: { settledAt: await settledAt() } }],
    };
  },
};

type Request = readonly [path: string, body: object];

const changedSince = (did: string, undid: string) =>
  new RegExp(`^You did this on ${WHEN}: ${did}\\. Since then, on ${WHEN}: ${undid}\\. ${LOOK_AGAIN}$`);

describe('A request that is sent again because its answer was lost', () => {
  it.each(Object.entries(UNDONE))('is answered as done while it is so, and not any more: %s', async (_, prepare) => {
    const { act, undo, words } = await prepare();
    const key = randomUUID();
    const send = () => post(api, ...act, { ...admin, key });
    const first = await send();
    expect(first.status).toBe(200);
    const again = await send();
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get(POSITION_HEADER)).toBe(first.headers.get(POSITION_HEADER));
    expect((await post(api, ...(typeof undo === 'function' ? await undo() : undo), { as: 'staff2' })).status).toBe(200);
    const head = await api.engines.store.head();
    for (const _ of [1, 2]) {
      const { status, body } = await send();
      expect([status, body.code]).toEqual([409, 'request/changed-since']);
      expect(body.message).toMatch(new RegExp(`^You did this on ${WHEN}(: .+)?\\. .*Eli Vance.* ${LOOK_AGAIN}$`));
      if (words) expect(body.message).toMatch(changedSince(...words));
    }
    expect(await api.engines.store.head()).toBe(head);
  });

  it('is not answered as done if the recertification that it opened was stopped, until that is taken up again', async () => {
    const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
    const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
    const key = randomUUID();
    const open = () => post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { ...admin, key });
    const opened = (await open()).body;
    const { taskId } = opened.data;
    const item = { referralId: caseOf(taskId), itemIds: [1] };
    const succeeds = async (path: string, body: object) =>
      expect((await post(api, path, body, { as: 'staff2' })).status).toBe(200);
    // Further work on the task does not undo its opening.
    await succeeds(`/tasks/${taskId}/claim`, {});
    expect((await open()).body).toEqual(opened);
    await succeeds(`/tasks/${taskId}/stop`, { itemIds: [1], reason: 'Moved away' });
    const words = changedSince(
      'you opened Recert Review for 1 item',
      'Eli Vance stopped 1 item in Recert Review, for “Moved away”',
    );
    expect(await open()).toMatchObject({
      status: 409,
      body: { code: 'request/changed-since', message: expect.stringMatching(words) },
    });
    await succeeds('/tasks/unstop-items', { ...item, reason });
    expect((await open()).body).toEqual(opened);
    await succeeds(`/tasks/${item.referralId}-2/stop`, { itemIds: [1], reason });
    await succeeds('/tasks/cancel-items', item);
    expect((await open()).body.code).toBe('request/changed-since');
  });

  it('is not answered as done if the version of the catalogue that it planned was canceled', async () => {
    const text = [
      'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs',
      'gloves,Supplies,Nitrile gloves,Each.,A4927,gloves.svg,,,,,',
    ].join('\n');
    const path = '/catalogue/versions?fileName=spring.csv&reason=Spring&activatesAt=2098-01-04T06:00:00Z';
    const headers = { 'content-type': 'text/csv', 'idempotency-key': randomUUID() };
    const plan = () => call<string>(api, 'POST', path, { ...admin, headers, body: text });
    const planned = await plan();
    expect(planned.status).toBe(201);
    expect((await plan()).body).toEqual(planned.body);
    const cancel = await post(api, `/catalogue/versions/${planned.body.data}/cancel`, { reason }, { as: 'staff2' });
    expect(cancel.status).toBe(200);
    const { status, body } = await plan();
    expect([status, body.code]).toEqual([409, 'request/changed-since']);
    expect(body.message).toMatch(/Eli Vance canceled .*spring\.csv.*, for “As asked”\./);
  });

  it('is not answered as done if the item of its tracking number was removed from the order', async () => {
    const id = await twoItems();
    const key = randomUUID();
    const parcel = { itemIds: [1, 2], carrier: 'UPS', number: '990001', seen: { taskId: `${id}-1`, numbers: [] } };
    const track = () => post(api, `/referrals/referral/${id}/tracking`, parcel, { ...admin, key });
    const correct = async (deleted: boolean, parentId: number) => {
      const items = [{ id: 2, deleted }];
      const answer = await post(api, `/items/update-referral-items/${id}`, { items, parentId }, { as: 'staff2' });
      expect(answer.status).toBe(200);
    };
    for (const _ of [1, 2]) expect((await track()).status).toBe(200);
    // Another parcel does not undo the first one.
    const another = { ...parcel, number: '990002', seen: { ...parcel.seen, numbers: ['990001'] } };
    const second = await post(api, `/referrals/referral/${id}/tracking`, another, { as: 'staff2' });
    expect([second.status, (await track()).status]).toEqual([200, 200]);
    await correct(true, 0);
    const { status, body } = await track();
    expect([status, body.code]).toEqual([409, 'request/changed-since']);
    expect(body.message).toMatch(
      changedSince('you gave 2 items the UPS tracking number 990001', 'Eli Vance removed Bath step from the referral'),
    );
    await correct(false, 1);
    expect((await track()).status).toBe(200);
  });

  it('is not answered as done if its author has changed or removed the view in another window', async () => {
    const view = { screen: 'queue', name: 'Lost' };
    const save = (search: string, key = randomUUID()) =>
      post(api, '/users/user/views', { ...view, search }, { as: 'referrer', key });
    const remove = (key = randomUUID()) => post(api, '/users/user/views/remove', view, { as: 'referrer', key });
    const own = new RegExp(`^You did this on ${WHEN}\\. You changed it again since then, on ${WHEN}\\. ${LOOK_AGAIN}$`);
    const [saving, removing] = [randomUUID(), randomUUID()];
    for (const _ of [1, 2]) expect((await save('state=AZ', saving)).status).toBe(200);
    expect((await save('state=TX')).status).toBe(200);
    expect(await save('state=AZ', saving)).toMatchObject({
      status: 409,
      body: { code: 'request/changed-since', message: expect.stringMatching(own) },
    });
    expect((await save('state=AZ')).status).toBe(200);
    expect((await save('state=AZ', saving)).status).toBe(200);
    for (const _ of [1, 2]) expect((await remove(removing)).status).toBe(200);
    expect((await save('state=AZ', saving)).body.code).toBe('request/changed-since');
    expect((await save('state=AZ')).status).toBe(200);
    expect((await remove(removing)).body.message).toMatch(own);
  });

  it('is not answered as done if what it added to the order was removed', async () => {
    const id = await twoItems();
    const path = `/items/update-referral-items/${id}`;
    const key = randomUUID();
    const items = [{ itemCategory: 'Custom Item', item: 'Grab bar', qty: 1 }];
    const add = () => post(api, path, { items, parentId: 0 }, { ...admin, key });
    for (const _ of [1, 2]) expect((await add()).status).toBe(200);
    const removed = { items: [{ id: 3, deleted: true }], parentId: 1 };
    expect((await post(api, path, removed, { as: 'staff2' })).status).toBe(200);
    expect((await add()).body.message).toMatch(
      changedSince('you added Grab bar to the referral', 'Eli Vance removed Grab bar from the referral'),
    );
  });

  it('is not answered as done if what it took out of a list was put back', async () => {
    const { groups, companyId, active } = await valuesOf('stranger');
    const path = `/users/user/${PEOPLE.stranger.userId}/groups`;
    const [before, key] = [groups as readonly string[], randomUUID()];
    const change = (as: Name, from: readonly string[], to: readonly string[], its = randomUUID()) =>
      post(api, path, { groups: to, seen: { companyId, active, groups: from }, reason }, { as, key: its });
    const more = [...before, 'Clinical Staff'];
    expect((await change('staff2', before, more)).status).toBe(200);
    for (const _ of [1, 2]) expect((await change('admin', more, before, key)).status).toBe(200);
    expect((await change('staff2', before, more)).status).toBe(200);
    expect((await change('admin', more, before, key)).body.code).toBe('request/changed-since');
  });
});
