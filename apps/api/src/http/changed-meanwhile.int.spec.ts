import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type AssignTasksAnswer,
  type ExampledEndpoint,
  type InquiryList,
  itemsOf,
  methodOf,
  POSITION_HEADER,
  type ReferralDetail,
  type Route,
  ROUTES,
  type TaskAct,
} from '@throughline/contracts';
import {
  accountDecider,
  bannerDecider,
  companyOf,
  inquiryDecider,
  ITEMS_CORRECTED,
  type ItemsCorrected,
  itemTaskDecider,
  noteTemplatesDecider,
  PLACE_ITEMS,
  placeItemsWhenOrderCorrected,
  type Profile,
  type Recorded,
} from '@throughline/domain';
import { contextCausedBy, handleCommand, readState, systemContext } from '@throughline/event-store';
import { Assignees } from '../item-task/assignees.js';
import { bodySchemaOf } from '../docs/json-schema-of.js';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder } from '../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { type Answer, call, get, post } from '../testing/call.js';
import {
  CHANGED,
  makeStaff2Admin,
  type Race,
  raceEach,
  type SaysWhatWasSeen,
  WHEN,
  WHO_AND_WHEN,
} from '../testing/race.js';
import { until } from '../testing/until.js';

/*
 * Every command that says what its author saw, against a change of the same values that its author has not seen. The table does not compile
 * without one of them, unless its route states an example, and nothing but a GET compiles without saying what becomes of it then (`meanwhile` of its route).
 */

const api = await startApi();
afterAll(() => api.close());
beforeAll(() => makeStaff2Admin(api));

/** One that states an example is raced in the spec of its noun (`raced-routes.spec.ts`). */
type RacedHere = Exclude<SaysWhatWasSeen, ExampledEndpoint>;

const reason = 'As asked';
const person = { params: { id: PEOPLE.colleague.userId } };
const ofAccount = async () => {
  const { state } = await readState(api.engines.store, accountDecider, PEOPLE.colleague.userId);
  return accountDecider.valuesOf!(state, {} as never);
};
const PROFILE = { firstName: 'Ben', lastName: 'Lee', primaryPhone: null, secondaryPhone: null };
const RIGHTS = { admin: true, siteAdmin: false };
const BELONGING = { companyId: 12, claimedCompanyId: null };
const [template] = api.engines.catalogue.noteTemplates;
const BANNER_OFF = { text: null, from: null, until: null };
const NEWS = { from: '2026-01-01T00:00:00.000Z', until: '2199-01-01T00:00:00.000Z' };

/** Those whose body has `seen`. */
const RACES: { readonly [E in Exclude<RacedHere, keyof typeof OTHERS>]: () => Promise<Race<E>> } = {
  'POST /users/user/{id}/profile': () =>
    Promise.resolve({
      old: { ...person, body: { ...PROFILE, seen: PROFILE, reason } },
      first: { primaryPhone: '6025550112' },
      second: { primaryPhone: '6025550199', lastName: 'Lee-Ruiz' },
      told: { primaryPhone: 'from nothing to “(602) 555-0112”' },
      apart: { lastName: 'Lee-Ruiz' },
      then: { primaryPhone: '6025550112', lastName: 'Lee-Ruiz' },
      values: ofAccount,
    }),
  'POST /users/user/{id}/groups': () =>
    Promise.resolve({
      old: { ...person, body: { groups: [], seen: { groups: [], companyId: 12, active: true }, reason } },
      first: { groups: ['Case Managers'] },
      second: { groups: ['Clinical Staff'] },
      told: null,
      then: { groups: ['Case Managers', 'Clinical Staff'] },
      values: ofAccount,
    }),
  'POST /users/user/{id}/role': async () => {
    await actOnAccount(api, 'colleague', 'role', RIGHTS);
    return {
      old: { ...person, body: { ...RIGHTS, seen: { ...RIGHTS, companyId: 12, active: true }, reason } },
      first: { admin: false },
      second: { siteAdmin: true },
      told: { admin: 'from yes to no' },
      then: { admin: false, siteAdmin: false },
      values: ofAccount,
    };
  },
  'POST /users/user/{id}/company': async () => {
    await actOnAccount(api, 'colleague', 'role', { admin: false, siteAdmin: false });
    await actOnAccount(api, 'colleague', 'groups', { groups: [] });
    return {
      old: {
        ...person,
        body: {
          companyId: 12,
          seen: { ...BELONGING, groups: [], admin: false, siteAdmin: false, active: true },
          reason,
        },
      },
      first: { companyId: 26 },
      second: { companyId: null },
      told: { companyId: `from “${companyOf(12)?.name}” to “${companyOf(26)?.name}”` },
      then: { companyId: 26 },
      values: ofAccount,
    };
  },
  'POST /note-templates/{templateId}': () =>
    Promise.resolve({
      old: { params: { templateId: 'installed-1' }, body: { ...template!, seen: template!, reason } },
      first: { title: 'Another title' },
      second: { title: 'A third title' },
      told: { title: `from “${template?.title}” to “Another title”` },
      apart: { noteText: '<p>Another text</p>' },
      then: { title: 'Another title', noteText: '<p>Another text</p>' },
      values: async () => {
        const { state } = await readState(api.engines.store, noteTemplatesDecider, 'all');
        return state.templates?.find(({ templateId }) => templateId === 'installed-1') ?? {};
      },
    }),
  'POST /banners/{bannerId}/switch-on': () =>
    Promise.resolve({
      old: { params: { bannerId: 'update' }, body: { text: 'News', ...NEWS, seen: BANNER_OFF, reason } },
      first: { text: 'Old news' },
      second: { text: 'New news' },
      told: { text: 'from nothing to “Old news”', from: 'from nothing to .*', until: 'from nothing to .*' },
      then: { text: 'Old news' },
      values: async () => (await readState(api.engines.store, bannerDecider, 'update')).state,
      back: async () => {
        const { text, from, until: end } = (await readState(api.engines.store, bannerDecider, 'update')).state;
        const off = { seen: { text, from, until: end }, reason };
        return (await post(api, '/banners/update/switch-off', off, admin)).status;
      },
    }),
};

