import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AssignTasksAnswer, type InquiryList, POSITION_HEADER } from '@throughline/contracts';
import { accountDecider, bannerDecider, companyOf, inquiryDecider, itemTaskDecider } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder } from '../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { call, get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

/*
 * Acts whose effect is there already because somebody else was faster: they are refused, because their reason would be lost (decision
 * 0111).
 */

const api = await startApi();
afterAll(() => api.close());
beforeAll(async () => {
  await actOnAccount(api, 'staff2', 'role', { admin: true, siteAdmin: false });
  await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
});

const admin = { as: 'admin' } as const;
const reason = 'As asked';
const WHEN = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M Central Time';

const valuesOf = async (who: Name) => {
  const { state } = await readState(api.engines.store, accountDecider, PEOPLE[who].userId);
  return accountDecider.valuesOf?.(state, {} as never) as Readonly<Record<string, unknown>>;
};

async function csvOf(path: string, text: string) {
  const headers = { 'content-type': 'text/csv' };
  const { body } = await call<string>(api, 'POST', path, { ...admin, headers, body: text });
  return body.data;
}

async function aMessage(): Promise<string> {
  const form = { lastName: 'Diaz', firstName: 'Rosa', email: 'rosa@example.com', subject: 'Bed', message: 'When?' };
  expect((await post(api, '/contact/create', form)).status).toBe(201);
  const open = async () => (await get<InquiryList>(api, '/messages', admin)).body.data.rows;
  await until(async () => (await open()).length > 0);
  return (await open()).at(-1)!.inquiryId;
}

/** The act, and the words of its refusal after Gus Orr has done it: of the whole act, or of its field. */
const ACTS: Readonly<Record<string, () => Promise<readonly [path: string, body: object, words: string]>>> = {
  'canceling a version of the catalogue': async () => {
    const header = 'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs';
    const id = await csvOf(
      '/catalogue/versions?fileName=winter.csv&reason=Winter&activatesAt=2099-01-04T06:00:00Z',
      `${header}\ngloves,Supplies,Nitrile gloves,Each.,A4927,gloves.svg,,,,,`,
    );
    return [`/catalogue/versions/${id}/cancel`, { reason }, 'Gus Orr canceled this version on WHEN.'];
  },
  'canceling an import of members': async () => {
    const id = await csvOf(
      '/eligible-patients/imports?fileName=a.csv&reason=Asked',
      'medicaid_id,date_of_birth,benefit_type,company_id\nAZ1,1990-01-05,otc,12',
    );
    return [`/eligible-patients/imports/${id}/cancel`, { reason }, 'Gus Orr canceled this import on WHEN.'];
  },
  'switching a banner off': async () => {
    const news = { text: 'News', from: '2026-01-01T00:00:00.000Z', until: '2199-01-01T00:00:00.000Z' };
    const seen = { text: null, from: null, until: null };
    expect((await post(api, '/banners/update/switch-on', { ...news, seen, reason }, admin)).status).toBe(200);
    return [
      '/banners/update/switch-off',
      { seen: news, reason },
      'Gus Orr changed this on WHEN from “News” to nothing.',
    ];
  },
  'switching a banner on with the same text': () => {
    const news = { text: 'Down', from: '2026-01-01T00:00:00.000Z', until: '2199-01-01T00:00:00.000Z' };
    const body = { ...news, seen: { text: null, from: null, until: null }, reason };
    return Promise.resolve([
      '/banners/maintenance/switch-on',
      body,
      'Gus Orr changed this on WHEN from nothing to “Down”.',
    ]);
  },
  'retiring a note template': () => {
    const seen = api.engines.catalogue.noteTemplates[0]!;
    return Promise.resolve([
      '/note-templates/installed-1/retire',
      { seen, reason },
      'Gus Orr retired this template on WHEN.',
    ]);
  },
  'withholding the same from a group': () =>
    Promise.resolve([
      '/ordering-groups',
      { groupId: 9, withheld: ['Supplies'], seen: { withheld: [] }, reason },
      'Gus Orr changed this on WHEN from nothing to “Supplies”.',
    ]),
  'closing a message': async () => {
    const id = await aMessage();
    return [`/messages/${id}/close`, { reason }, 'Gus Orr closed this message on WHEN.'];
  },
  'opening a message again': async () => {
    const id = await aMessage();
    expect((await post(api, `/messages/${id}/close`, { reason }, admin)).status).toBe(200);
    const { settledAt } = (await readState(api.engines.store, inquiryDecider, id)).state;
    return [`/messages/${id}/reopen`, { seen: { settledAt } }, 'Gus Orr reopened this message on WHEN.'];
  },
  'giving somebody the same right': async () => {
    const { admin: isAdmin, siteAdmin, companyId, active } = await valuesOf('stranger');
    const seen = { admin: isAdmin, siteAdmin, companyId, active };
    const path = `/users/user/${PEOPLE.stranger.userId}/role`;
    const body = { admin: false, siteAdmin: true, seen, reason };
    return [path, body, 'Gus Orr changed this on WHEN from no to yes.'];
  },
  'deactivating somebody': async () => {
    const { switches, admin: isAdmin, siteAdmin, groups, companyId } = await valuesOf('ops');
    const seen = { switches, admin: isAdmin, siteAdmin, groups, companyId };
    const path = `/users/user/${PEOPLE.ops.userId}/deactivate`;
    return [path, { seen, reason }, 'Gus Orr changed this on WHEN from yes to no.'];
  },
};

