import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { methodOf, type Route, ROUTES } from '@throughline/contracts';
import { bannerDecider, companyOf, inquiryDecider, noteTemplatesDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { bodySchemaOf } from '../../docs/json-schema-of.js';
import { actOnAccount } from '../../testing/act-on-account.js';
import { PEOPLE } from '../../testing/api-under-test.js';
import { call, post } from '../../testing/call.js';
import { type Race, raceEach, type SaysWhatWasSeen } from '../../testing/race.js';
import {
  BANNER_OFF,
  NEWS,
  aMessage,
  aReferral,
  admin,
  api,
  ofAccount,
  raceOthers,
  reason,
  saysNothingOfWho,
  staff,
  type Races,
} from './changed-meanwhile.testing.js';

const person = { params: { id: PEOPLE.colleague.userId } };

const PROFILE = { firstName: 'Ben', lastName: 'Lee', primaryPhone: null, secondaryPhone: null };

const RIGHTS = { admin: true, siteAdmin: false };

const BELONGING = { companyId: 12, claimedCompanyId: null };

const [template] = api.engines.catalogue.noteTemplates;

/** Those whose body has `seen`. */
const RACES: { readonly [E in SaysWhatWasSeen]?: () => Promise<Race<E>> } = {
  'POST /users/user/{id}/profile': () =>
    Promise.resolve({
      old: { ...person, body: { ...PROFILE, seen: PROFILE, reason } },
      first: { primaryPhone: '6025550112' },
      second: { primaryPhone: '6025550199', lastName: 'Lee-Ruiz' },
      reported: { primaryPhone: 'from nothing to “(602) 555-0112”' },
      apart: { lastName: 'Lee-Ruiz' },
      then: { primaryPhone: '6025550112', lastName: 'Lee-Ruiz' },
      values: ofAccount,
    }),
  'POST /users/user/{id}/groups': () =>
    Promise.resolve({
      old: { ...person, body: { groups: [], seen: { groups: [], companyId: 12, active: true }, reason } },
      first: { groups: ['Case Managers'] },
      second: { groups: ['Clinical Staff'] },
      reported: null,
      then: { groups: ['Case Managers', 'Clinical Staff'] },
      values: ofAccount,
    }),
  'POST /users/user/{id}/role': async () => {
    await actOnAccount(api, 'colleague', 'role', RIGHTS);
    return {
      old: { ...person, body: { ...RIGHTS, seen: { ...RIGHTS, companyId: 12, active: true }, reason } },
      first: { admin: false },
      second: { siteAdmin: true },
      reported: { admin: 'from yes to no' },
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
      reported: { companyId: `from “${companyOf(12)?.name}” to “${companyOf(26)?.name}”` },
      then: { companyId: 26 },
      values: ofAccount,
    };
  },
  'POST /note-templates/{templateId}': () =>
    Promise.resolve({
      old: { params: { templateId: 'installed-1' }, body: { ...template!, seen: template!, reason } },
      first: { title: 'Another title' },
      second: { title: 'A third title' },
      reported: { title: `from “${template?.title}” to “Another title”` },
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
      reported: { text: 'from nothing to “Old news”', from: 'from nothing to .*', until: 'from nothing to .*' },
      then: { text: 'Old news' },
      values: async () => (await readState(api.engines.store, bannerDecider, 'update')).state,
      back: async () => {
        const { text, from, until: end } = (await readState(api.engines.store, bannerDecider, 'update')).state;
        const off = { seen: { text, from, until: end }, reason };
        return (await post(api, '/banners/update/switch-off', off, admin)).status;
      },
    }),
};

/** Commands whose requests have other fields in the specification, or are not JSON. */
const OTHERS: Races = {
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
        as: 'admin',
        headers: { 'content-type': 'text/csv' },
        body: `${HEADER}\ngloves,Supplies,Nitrile gloves,${words},A4927,gloves.svg,,,,,`,
      });
    return [await plan('Each.'), await plan('Box.'), 'catalogue/compared-with-another'];
  },
};

// Other races have moved the person.
raceEach(api, RACES, () => actOnAccount(api, 'colleague', 'company', { companyId: 12 }));

raceOthers(OTHERS);

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