/** Two conflicting requests, and the code with which the second one is refused. */
type OtherRace = () => Promise<readonly [first: Answer<unknown>, second: Answer<unknown>, code: string]>;

const staff = { as: 'staff' } as const;
const admin = { as: 'admin' } as const;

async function aReferral(): Promise<string> {
  const { body } = await post<string>(api, '/referrals/create', anOrder(), { as: 'referrer' });
  await until(async () => (await get(api, `/referrals/referral/${body.data}`, staff)).status === 200);
  return body.data;
}

async function aTask(): Promise<string> {
  const taskId = `${await aReferral()}-1`;
  await until(async () => (await get(api, `/tasks/${taskId}`, staff)).status === 200);
  return taskId;
}

/**
 * Items that were stopped, taken up again and stopped again, for another reason and then for the same one, and an act by somebody who saw
 * the first stop. Some acts state which stop it was, others only its reason.
 */
async function stoppedMeanwhile(path: string, more: object) {
  const taskId = await aTask();
  const referralId = taskId.replace(/-1$/, '');
  const item = { referralId, itemIds: [1] };
  const stop = async (nth: number, why: string) => {
    const answer = await post(api, `/tasks/${referralId}-${nth}/stop`, { itemIds: [1], reason: why }, admin);
    expect(answer.status).toBe(200);
    return answer;
  };
  const takeUp = async () =>
    expect((await post(api, '/tasks/unstop-items', { ...item, reason }, admin)).status).toBe(200);
  const end = (seen: string | object) => post(api, path, { ...item, ...more, seen: { 1: seen } }, staff);
  const present = async () => {
    const { body } = await get<ReferralDetail>(api, `/referrals/referral/${referralId}`, staff);
    return itemsOf(body.data)[0]?.stoppedReason;
  };
  const shown = async (why: string, than?: object) => {
    await until(async () => {
      const now = await present();
      return now?.reason === why && now.stoppedAt !== (than as { stoppedAt?: string } | undefined)?.stoppedAt;
    });
    return (await present())!;
  };
  await stop(1, 'Asked twice');
  const seen = await shown('Asked twice');
  await takeUp();
  const refuse = async (saying: string | object, words: string) => {
    const refused = await end(saying);
    expect([refused.status, refused.body.code]).toEqual([409, 'item-task/changed-meanwhile']);
    expect(refused.body.errors?.['1']).toMatch(new RegExp(`^${WHO_AND_WHEN} ${words}\\.$`));
  };
  for (const saying of ['Asked twice', seen]) await refuse(saying, 'from “Asked twice” to not stopped');
  await stop(2, 'In hospital');
  for (const saying of ['Asked twice', seen]) await refuse(saying, 'from “Asked twice” to “In hospital”');
  await takeUp();
  const stoppedAnew = await stop(3, 'Asked twice');
  return { stoppedAnew, second: await end(seen), again: async () => end(await shown('Asked twice', seen)) };
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * An act on a task that somebody else has put on hold since its author looked: it is refused. It is not refused if the author saw the hold,
 * put the task on hold themselves, or does not state what they saw.
 */
async function heldMeanwhile(act: (taskId: string, seen?: object) => Promise<Answer<unknown>>) {
  const hold = { until: dayIn(9), reason: 'In hospital' };
  const seenNone = { seen: { hold: null } };
  const heldBy = async (as: Name) => {
    const taskId = await aTask();
    const seen = { until: null, reason: null };
    return { taskId, first: await post(api, `/tasks/${taskId}/hold`, { ...hold, seen }, { as }) };
  };
  const { taskId, first } = await heldBy('admin');
  const refused = await act(taskId, seenNone);
  const madeUp = await act(taskId, { seen: { hold: { ...hold, until: dayIn(10) } } });
  expect([madeUp.status, madeUp.body.code]).toEqual([409, 'item-task/put-on-hold']);
  expect(madeUp.body.message).toMatch(/^This task was put on hold meanwhile, until [^ ]+: “In hospital”\./);
  expect((await act(taskId, { seen: { hold } })).status).toBe(200);
  for (const [as, seen] of [
    ['staff', seenNone],
    ['admin', {}],
  ] as const) {
    const other = await heldBy(as);
    expect((await act(other.taskId, seen)).status).toBe(200);
  }
  return [first, refused, 'item-task/put-on-hold'] as const;
}

/** For an act whose author states a `seen` that never was: the refusal names nobody. */
function saysNothingOfWho({ status, body }: Answer<unknown>) {
  expect(status).toBe(409);
  expect(JSON.stringify(body)).not.toMatch(/Park|Orr|Central Time/);
}

/** The messages of refusals that name no field. */
const REFUSED_WITH: Readonly<Record<string, RegExp>> = {
  'catalogue/compared-with-another': new RegExp(
    `^You activated another version on ${WHEN}\\. Compare the file with it first\\.$`,
  ),
  'referral/item-not-shipped': new RegExp(
    `^Shower chair has been taken back to Create Patient: by Dee Park on ${WHEN}\\. Nobody ships it\\.$`,
  ),
  'inquiry/settled-again': new RegExp(
    `^Dee Park (closed this message again on ${WHEN}\\. It stays so|answered this message on ${WHEN}, and it was reopened\\. Read the answer first)\\.$`,
  ),
  'item-task/put-on-hold': new RegExp(
    `^Gus Orr put this task on hold on ${WHEN}, until \\d\\d/\\d\\d/\\d{4}: “In hospital”\\.$`,
  ),
  // It says “you”, because a view belongs to one person.
  'account/view-changed': /^You have saved another view of this name meanwhile\.$/,
};

/** Commands whose requests have other fields in the specification, or are not JSON. */
const OTHERS = {
  'POST /referrals/update': async () => {
    const referralId = await aReferral();
    const move = (city: string) => {
      const memberInfo = { ...anOrder().memberInfo, city };
      return post(api, '/referrals/update', { referralId, memberInfo, parentId: 0 }, staff);
    };
    return [await move('Mesa'), await move('Yuma'), 'referral/changed-meanwhile'];
  },
  'POST /items/update-referral-items/{id}': async () => {
    const id = await aReferral();
    const order = (qty: number) =>
      post(api, `/items/update-referral-items/${id}`, { items: [{ id: 1, qty }], parentId: 0 }, staff);
    return [await order(2), await order(3), 'referral/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/hold': async () => {
    const taskId = await aTask();
    const hold = (days: number, as: Name) =>
      post(api, `/tasks/${taskId}/hold`, { until: dayIn(days), reason, seen: { until: null, reason: null } }, { as });
    const first = await hold(9, 'admin');
    const refused = await hold(20, 'staff');
    // The author's own change is accepted, because their page may be late.
    expect((await hold(20, 'admin')).status).toBe(200);
    // It is refused if the author's own change came after somebody else's, which their older page does not show.
    const seen = { until: dayIn(20), reason };
    expect((await post(api, `/tasks/${taskId}/hold`, { until: dayIn(30), reason, seen }, staff)).status).toBe(200);
    expect((await hold(40, 'staff')).status).toBe(409);
    return [first, refused, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/resume': async () => {
    const taskId = await aTask();
    const hold = { until: dayIn(9), reason };
    const holdOn = (change: object, seen: object, as: Name = 'staff') =>
      post(api, `/tasks/${taskId}/hold`, { ...hold, ...change, seen }, { as });
    const resume = (body?: object, as: Name = 'staff') => post(api, `/tasks/${taskId}/resume`, body, { as });
    expect((await holdOn({}, { until: null, reason: null })).status).toBe(200);
    const changed = await holdOn({ until: dayIn(20) }, hold, 'admin');
    const second = await resume({ seen: hold });
    expect((await resume({ seen: hold }, 'admin')).status).toBe(200);
    // A program may omit `seen`, and the whole body.
    expect((await holdOn({}, { until: null, reason: null })).status).toBe(200);
    expect((await resume()).status).toBe(200);
    return [changed, second, 'item-task/changed-meanwhile'];
  },
  'POST /referrals/referral/{id}/tracking': async () => {
    const taskId = await aTask();
    const id = taskId.replace(/-1$/, '');
    const move = (nth: number, task: string) =>
      post(api, `/tasks/${id}-${nth}/move`, { itemIds: [1], task, reason }, staff);
    expect((await move(1, 'Shipped')).status).toBe(200);
    const back = await move(2, 'Create Patient');
    const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
    const track = (more: object) => post(api, `/referrals/referral/${id}/tracking`, { ...parcel, ...more }, admin);
    const second = await track({ seen: { taskId: `${id}-2` } });
    const went = await track({ seen: { taskId: `${id}-1` } });
    expect(went).toMatchObject({
      status: 409,
      body: {
        code: 'referral/item-not-shipped',
        message: expect.stringContaining('Shower chair has been moved to another'),
      },
    });
    expect((await track({ seen: { taskId: `${id}-3` } })).status).toBe(200);
    expect((await track({ number: '990000' })).status).toBe(200);
    return [back, second, 'referral/item-not-shipped'];
  },
  'POST /tasks/{taskId}/assign': async () => {
    const taskId = await aTask();
    const assign = (userId: string) =>
      post(api, `/tasks/${taskId}/assign`, { userId, seen: { assignee: null } }, staff);
    return [await assign('u-staff2'), await assign('u-staff'), 'item-task/changed-meanwhile'];
  },
  'POST /tasks/assign': async () => {
    const [taken, free] = [await aTask(), await aTask()];
    const assign = async (userId: string, taskIds: readonly string[]) => {
      const seen = Object.fromEntries(taskIds.map((taskId) => [taskId, { assignee: null }]));
      const answer = await post<AssignTasksAnswer>(api, '/tasks/assign', { userId, taskIds, seen }, staff);
      const { results } = answer.body.data;
      return { answer, of: (taskId: string) => results.find((one) => one.taskId === taskId) };
    };
    const first = await assign('u-staff2', [taken]);
    const second = await assign('u-staff', [taken, free]);
    expect(second.of(free)).toEqual({ taskId: free, assigned: true });
    const refused = second.of(taken);
    // The answer for each task is the one that a request for this task alone gets.
    const body = { ...second.answer.body, ...refused } as unknown as Answer<unknown>['body'];
    return [first.answer, { ...second.answer, status: 409, body }, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/{taskId}/outcome': () =>
    heldMeanwhile((taskId, seen) => post(api, `/tasks/${taskId}/outcome`, { outcome: 'created', ...seen }, staff)),
  'POST /tasks/{taskId}/move': () =>
    heldMeanwhile((taskId, seen) =>
      post(api, `/tasks/${taskId}/move`, { itemIds: [1], task: 'Select Items', reason, ...seen }, staff),
    ),
  'POST /tasks/{taskId}/stop': () =>
    heldMeanwhile((taskId, seen) => post(api, `/tasks/${taskId}/stop`, { itemIds: [1], reason, ...seen }, staff)),
  'POST /tasks/unstop-items': async () => {
    const { stoppedAnew, again, second } = await stoppedMeanwhile('/tasks/unstop-items', { reason });
    expect((await again()).status).toBe(200);
    return [stoppedAnew, second, 'item-task/changed-meanwhile'];
  },
  'POST /tasks/cancel-items': async () => {
    const { stoppedAnew, again, second } = await stoppedMeanwhile('/tasks/cancel-items', {});
    expect((await again()).status).toBe(200);
    return [stoppedAnew, second, 'item-task/changed-meanwhile'];
  },
  'POST /users/user/views': async () => {
    const save = (search: string) =>
      post(api, '/users/user/views', { screen: 'queue', name: 'Mine', search, seen: { search: null } }, staff);
    return [await save('state=AZ'), await save('state=TX'), 'account/view-changed'];
  },
  'POST /users/user/views/remove': async () => {
    const view = { screen: 'queue', name: 'Changing' };
    const save = (search: string) => post(api, '/users/user/views', { ...view, search }, staff);
    expect((await save('state=AZ')).status).toBe(200);
    const seen = { search: 'state=AZ' };
    return [
      await save('state=TX'),
      await post(api, '/users/user/views/remove', { ...view, seen }, staff),
      'account/view-changed',
    ];
  },
  'POST /messages/{id}/reopen': async () => {
    const id = await aMessage();
    const settledAt = async () => (await readState(api.engines.store, inquiryDecider, id)).state.settledAt;
    const close = (why: string) => post(api, `/messages/${id}/close`, { reason: why }, staff);
    const reopen = async (seen: object) => post(api, `/messages/${id}/reopen`, { seen }, admin);
    expect((await close('Spam')).status).toBe(200);
    const seen = { settledAt: await settledAt() };
    expect((await reopen(seen)).status).toBe(200);
    const closedAgain = await close('Threats: keep it closed');
    const refused = await reopen(seen);
    saysNothingOfWho(await reopen({ settledAt: '2020-01-01T00:00:00.000Z' }));
    const unread = await reopen({ settledAt: '' });
    expect([unread.status, Object.values(unread.body.errors ?? {})]).toEqual([
      400,
      [expect.stringMatching(/Reload the messages first\.$/)],
    ]);
    expect((await reopen({ settledAt: await settledAt() })).status).toBe(200);
    return [closedAgain, refused, 'inquiry/settled-again'];
  },
  'POST /messages/{id}/answer': () => answeredUnread('answer', { text: 'On Tuesday.' }),
  'POST /messages/{id}/close': () => answeredUnread('close', { reason: 'By phone' }),
  'POST /notes/update-text': async () => {
    const referralId = await aReferral();
    const { body } = await post<string>(api, '/notes/create', { referralId, noteText: '<p>One</p>' }, staff);
    const edit = (noteText: string) =>
      post(api, '/notes/update-text', { noteId: body.data, noteText, seen: { noteText: '<p>One</p>' } }, staff);
    return [await edit('<p>First window</p>'), await edit('<p>Second window</p>'), 'note/changed-meanwhile'];
  },
  'PUT /internal-notes/{id}': async () => {
    const referralId = await aReferral();
    const { body } = await post<string>(api, '/internal-notes', { referralId, note: '<p>One</p>' }, staff);
    const edit = (note: string) =>
      call(api, 'PUT', `/internal-notes/${body.data}`, {
        ...staff,
        body: { note, seen: { noteText: '<p>One</p>' } },
      });
    return [await edit('<p>First window</p>'), await edit('<p>Second window</p>'), 'note/changed-meanwhile'];
  },
  'POST /recertifications/{id}/update': async () => {
    const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
    const physician = { lastName: 'Okafor', fax: '6025550102' };
    const taskData = { itemCategory: 'Incontinence', member, physician };
    const { body } = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, staff);
    const rename = (lastName: string) =>
      post(
        api,
        `/recertifications/${body.data.taskId.slice(0, -2)}/update`,
        { member: { ...member, lastName } },
        staff,
      );
    return [await rename('Ortiz'), await rename('Quillon'), 'recertification/changed-meanwhile'];
  },
  'POST /pdf/referral/{id}/file/{fileId}/type': async () => {
    const id = await aReferral();
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.7\n of the specs']), 'a.pdf');
    const headers = { authorization: `Bearer ${api.tokens.staff}`, 'idempotency-key': randomUUID() };
    const path = `${api.origin}/api/pdf/referral/${id}/upload/fileName/a.pdf?fileType=CMN`;
    expect((await fetch(path, { method: 'POST', headers, body: form })).status).toBe(201);
    const change = (fileType: string) =>
      post(api, `/pdf/referral/${id}/file/1/type`, { fileType, previousType: 'CMN' }, staff);
    const first = await change('Authorization');
    saysNothingOfWho(
      await post(api, `/pdf/referral/${id}/file/1/type`, { fileType: 'CMN', previousType: 'Other' }, admin),
    );
    return [first, await change('Other'), 'file/changed-meanwhile'];
  },
  'POST /banners/{bannerId}/switch-off': async () => {
    const switchOn = (text: string, seen: object) =>
      post(api, '/banners/maintenance/switch-on', { text, ...NEWS, seen, reason }, admin);
    await switchOn('Old words', BANNER_OFF);
    const old = { text: 'Old words', ...NEWS };
    const changed = await switchOn('New words', old);
    return [
      changed,
      await post(api, '/banners/maintenance/switch-off', { seen: old, reason }, admin),
      'banner/changed-meanwhile',
    ];
  },
  'POST /note-templates/{templateId}/retire': async () => {
    const old = api.engines.catalogue.noteTemplates[1]!;
    const path = '/note-templates/installed-2';
    const changed = await post(api, path, { ...old, title: 'New words', seen: old, reason }, admin);
    return [
      changed,
      await post(api, `${path}/retire`, { seen: old, reason }, admin),
      'note-template/changed-meanwhile',
    ];
  },
  'POST /users/user/{id}/reactivate': async () => {
    const act = (what: string, switches: number) =>
      post(
        api,
        `/users/user/${PEOPLE.siteAdmin.userId}/${what}`,
        { reason, seen: { switches, admin: false, siteAdmin: true, groups: [], companyId: 12 } },
        admin,
      );
    expect((await act('deactivate', 0)).status).toBe(200);
    expect((await act('reactivate', 1)).status).toBe(200);
    return [await act('deactivate', 2), await act('reactivate', 1), 'account/changed-meanwhile'];
  },
  'POST /users/user/{id}/deactivate': async () => {
    const act = (what: string, switches: number) =>
      post(
        api,
        `/users/user/${PEOPLE.ops.userId}/${what}`,
        { reason, seen: { switches, admin: false, siteAdmin: false, groups: ['Ops'], companyId: 1 } },
        admin,
      );
    expect((await act('deactivate', 0)).status).toBe(200);
    return [await act('reactivate', 1), await act('deactivate', 0), 'account/changed-meanwhile'];
  },
  'POST /catalogue/versions': async () => {
    const HEADER = 'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs';
    const plan = (words: string) =>
      call(api, 'POST', '/catalogue/versions?fileName=winter.csv&reason=Winter', {
        ...{ as: 'admin', headers: { 'content-type': 'text/csv' } },
        body: `${HEADER}\ngloves,Supplies,Nitrile gloves,${words},A4927,gloves.svg,,,,,`,
      });
    return [await plan('Each.'), await plan('Box.'), 'catalogue/compared-with-another'];
  },
} satisfies Partial<Record<RacedHere, OtherRace>>;

// Other races have moved the person.
raceEach(api, RACES, () => actOnAccount(api, 'colleague', 'company', { companyId: 12 }));

describe('What somebody changed meanwhile is not overwritten by', () => {
  it.each(Object.entries(OTHERS))('%s', async (_, race) => {
    const [first, second, code] = await race();
    expect(first.status).toBeLessThan(300);
    expect([second.status, second.body.code]).toEqual([409, code]);
    const refusal = REFUSED_WITH[code];
    if (refusal !== undefined) return expect(second.body.message).toMatch(refusal);
    expect(second.body.message).toMatch(
      /^(You|Dee Park|Gus Orr) changed the same on .* Central Time\. Nothing was saved\.$/,
    );
    const [words] = Object.values(second.body.errors ?? {});
    expect(words).toMatch(new RegExp(`^(You|Dee Park|Gus Orr) ${CHANGED} (from .* to .*|back to .*)\\.$`));
  });
});

describe('Who says at which position they looked', () => {
  const { userId } = PEOPLE.referrer;
  const setPhone = async (primaryPhone: string | null, as: Name, position?: number) => {
    const { state } = await readState(api.engines.store, accountDecider, userId);
    const {
      firstName,
      lastName,
      primaryPhone: present,
      secondaryPhone,
    } = accountDecider.valuesOf!(state, {} as never) as Profile;
    // The `seen` of an author who looked before all of this.
    const seen = {
      firstName,
      lastName,
      secondaryPhone,
      primaryPhone: position === undefined ? present : null,
      position,
    };
    const body = { firstName, lastName, secondaryPhone, primaryPhone, seen, reason };
    return (await post(api, `/users/user/${userId}/profile`, body, { as })).status;
  };

  it('overwrites what they changed and changed back themself, but not where somebody else did', async () => {
    const before = await api.engines.store.head();
    expect(await setPhone('6025550111', 'admin')).toBe(200);
    expect(await setPhone(null, 'staff2')).toBe(200);
    expect(await setPhone('6025550122', 'admin', before)).toBe(409);
    expect(await setPhone('6025550122', 'staff2', before)).toBe(200);
    expect(await setPhone(null, 'admin')).toBe(200);
    // The number that somebody else took away is the author's own.
    expect(await setPhone('6025550133', 'staff2', before)).toBe(409);
  });

  it('is refused where an announcement has ended meanwhile, and another began and was ended by somebody', async () => {
    const id = 'maintenance' as const;
    const short = { text: 'Short', from: '2026-01-01T00:00:00.000Z', until: '2026-01-01T01:00:00.000Z' };
    await handleCommand(api.engines.store, {
      decider: bannerDecider,
      id,
      decide: () =>
        [{ type: 'BannerSwitchedOn', data: { bannerId: id, ...short, switchedAt: short.from, reason } }] as const,
      context: systemContext(randomUUID(), short.from),
    });
    const position = await api.engines.store.head();
    const on = (text: string, seen: object, as: Name) =>
      post(api, `/banners/${id}/switch-on`, { text, ...NEWS, seen, reason }, { as });
    expect((await on('Urgent', BANNER_OFF, 'staff2')).status).toBe(200);
    const off = { seen: { text: 'Urgent', ...NEWS }, reason };
    expect((await post(api, `/banners/${id}/switch-off`, off, { as: 'staff2' })).status).toBe(200);
    for (const seen of [short, BANNER_OFF]) {
      const { status, body } = await on('New', { ...seen, position }, 'admin');
      expect([status, body.code]).toEqual([409, 'banner/changed-meanwhile']);
    }
    expect((await on('New', { ...short, position: await api.engines.store.head() }, 'admin')).status).toBe(200);
  });

  it('is not refused where the read included more than its position says', async () => {
    const before = await api.engines.store.head();
    const { state } = await readState(api.engines.store, accountDecider, userId);
    const { firstName, lastName, secondaryPhone } = accountDecider.valuesOf!(state, {} as never) as Profile;
    // Differs if the test is run again.
    const phone = `602555${1000 + (before % 9000)}`;
    expect(await setPhone(phone, 'admin')).toBe(200);
    const rest = { firstName, lastName, secondaryPhone };
    const seen = { ...rest, primaryPhone: phone, position: before };
    const body = { ...rest, primaryPhone: '6025550155', seen, reason };
    expect((await post(api, `/users/user/${userId}/profile`, body, { as: 'staff2' })).status).toBe(200);
  });

  it('is not told that an act is done, which the tried one would find done by an own act that was undone since', async () => {
    const { userId: id } = PEOPLE.ops;
    const NAMES = ['firstName', 'lastName', 'primaryPhone', 'secondaryPhone'];
    const present = async () => {
      const { state } = await readState(api.engines.store, accountDecider, id);
      return Object.fromEntries(
        Object.entries(accountDecider.valuesOf!(state, {} as never)).filter(([name]) => NAMES.includes(name)),
      );
    };
    const old = await present();
    const save = (change: object, as: Name, of: object) =>
      post(api, `/users/user/${id}/profile`, { ...old, ...change, seen: of, reason }, { as });
    const position = await api.engines.store.head();
    expect((await save({ firstName: 'Ines', primaryPhone: '6025550111' }, 'admin', old)).status).toBe(200);
    expect((await save({}, 'staff2', await present())).status).toBe(200);
    const again = await save({ primaryPhone: '6025550111' }, 'admin', { ...old, position });
    expect([again.status, again.body.code]).toEqual([409, 'account/changed-meanwhile']);
    expect(await present()).toEqual(old);
  });

  it('does not give back an entry of a list by an own act about another one in between', async () => {
    const path = '/ordering-groups';
    const withhold = (withheld: readonly string[], seen: object, as: Name) =>
      post(api, path, { groupId: 7, withheld, seen, reason }, { as });
    const position = await api.engines.store.head();
    const none = { withheld: [] as string[] };
    expect((await withhold(['Supplies'], none, 'staff2')).status).toBe(200);
    expect((await withhold([], { withheld: ['Supplies'] }, 'staff2')).status).toBe(200);
    expect((await withhold(['Equipment'], { ...none, position }, 'admin')).status).toBe(200);
    expect((await withhold(['Supplies'], { ...none, position }, 'admin')).status).toBe(409);
  });

  it('does not learn, as a site administrator, to which company a person was moved and back', async () => {
    const { userId: id } = PEOPLE.colleague;
    // Earlier races may have changed both accounts; a person who is moved must have no groups.
    await actOnAccount(api, 'siteAdmin', 'reactivate');
    await actOnAccount(api, 'siteAdmin', 'role', { admin: false, siteAdmin: true });
    await actOnAccount(api, 'colleague', 'role', { admin: false, siteAdmin: false });
    await actOnAccount(api, 'colleague', 'groups', { groups: [] });
    await actOnAccount(api, 'colleague', 'company', { companyId: 12 });
    const position = await api.engines.store.head();
    for (const companyId of [26, 12])
      expect((await actOnAccount(api, 'colleague', 'company', { companyId })).status).toBe(200);
    const { switches, admin: isAdmin, siteAdmin, groups } = (await ofAccount()) as Readonly<Record<string, unknown>>;
    const seen = { switches, admin: isAdmin, siteAdmin, groups, companyId: 12, position };
    const deactivated = await post(api, `/users/user/${id}/deactivate`, { reason, seen }, { as: 'siteAdmin' });
    expect([deactivated.status, deactivated.body.errors]).toEqual([200, undefined]);
    expect((await actOnAccount(api, 'colleague', 'reactivate')).status).toBe(200);
  });

  it('neither assigns a task that was assigned and released since, nor puts one on hold that was', async () => {
    const taskId = await aTask();
    const position = await api.engines.store.head();
    const act = async (what: string, body: object, as: Name = 'admin') =>
      (await post(api, `/tasks/${taskId}/${what}`, body, { as })).status;
    const hold = { until: dayIn(9), reason };
    expect(await act('assign', { userId: 'u-staff2' })).toBe(200);
    expect(await act('release', {}, 'staff2')).toBe(200);
    expect(await act('hold', { ...hold, seen: { until: null, reason: null } })).toBe(200);
    expect(await act('resume', {})).toBe(200);
    const seen = { assignee: null, position };
    expect(await act('assign', { userId: 'u-staff', seen }, 'staff')).toBe(409);
    expect(await act('hold', { ...hold, seen: { until: null, reason: null, position } }, 'staff')).toBe(409);
    const now = await api.engines.store.head();
    expect(await act('assign', { userId: 'u-staff', seen: { ...seen, position: now } }, 'staff')).toBe(200);
  });

  it('hears it with every read: at least the position that was asked for', async () => {
    const positionOf = ({ headers }: Answer<unknown>) => Number(headers.get(POSITION_HEADER));
    const written = positionOf(await post(api, '/referrals/create', anOrder(), { as: 'referrer' }));
    expect(written).toBeGreaterThan(0);
    await until(async () => positionOf(await get(api, `/tasks/assignees?minPosition=${written}`, staff)) >= written);
  });
});

it('Who says what they saw says it of everything that the act is about, and of nothing else', async () => {
  const [taskId, other] = [await aTask(), await aTask()];
  const { userId } = PEOPLE.staff;
  const free = { assignee: null };
  const item = { referralId: taskId.replace(/-1$/, ''), itemIds: [1, 2] };
  const bodies: readonly (readonly [path: string, body: object, seen: readonly string[]])[] = [
    ['/tasks/assign', { userId, taskIds: [taskId, other] }, [`{"${taskId}":${JSON.stringify(free)}}`, '{}']],
    ['/tasks/assign', { userId, taskIds: [taskId] }, [`{"${taskId}":{"assignee":null},"${other}":{"assignee":null}}`]],
    [
      '/tasks/assign',
      { userId, taskIds: [taskId] },
      ['{"__proto__":{"assignee":null}}', '{"constructor":{"assignee":null}}'],
    ],
    ['/tasks/assign', { userId, taskIds: [taskId] }, [`{"${taskId}":{"assignee":null},"__proto__":{"assignee":null}}`]],
    [
      '/tasks/cancel-items',
      item,
      ['{"1":"Asked twice"}', '{}', '{"1":null,"2":null,"3":null}', '{"1":null,"2":null,"__proto__":null}'],
    ],
    [
      '/tasks/unstop-items',
      { ...item, reason },
      ['{"1":"Asked twice"}', '{"1":null,"2":null,"3":{"reason":"Asked twice"}}'],
    ],
  ];
  for (const [path, body, saying] of bodies) {
    for (const seen of saying) {
      // Written as text, because no object literal has a member `__proto__`.
      const sent = `${JSON.stringify(body).slice(0, -1)},"seen":${seen}}`;
      const headers = { 'content-type': 'application/json' };
      const answer = await call(api, 'POST', path, { ...staff, headers, body: sent });
      expect([path, seen, answer.status, answer.body.code]).toEqual([path, seen, 400, 'request/invalid']);
    }
  }
  expect((await post(api, '/tasks/assign', { userId, taskIds: [taskId, other] }, staff)).status).toBe(200);
});

/** An act on a message that somebody has answered and reopened since its author looked. */
async function answeredUnread(act: 'answer' | 'close', body: object) {
  const id = await aMessage();
  const path = `/messages/${id}`;
  const settle = (seen: object) => post(api, `${path}/${act}`, { ...body, seen }, admin);
  const first = await post(api, `${path}/answer`, { text: 'On Monday.' }, staff);
  const { answeredAt, settledAt } = (await readState(api.engines.store, inquiryDecider, id)).state;
  expect((await post(api, `${path}/reopen`, { seen: { settledAt } }, admin)).status).toBe(200);
  const refused = await settle({ answeredAt: null });
  saysNothingOfWho(await settle({ answeredAt: '2020-01-01T00:00:00.000Z' }));
  expect((await settle({ answeredAt })).status).toBe(200);
  return [first, refused, 'inquiry/settled-again'] as const;
}

/** An order of two items, both in the task Create Patient. */
async function twoItems() {
  const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
  const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
  const { data: id } = (await post<string>(api, '/referrals/create', order, { as: 'referrer' })).body;
  await until(async () => (await get(api, `/tasks/${id}-1`, staff)).status === 200);
  const as = (who: Name) => ({
    stop: (n: number, itemId: number) =>
      post(api, `/tasks/${id}-${n}/stop`, { itemIds: [itemId], reason: 'Too wide' }, { as: who }),
    takeUp: (itemId: number) =>
      post(api, '/tasks/unstop-items', { referralId: id, itemIds: [itemId], reason }, { as: who }),
    move: (n: number, itemId: number, task: string) =>
      post(api, `/tasks/${id}-${n}/move`, { itemIds: [itemId], task, reason }, { as: who }),
    remove: (itemId: number, parentId = 0) => {
      const items = [{ id: itemId, deleted: true }];
      return post(api, `/items/update-referral-items/${id}`, { items, parentId }, { as: who });
    },
    record: (...itemIds: number[]) =>
      post(api, `/tasks/${id}-1/outcome`, { outcome: 'created', seen: { hold: null, itemIds } }, { as: who }),
  });
  /** Places the corrected items, like the worker. */
  const place = async () => {
    for await (const event of api.engines.store.readStream(`referral-${id}`)) {
      if (!(ITEMS_CORRECTED as readonly string[]).includes(event.type)) continue;
      const command = placeItemsWhenOrderCorrected(event as Recorded<ItemsCorrected>, null);
      const context = contextCausedBy(event, PLACE_ITEMS);
      await handleCommand(api.engines.store, { decider: itemTaskDecider, id, command, context });
    }
  };
  return { id, as, place };
}

it('What becomes of items because somebody corrected the order is among the acts on its tasks as that person’s', async () => {
  const { id, as, place } = await twoItems();
  expect((await as('admin').remove(2)).status).toBe(200);
  await place();
  const acts = await get<readonly TaskAct[]>(api, `/referrals/referral/${id}/task-acts`, staff);
  expect(acts.body.data[0]).toMatchObject({
    ...{ actor: { userId: PEOPLE.admin.userId }, actorName: 'Gus Orr' },
    items: { 2: { status: 'removed' } },
  });
});

describe('An outcome of all items of a task', () => {
  const refusedWith = (answer: Answer<unknown>, code: string, words: string) =>
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      code,
      expect.stringMatching(new RegExp(`^${words.replaceAll('WHEN', WHEN)}`)),
    ]);
  const succeeds = async (...acts: (() => Promise<Answer<unknown>>)[]) => {
    for (const act of acts) expect((await act()).status).toBe(200);
  };

  it('is not recorded of an item that somebody else has taken up since, but of one’s own', async () => {
    for (const who of ['admin', 'staff'] as const) {
      const { as } = await twoItems();
      const [other, own] = [as('admin'), as('staff')];
      await succeeds(
        () => other.stop(1, 1),
        () => as(who).takeUp(1),
      );
      const answer = await own.record(2);
      if (who === 'staff') expect(answer.status).toBe(200);
      else
        refusedWith(answer, 'item-task/joined-meanwhile', 'Shower chair has joined this task: by Gus Orr on WHEN\\.');
      if (who === 'admin') expect((await own.record(1, 2)).status).toBe(200);
    }
  });

  it('is recorded of others than the page shows, if one has moved, stopped and removed them oneself', async () => {
    const { as, place } = await twoItems();
    const own = as('staff');
    await succeeds(
      () => own.stop(1, 1),
      () => own.takeUp(1),
      () => own.remove(1),
    );
    await place();
    expect((await own.record(1, 2)).status).toBe(200);
    const moved = await twoItems();
    await succeeds(
      () => moved.as('staff').move(1, 1, 'Select Items'),
      () => moved.as('admin').stop(2, 1),
    );
    // The author saw it in the task, and it does not matter where it went from there.
    expect((await moved.as('staff').record(1, 2)).status).toBe(200);
  });

  it('names nobody to who says that they saw what never was', async () => {
    const { as } = await twoItems();
    saysNothingOfWho(await as('admin').record(2));
    const { id, as: acting } = await twoItems();
    const [staffs, admins] = [acting('staff'), acting('admin')];
    await succeeds(
      () => staffs.move(1, 1, 'Shipped'),
      () => staffs.move(1, 2, 'Select Items'),
      () => staffs.stop(3, 2),
    );
    const track = (n: number) => {
      const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
      return post(api, `/referrals/referral/${id}/tracking`, { ...parcel, seen: { taskId: `${id}-${n}` } }, admin);
    };
    // The item was never in that task.
    saysNothingOfWho(await track(3));
    expect((await track(1)).body.message).toMatch(/by Dee Park/);
    const end = (stoppedAt: string, who: Name = 'admin') => {
      const seen = { 2: { reason: 'Too wide', stoppedAt } };
      return post(api, '/tasks/unstop-items', { referralId: id, itemIds: [2], reason, seen }, { as: who });
    };
    saysNothingOfWho(await end('2026-01-01T00:00:00.000Z'));
    await succeeds(() => admins.takeUp(2));
    saysNothingOfWho(await end('2026-01-01T00:00:00.000Z', 'staff'));
    const { userId } = PEOPLE.referrer;
    const assigned = await post(
      api,
      `/tasks/${id}-2/assign`,
      { userId: PEOPLE.staff2.userId, seen: { assignee: userId } },
      admin,
    );
    saysNothingOfWho(assigned);
    expect(JSON.stringify(assigned.body)).not.toContain(PEOPLE.referrer.firstName);
  });

  it('is not recorded of what somebody has removed from the order, while the worker has not taken it out of the task yet', async () => {
    const { id, as } = await twoItems();
    await succeeds(() => as('admin').remove(1));
    const gone = 'Shower chair was removed from the order by Gus Orr on WHEN\\.';
    refusedWith(await as('staff').record(1, 2), 'item-task/not-in-task', gone);
    // The person who removed it knows that, so their outcome is accepted.
    await succeeds(() => as('admin').record(1, 2));
    const types: string[] = [];
    for await (const { type, data } of api.engines.store.readStream(`itemTask-${id}`)) {
      types.push(`${type} ${String((data as { readonly itemIds?: readonly number[] }).itemIds)}`);
    }
    expect(types).toContain('ItemsWithdrawn 1');
    expect(types.filter((type) => type.startsWith('OutcomeRecorded'))).toEqual(['OutcomeRecorded 2']);
    const alone = await twoItems();
    await succeeds(
      () => alone.as('staff').move(1, 2, 'Select Items'),
      () => alone.as('staff').remove(1),
    );
    const removed = (by: string) => `Shower chair was removed from the order by ${by} on WHEN\\.`;
    refusedWith(await alone.as('staff').record(1, 2), 'item-task/not-in-task', removed('you'));
    const named = { outcome: 'created', itemIds: [1] };
    refusedWith(
      await post(api, `/tasks/${alone.id}-1/outcome`, named, admin),
      'item-task/not-in-task',
      removed('Dee Park'),
    );
  });

  it('is not recorded if somebody else has taken an item out of the task since', async () => {
    const stopped = await twoItems();
    await succeeds(() => stopped.as('admin').stop(1, 1));
    const words = 'Shower chair has been stopped: by Gus Orr on WHEN, for “Too wide”\\.';
    refusedWith(await stopped.as('staff').record(1, 2), 'item-task/not-in-task', words);
    const moved = await twoItems();
    await succeeds(() => moved.as('admin').move(1, 2, 'Select Items'));
    const taken = 'Gus Orr took Bath step out of this task on WHEN\\. It is in Select Items by now\\.';
    refusedWith(await moved.as('staff').record(1, 2), 'item-task/not-in-task', taken);
    const removed = await twoItems();
    await succeeds(() => removed.as('admin').remove(2));
    await removed.place();
    const gone = 'Bath step was removed from the order by Gus Orr on WHEN\\.';
    refusedWith(await removed.as('staff').record(1, 2), 'item-task/not-in-task', gone);
    refusedWith(
      await removed.as('staff').record(1, 77),
      'item-task/not-in-task',
      'This referral has no item 77 in this task\\.',
    );
  });
});

describe('A tracking number', () => {
  const parcel = (number: string, itemIds: readonly number[]) => ({ itemIds, carrier: 'UPS', number });
  const sentBy = (id: string) => (as: Name, number: string, itemIds: readonly number[], seen: object) =>
    post(api, `/referrals/referral/${id}/tracking`, { ...parcel(number, itemIds), seen }, { as });

  it('is not given to an item that was given another one since, unless its author knows of it', async () => {
    const { id } = await twoItems();
    const track = sentBy(id);
    const seen = { taskId: `${id}-1`, numbers: [] };
    expect((await track('admin', '990001', [1], seen)).status).toBe(200);
    const { status, body } = await track('staff', '990002', [1, 2], seen);
    expect([status, body.code]).toEqual([409, 'referral/numbered-meanwhile']);
    const given = new RegExp(`^Gus Orr gave Shower chair the tracking number UPS 990001 on ${WHEN}\\.$`);
    expect(body.message).toMatch(given);
    // The author is refused for their own number as well, if their page does not show it: its answer was lost, and they have corrected the
    // number.
    const own = await track('admin', '990003', [1, 2], seen);
    expect([own.status, own.body.code]).toEqual([409, 'referral/numbered-meanwhile']);
    expect(own.body.message).toMatch(
      new RegExp(
        `^You gave Shower chair the tracking number UPS 990001 on ${WHEN}\\. Add another only for a second parcel, or if that number is wrong\\.$`,
      ),
    );
    expect((await track('admin', '990003', [1, 2], { ...seen, numbers: ['990001'] })).status).toBe(200);
    expect((await track('staff', '990004', [1], { ...seen, numbers: ['990001', '990003'] })).status).toBe(200);
    // The same number once more changes nothing.
    expect((await track('staff', '990001', [1], seen)).status).toBe(200);
    expect((await post(api, `/referrals/referral/${id}/tracking`, parcel('990005', [1]), staff)).status).toBe(200);
  });

  it('is given to items that its author has moved to several tasks since', async () => {
    const { id, as } = await twoItems();
    expect((await as('staff').move(1, 1, 'Shipped')).status).toBe(200);
    expect((await as('staff').move(1, 2, 'Select Items')).status).toBe(200);
    const seen = { taskId: `${id}-1`, numbers: [] };
    expect((await sentBy(id)('admin', '990001', [1, 2], seen)).body.code).toBe('referral/item-not-shipped');
    expect((await sentBy(id)('staff', '990001', [1, 2], seen)).status).toBe(200);
  });
});

async function aMessage(): Promise<string> {
  const form = { lastName: 'Diaz', firstName: 'Rosa', email: 'rosa@example.com', subject: 'Bed', message: 'When?' };
  expect((await post(api, '/contact/create', form)).status).toBe(201);
  const open = async () => (await get<InquiryList>(api, '/messages', staff)).body.data.rows;
  await until(async () => (await open()).length > 0);
  return (await open()).at(-1)!.inquiryId;
}

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
      [`/tasks/${id}/stop`, { itemIds: [1], reason }, 'staff'],
      [`/tasks/${id}/release`, {}, 'staff2'],
      'Dee Park completed this task on WHEN.',
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
    const id = (await post<string>(api, '/referrals/create', order, { as: 'referrer' })).body.data;
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
    const id = (await post<string>(api, '/referrals/create', order, { as: 'referrer' })).body.data;
    const path = `/items/update-referral-items/${id}`;
    return [
      [path, { items: [{ id: 2, deleted: true }], parentId: 0 }, 'staff'],
      [path, { items: [{ id: 2, qty: 5 }], parentId: 1 }, 'staff2'],
      'Bath step was removed from the order by Dee Park on WHEN. Restore it first.',
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
    expect((await take(second, key)).body).toEqual(refused.body);
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

/** The fields of a body that state what its author saw. */
const SEEN = ['seen', 'parentId', 'previousType'];

it.each(ROUTES.filter((route) => methodOf(route) !== 'GET').map((route): [string, Route] => [route.endpoint, route]))(
  'The request of %s says what its author saw, if its route says so, and else not',
  (_, route) => {
    const fields = Object.keys(bodySchemaOf(route)?.properties ?? {});
    const parameters = Object.keys(route.query?.shape ?? {});
    const says = fields.some((name) => SEEN.includes(name)) || parameters.includes('comparedWith');
    expect(says).toBe(route.meanwhile === 'seen');
  },
);
