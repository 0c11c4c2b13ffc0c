import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accountDecider, companyOf, inquiryDecider } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { call, get, post } from '../../testing/call.js';
import { expectSameRefusal } from '../../testing/race.js';
import { until } from '../../testing/until.js';
import { WHEN, aMessage, admin, api, reason, valuesOf } from './done-meanwhile.testing.js';

async function csvOf(path: string, text: string) {
  const headers = { 'content-type': 'text/csv' };
  const { body } = await call<string>(api, 'POST', path, { ...admin, headers, body: text });
  return body.data;
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
    expectSameRefusal(await act('staff2', key), refused);
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
    const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
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