describe('Done by somebody else meanwhile, it is not answered as done, but refused with who and when:', () => {
  it.each(Object.entries(ACTS))('%s', async (_, prepare) => {
    const [path, body, words] = await prepare();
    const act = (as: Name, key = randomUUID()) => post(api, path, body, { as, key });
    expect((await act('admin')).status).toBe(200);
    const head = await api.engines.store.head();
    const key = randomUUID();
    const refused = await act('staff2', key);
    expect(refused.status).toBe(409);
    const said = [refused.body.message, ...Object.values(refused.body.errors ?? {})];
    const expected = words.replace('WHEN', WHEN).replaceAll(/[()]/g, '\\$&');
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^${expected}$`)));
    expect((await act('staff2', key)).body).toEqual(refused.body);
    // The author repeats their own act, because the first answer was lost and the page was reloaded.
    expect((await act('admin')).status).toBe(200);
    expect(await api.engines.store.head()).toBe(head);
  });

  it('what somebody adds to a list, of which others have changed another entry since', async () => {
    const groups = (as: Name, ...named: string[]) =>
      actOnAccount(api, 'staff', 'groups', { groups: named, seen: { groups: [], companyId: 1, active: true } }, as);
    expect((await groups('admin', 'Fullfillment')).status).toBe(200);
    expect((await groups('staff2', 'Intake')).status).toBe(200);
    const head = await api.engines.store.head();
    expect((await groups('admin', 'Fullfillment')).status).toBe(200);
    const { status, body } = await groups('staff2', 'Fullfillment');
    expect([status, body.errors?.['groups']]).toEqual([
      409,
      expect.stringMatching(
        new RegExp(`^Gus Orr changed this on ${WHEN} from nothing to “Fullfillment”, “Intake”\\.$`),
      ),
    ]);
    expect(await api.engines.store.head()).toBe(head);
  });

  it('an answer to a message, one’s own apart', async () => {
    const path = `/messages/${await aMessage()}/answer`;
    expect((await post(api, path, { text: 'On Monday.' }, admin)).status).toBe(200);
    expect((await post(api, path, { text: 'On Monday.' }, admin)).status).toBe(200);
    for (const [as, text, who] of [
      ['staff2', 'On Monday.', 'Gus Orr'],
      ['admin', 'On Tuesday.', 'You'],
    ] as const) {
      const { status, body } = await post(api, path, { text }, { as });
      const words = new RegExp(`^${who} answered this message on `);
      expect([status, body.message]).toEqual([409, expect.stringMatching(words)]);
    }
  });

  it('an answer to a note that its author deletes', async () => {
    const { body } = await post<string>(api, '/referrals/create', anOrder(), { as: 'referrer' });
    const referralId = body.data;
    await until(async () => (await get(api, `/referrals/referral/${referralId}`, admin)).status === 200);
    const note = await post<string>(api, '/internal-notes', { referralId, note: '<p>Call</p>' }, { as: 'staff' });
    const path = `/internal-notes/${note.body.data}/delete`;
    for (const _ of [1, 2]) expect((await post(api, path, {}, { as: 'staff' })).status).toBe(200);
    const reply = { referralId, note: '<p>Who?</p>', parentNoteId: note.body.data };
    const refused = await post(api, '/internal-notes', reply, admin);
    expect([refused.status, refused.body.code]).toEqual([409, 'note/deleted']);
    expect(refused.body.message).toMatch(new RegExp(`^Dee Park deleted this note on ${WHEN}\\.$`));
  });
});

describe('A site administrator', () => {
  const deactivate = (more: object) =>
    post(api, `/users/user/${PEOPLE.colleague.userId}/deactivate`, { reason, ...more }, { as: 'siteAdmin' });
  const seen = { switches: 0, admin: false, siteAdmin: false, groups: [], companyId: 12 };

  it('reads in the refusal that somebody at the provider made the change and when, but not who', async () => {
    for (const act of ['deactivate', 'reactivate']) {
      expect((await actOnAccount(api, 'colleague', act)).status).toBe(200);
    }
    const { body } = await deactivate({ seen });
    const somebody = `Somebody at ${companyOf(PEOPLE.admin.companyId)?.name}`;
    expect(body.errors?.['active']).toMatch(new RegExp(`^${somebody} changed this on ${WHEN} back to yes\\.$`));
    expect(JSON.stringify(body)).not.toContain('Orr');
  });

  it('learns nothing from a made-up `seen`', async () => {
    for (const switches of [77, -1]) {
      const { status, body } = await deactivate({ seen: { ...seen, switches } });
      expect(status).toBe(switches < 0 ? 400 : 409);
      expect(JSON.stringify(body)).not.toMatch(/Orr|Somebody|Central Time/);
    }
    // The refusal does not even reveal whether the value was true once: the person was moved away and back.
    for (const companyId of [26, 12])
      expect((await actOnAccount(api, 'colleague', 'company', { companyId })).status).toBe(200);
    for (const forged of [{ admin: true }, { siteAdmin: true }, { companyId: 26 }, { companyId: 40 }]) {
      const { status, body } = await deactivate({ seen: { ...seen, switches: 2, ...forged } });
      expect(status).toBe(409);
      expect(JSON.stringify(body)).not.toMatch(/Orr|Somebody|Central Time/);
      // A company is named, and not numbered.
      if ('companyId' in forged) expect(body.errors?.['companyId']).toMatch(/ to “[^”]+”\.$/);
    }
    const groups = ['Case Managers', 'Gus Orr did it. No group'];
    const { body } = await deactivate({ seen: { ...seen, switches: 2, groups } });
    expect(body.errors?.['groups']).toBe(
      'Another person changed this from “Case Managers”, “Gus Orr did it. No group” to nothing.',
    );
  });

  it('does not learn at which company somebody else deactivated the person', async () => {
    const move = (companyId: number) => actOnAccount(api, 'colleague', 'company', { companyId });
    const { switches } = await valuesOf('colleague');
    expect((await move(26)).status).toBe(200);
    expect((await actOnAccount(api, 'colleague', 'role', { admin: false, siteAdmin: false })).status).toBe(200);
    const there = {
      userId: PEOPLE.stranger.userId,
      email: 'x@people.example',
      role: 'referrer',
      companyId: 26,
    } as const;
    const data = { userId: PEOPLE.colleague.userId, at: new Date().toISOString(), reason };
    for (const type of ['DeactivateAccount', 'ReactivateAccount'] as const) {
      const { state } = await readState(api.engines.store, accountDecider, PEOPLE.colleague.userId);
      const values = accountDecider.valuesOf?.(state, {} as never);
      const command = { type, data: { ...data, seen: values, by: null, otherAdmins: 1, operatorId: 1, tasksTo: null } };
      const context = { ...systemContext(randomUUID(), data.at), actor: there };
      await handleCommand(api.engines.store, {
        decider: accountDecider,
        id: PEOPLE.colleague.userId,
        command: command as never,
        context,
      });
    }
    expect((await move(12)).status).toBe(200);
    const { status, body } = await deactivate({ seen: { ...seen, switches } });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).not.toMatch(/Somebody|Central Time/);
  });

  it('does not learn when the provider deactivated the person who was at another company', async () => {
    const move = (companyId: number) => actOnAccount(api, 'colleague', 'company', { companyId });
    const { switches } = await valuesOf('colleague');
    expect((await move(26)).status).toBe(200);
    for (const act of ['deactivate', 'reactivate'] as const)
      expect((await actOnAccount(api, 'colleague', act, {})).status).toBe(200);
    expect((await move(12)).status).toBe(200);
    const { status, body } = await deactivate({ seen: { ...seen, switches } });
    expect([status, body.code]).toEqual([409, 'account/changed-meanwhile']);
    expect(JSON.stringify(body)).not.toMatch(/Orr|Somebody|Central Time/);
  });

  it('learns of nobody whether they work tasks', async () => {
    for (const who of ['staff', 'referrer', 'colleague'] as const) {
      const { status, body } = await deactivate({
        tasksTo: PEOPLE[who].userId,
        seen: { ...seen, switches: 77 },
      });
      expect([status, body.code]).toEqual([409, 'item-task/not-an-assignee']);
    }
  });
});

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
    const { title, noteText, actionNeeded } = values!;
    const seen = { title, noteText, actionNeeded };
    const changed = { title: `${title}, again`, noteText, actionNeeded };
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

const LOOK_AGAIN = 'Nothing was done now\\. If it is still needed, do it again\\.';

const changedSince = (did: string, undid: string) =>
  new RegExp(`^You did this on ${WHEN}: ${did}\\. Since then, on ${WHEN}: ${undid}\\. ${LOOK_AGAIN}$`);

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const caseOf = (taskId: string) => taskId.replace(/-1$/, '');

async function aTask(): Promise<string> {
  const { body } = await post<string>(api, '/referrals/create', anOrder(), { as: 'referrer' });
  const taskId = `${body.data}-1`;
  await until(async () => (await get(api, `/tasks/${taskId}`, admin)).status === 200);
  return taskId;
}

async function twoItems(): Promise<string> {
  const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
  const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
  const { data: id } = (await post<string>(api, '/referrals/create', order, { as: 'referrer' })).body;
  await until(async () => (await get(api, `/tasks/${id}-1`, admin)).status === 200);
  return id;
}

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
      changedSince('you gave 2 items the UPS tracking number 990001', 'Eli Vance removed Bath step from the order'),
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
      changedSince('you added Grab bar to the order', 'Eli Vance removed Grab bar from the order'),
    );
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
