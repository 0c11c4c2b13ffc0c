import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AdminActs, POSITION_HEADER, type User, type UserList } from '@throughline/contracts';
import { accountDecider, type AccountRequested, describeEvent } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { actOnAccount } from '../testing/act-on-account.js';
import { emailOf, type Name, PEOPLE, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';
import { connect } from '../testing/live-client.js';
import { until, withinFiveSeconds } from '../testing/until.js';

const api = await startApi();
const second = await startAnotherNode(api);
afterAll(async () => {
  await second.close();
  await api.close();
});

const reason = 'As asked';
const act = (who: Name, name: string, body: object = {}, as: Name = 'admin') => actOnAccount(api, who, name, body, as);
const after = ({ headers }: Answer<unknown>) => `minPosition=${headers.get(POSITION_HEADER)}`;
const userAfter = async (who: Name, written: Answer<unknown>) =>
  (await get<User>(api, `/users/user/${PEOPLE[who].userId}?${after(written)}`, { as: 'admin' })).body.data;
const listed = async (query: string, as: Name = 'admin') =>
  (await get<UserList>(api, `/users?${query}`, { as })).body.data.rows.map(({ id }) => id);

describe('A person', () => {
  it('chooses the language of their mails, which is none of what waits for the identity provider', async () => {
    const own = async (minPosition: string) =>
      (await get<User>(api, `/users/user/email/${emailOf(PEOPLE.stranger)}?${minPosition}`, { as: 'stranger' })).body
        .data;
    expect(await own('')).toMatchObject({ language: null });
    const written = await post(api, '/users/user/language', { language: 'es' }, { as: 'stranger' });
    expect(await own(after(written))).toMatchObject({ language: 'es', waitsForProvider: false });
  });
});

describe('An administrator', () => {
  it('changes a profile, which the person sees', async () => {
    const profile = {
      firstName: 'Ben',
      lastName: 'Lee-Ruiz',
      primaryPhone: '6025550112',
      secondaryPhone: '6025550113',
    };
    const written = await act('colleague', 'profile', profile);
    expect(await userAfter('colleague', written)).toMatchObject(profile);
  });

  it('finds people by name, address and company, and by what is to be done', async () => {
    expect(await listed('search=moss')).toEqual(['u-stranger']);
    expect(await listed('search=u-stranger@people')).toEqual(['u-stranger']);
    expect((await listed('search=saguaro')).sort()).toEqual(['u-colleague', 'u-referrer', 'u-site-admin']);
    expect(await listed('filter=site-admins')).toEqual(['u-site-admin']);
    expect(await listed('filter=admins')).toEqual(['u-admin']);
    expect(await listed('search=nobody')).toEqual([]);
    expect(await listed(`search=${encodeURIComponent("'")}`)).toEqual([]);
    expect(await listed(`search=${encodeURIComponent('Moss,')}`)).toEqual(['u-stranger']);
  });

  it.each<[string, readonly Name[]]>([
    ['Administrator', ['admin']],
    ['site  administrator', ['siteAdmin']],
    ['Employee', ['staff', 'staff2']],
    ['Ops', ['ops']],
    ['Referrer', ['referrer', 'colleague', 'stranger']],
    ['Deactivated', []],
  ])('finds people by what the list says of them: %s', async (search, people) => {
    const ids = await listed(`search=${encodeURIComponent(search)}`);
    const all = people.map((who): string => PEOPLE[who].userId);
    expect(ids.filter((id) => id.startsWith('u-')).sort()).toEqual(all.sort());
  });

  it('finds everybody whose account is active', async () => {
    expect((await listed('search=active')).length).toBe((await listed('filter=active')).length);
  });

  it('enrols people in groups of their company alone', async () => {
    expect((await act('colleague', 'groups', { groups: ['Ops'] })).body.code).toBe('account/unknown-group');
    const written = await act('colleague', 'groups', { groups: ['Case Managers'] });
    expect((await userAfter('colleague', written)).groups).toEqual([{ id: 'Case Managers', name: 'Case Managers' }]);
  });

  it('neither takes away their own right nor their company, nor deactivates themselves, and the last one stays', async () => {
    expect((await act('admin', 'role', { admin: false, siteAdmin: false })).body.code).toBe('account/own-admin-right');
    expect((await act('admin', 'deactivate')).body.code).toBe('account/own-account');
    for (const companyId of [null, 12]) {
      const { status, body } = await act('admin', 'company', { companyId });
      expect([status, body.code, body.message]).toEqual([
        409,
        'account/own-company',
        'You cannot take away your own company.',
      ]);
    }
    expect((await act('admin', 'company', { companyId: PEOPLE.admin.companyId })).status).toBe(200);
  });

  it('is left, when two take each other’s right away at the same time', async () => {
    const role = (admin: boolean) => ({ admin, siteAdmin: false });
    const written = await act('staff2', 'role', role(true));
    await userAfter('staff2', written);
    await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
    const answers = await Promise.all([
      act('staff2', 'role', role(false), 'admin'),
      act('admin', 'role', role(false), 'staff2'),
    ]);
    // An administrator who has lost the right cannot take away another's.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left: Name = answers[0].status === 200 ? 'admin' : 'staff2';
    if (left === 'staff2') await act('admin', 'role', role(true), 'staff2');
    await until(async () => (await get(api, '/users', { as: 'admin' })).status === 200);
    await act('staff2', 'role', role(false));
  });

  describe('whose right was taken away a moment ago, and who is known by it on this node,', () => {
    const role = (admin: boolean) => ({ admin, siteAdmin: false });
    const SEEN = { admin: false, siteAdmin: false, companyId: PEOPLE.staff2.companyId, active: true };

    beforeEach(async () => {
      await userAfter('staff2', await act('staff2', 'role', role(true)));
      await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
    });
    const isAdmin = async () =>
      (await readState(api.engines.store, accountDecider, PEOPLE.staff2.userId)).state.account?.admin;

    it('gives it neither back to themselves nor to somebody else', async () => {
      expect((await act('staff2', 'role', role(false))).status).toBe(200);
      const answers = await Promise.all([
        act('staff2', 'role', { ...role(true), seen: SEEN }, 'staff2'),
        act('staff', 'role', role(true), 'staff2'),
        act('staff', 'deactivate', {}, 'staff2'),
        post(
          api,
          '/banners/update/switch-off',
          { seen: { text: null, from: null, until: null }, reason: 'Gone' },
          { as: 'staff2' },
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    });

    it('does not get it back by requests that were on their way meanwhile', async () => {
      const again = Array.from({ length: 20 }, () => act('staff2', 'role', { ...role(true), seen: SEEN }, 'staff2'));
      const taken = act('staff2', 'role', role(false));
      const more = Array.from({ length: 20 }, () => act('staff2', 'role', { ...role(true), seen: SEEN }, 'staff2'));
      expect((await taken).status).toBe(200);
      await Promise.all([...again, ...more]);
      expect(await isAdmin()).toBe(false);
    });

    it('does not reactivate themselves', async () => {
      expect((await act('staff2', 'deactivate')).status).toBe(200);
      expect((await act('staff2', 'reactivate', {}, 'staff2')).status).toBe(403);
      expect((await act('staff2', 'reactivate')).status).toBe(200);
      expect((await act('staff2', 'role', role(false))).status).toBe(200);
    });
  });

  it('leaves the tasks of somebody who leaves to a colleague who works tasks, and to nobody else', async () => {
    const refused = ['u-staff2', 'u-ops', 'u-referrer', 'u-unknown'];
    for (const tasksTo of refused) {
      const { status, body } = await act('staff2', 'deactivate', { tasksTo });
      expect([tasksTo, status, body.code]).toEqual([tasksTo, 409, 'item-task/not-an-assignee']);
    }
    await act('staff', 'deactivate');
    const gone = await act('staff2', 'deactivate', { tasksTo: 'u-staff' });
    expect([gone.status, gone.body.code]).toEqual([409, 'item-task/not-an-assignee']);
    expect(gone.body.message).toMatch(
      /^Dee Park can be given no tasks\. They were deactivated by you on .* Central Time\.$/,
    );
    await act('staff', 'reactivate');
    const written = await act('staff2', 'deactivate', { tasksTo: 'u-staff' });
    expect(written.status).toBe(200);
    const { rows } = (await get<AdminActs>(api, `/acts?person=u-staff2&${after(written)}`, { as: 'admin' })).body.data;
    expect(rows[0]?.event.data).toMatchObject({ tasksTo: { userId: 'u-staff' } });
    await act('staff2', 'reactivate');
  });

  it('asks the identity provider by an event, which the worker carries out', async () => {
    const written = await act('colleague', 'sign-in', { act: 'end-sessions' });
    expect((await userAfter('colleague', written)).waitsForProvider).toBe(true);
  });

  it('must say why', async () => {
    const { status, body } = await post(
      api,
      `/users/user/${PEOPLE.colleague.userId}/deactivate`,
      { reason: ' ', seen: { switches: 0, admin: false, siteAdmin: false, groups: [], companyId: 12 } },
      { as: 'admin' },
    );
    expect([status, body.errors]).toEqual([400, { reason: 'Reason is required.' }]);
  });

  it('leaves in the audit who did what, and why', async () => {
    const read = (query: string) => get<AdminActs>(api, `/acts?${query}`, { as: 'ops' });
    const { rows } = (await read(`person=${PEOPLE.colleague.userId}`)).body.data;
    expect(rows.map(({ event }) => event.type)).toEqual([
      'SignInActOrdered',
      'GroupsChanged',
      'ProfileChanged',
      'AccountCreated',
    ]);
    expect(rows[2]).toMatchObject({
      name: 'Ben Lee-Ruiz',
      actor: { email: 'u-admin@people.example' },
      event: { data: { reason } },
    });
    expect((await read('search=lee-ruiz&pageSize=1')).body.data).toMatchObject({ rowCount: 3, rows: [{}] });
    const found = async (search: string) =>
      (await read(`search=${encodeURIComponent(search)}&pageSize=100`)).body.data.rows.map(({ position }) => position);
    const { position, event } = rows[2]!;
    const { sentence, detail } = describeEvent(event, { who: 'Gus Orr', before: null });
    for (const words of [sentence, 'Today', ...detail.map(({ field, to }) => `${field}: ${to}`)]) {
      expect([words, await found(words)]).toEqual([words, expect.arrayContaining([position])]);
    }
    expect(await found('Gus Orr moved')).toEqual([]);
  });
});

describe('A deactivated person', () => {
  const sockets: { disconnect(): unknown }[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));

  it('is refused by every node within five seconds, and receives nothing live', async () => {
    const client = connect(second, 'staff2');
    sockets.push(client.socket);
    expect((await client.join({ name: 'task-queue' })).status).not.toBe('refused');
    await act('staff2', 'deactivate');
    for (const node of [api, second]) {
      await withinFiveSeconds(
        api,
        async () => (await get(node, '/tasks', { as: 'staff2' })).body.code === 'identity/deactivated',
      );
    }
    await withinFiveSeconds(api, () => client.left.length > 0);
    expect(client.left).toEqual(['task-queue identity/deactivated']);
    const assignees = await get<{ userId: string }[]>(api, '/tasks/assignees', { as: 'staff' });
    expect(assignees.body.data.map(({ userId }) => userId)).not.toContain('u-staff2');

    await act('staff2', 'reactivate');
    await until(async () => (await get(api, '/tasks', { as: 'staff2' })).status === 200);
  });
});

describe('A site administrator', () => {
  const profileOf = (who: Name) => get<User>(api, `/users/user/${PEOPLE[who].userId}`, { as: 'siteAdmin' });

  it('sees the people of their own company, its admins too, and no others', async () => {
    await userAfter('referrer', await act('referrer', 'role', { admin: true, siteAdmin: false }));
    expect((await listed('companyId=26', 'siteAdmin')).sort()).toEqual(['u-colleague', 'u-referrer', 'u-site-admin']);
    expect(await listed('search=moss', 'siteAdmin')).toEqual([]);
    expect((await profileOf('referrer')).status).toBe(200);
    for (const other of ['stranger', 'staff'] as const) expect((await profileOf(other)).status).toBe(404);
  });

  it('reads which groups their own company has, and those of no other', async () => {
    const groupsOf = async (company: number, as: Name) =>
      (await get(api, `/users/groups/${PEOPLE.siteAdmin.userId}?company=${company}`, { as })).body.data;
    expect(await groupsOf(1, 'siteAdmin')).toEqual([]);
    expect(await groupsOf(12, 'siteAdmin')).toContainEqual({ id: 'Case Managers', name: 'Case Managers' });
    expect(await groupsOf(1, 'admin')).toContainEqual({ id: 'Ops', name: 'Ops' });
  });

  it('deactivates those of them who are no admins', async () => {
    expect((await act('colleague', 'deactivate', {}, 'siteAdmin')).status).toBe(200);
    for (const other of ['referrer', 'stranger', 'staff', 'admin'] as const) {
      expect((await act(other, 'deactivate', {}, 'siteAdmin')).status).toBe(404);
    }
    expect((await act('siteAdmin', 'deactivate', {}, 'siteAdmin')).body.code).toBe('account/own-account');
    await userAfter('referrer', await act('referrer', 'role', { admin: false, siteAdmin: false }));
  });

  it('invites people to their own company alone, without groups', async () => {
    const person = { lastName: 'Ngata', firstName: 'Rosa', email: 'rosa@plan.example', state: 'AZ', company: 26 };
    const invited = { ...person, groups: ['Case Managers'], overrideCompanyGroups: true };
    const elsewhere = await post(api, '/okta/create', { ...invited, reason }, { as: 'siteAdmin' });
    expect(elsewhere.body.code).toBe('registration/another-company');
    await post(api, '/okta/create', { ...invited, reason, company: 12 }, { as: 'siteAdmin' });
    expect(await requests()).toMatchObject([{ email: person.email, companyId: 12, groups: [], reason }]);
  });

  it('is nobody of the operator’s, and none any more when they are moved to another company', async () => {
    expect((await act('staff', 'role', { admin: false, siteAdmin: true })).body.code).toBe('account/no-site');
    await act('siteAdmin', 'company', { companyId: 26 });
    await withinFiveSeconds(api, async () => (await get(api, '/users', { as: 'siteAdmin' })).status === 403);
  });
});

describe('The specified call of an administrator', () => {
  const fields = { lastName: 'Osei', firstName: 'Kofi', phone: '6025550133', state: 'AZ', company: 12 };
  const call = (email: string, more: object) =>
    post(api, '/okta/create', { ...fields, email, overrideCompanyGroups: true, ...more }, { as: 'admin' });

  it('takes the groups that GET /users/groups/{id} answers, and needs no reason', async () => {
    const offered = await get<{ name: string }[]>(api, `/users/groups/${PEOPLE.admin.userId}?company=12`, {
      as: 'admin',
    });
    const groups = offered.body.data.slice(0, 2);
    expect(groups).toHaveLength(2);
    expect((await call('kofi@plan.example', { groups })).status).toBe(200);
    expect((await requests()).filter((one) => one.email === 'kofi@plan.example')).toMatchObject([
      { companyId: 12, groups: groups.map(({ name }) => name), requestedBy: emailOf(PEOPLE.admin), reason: null },
    ]);
  });

  it.each([
    [[7], 'A group is given by its name'],
    [[{ title: 'Ops' }], 'A group is given by its name'],
    [[''], 'A group is given by its name'],
    ['Ops', 'Groups are given as a list.'],
    [[{ name: 'x'.repeat(500) }], 'A group’s name is limited to 50 characters.'],
    [['Ops'], 'The person’s company has no such group.'],
  ])('refuses the groups %j in words, whether they would be assigned or not', async (groups, words) => {
    for (const overrideCompanyGroups of [true, false, null]) {
      const { status, body } = await call('kofi2@plan.example', { groups, overrideCompanyGroups });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.message).toContain(words);
    }
  });
});

describe('Somebody who registers', () => {
  const person = { lastName: 'Eve', firstName: 'Eve', state: 'AZ' };

  it('assigns themselves neither groups nor a company, and never claims the operator’s', async () => {
    const email = 'eve@plan.example';
    const mine = { ...person, email, overrideCompanyGroups: true, groups: ['Ops'] };
    expect((await post(api, '/okta/create', { ...mine, company: 1 })).body.code).toBe('registration/operator-company');
    await post(api, '/okta/create', { ...mine, company: 12 });
    expect((await requests()).filter((one) => one.email === email)).toMatchObject([
      { companyId: null, claimedCompanyId: 12, groups: [], requestedBy: null },
    ]);
  });

  it('gets the same answer for an address that has an account', async () => {
    const answers = await Promise.all(
      ['u-referrer@people.example', 'unknown@people.example'].map((email) =>
        post(api, '/okta/create', { ...person, email }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([200, { success: true, message: 'OK', data: null }]),
    );
  });

  it('is in the access log with each attempt, by a hash of the address', async () => {
    const recorded = async () => {
      const { rows } = await api.engines.database.pool.query<{ input_hash: string; kept: string }>(
        `select input_hash, access_log::text as kept from access_log where screen = 'Registration' order by id`,
      );
      return rows;
    };
    const before = await recorded();
    for (const _ of [1, 2]) await post(api, '/okta/create', { ...person, email: 'tries@people.example' });
    const attempts = (await recorded()).slice(before.length);
    expect(attempts.map(({ input_hash }) => input_hash)).toEqual(Array(2).fill(expect.stringMatching(/^\S{20,}$/)));
    expect(attempts.map(({ kept }) => kept).join()).not.toContain('tries');
  });
});

it('A person who lost the right to manage accounts a moment ago cannot invite anybody into a company', async () => {
  await userAfter('staff2', await act('staff2', 'role', { admin: true, siteAdmin: false }));
  await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
  expect((await act('staff2', 'role', { admin: false, siteAdmin: false })).status).toBe(200);
  const email = 'ada.okoye@people.example';
  const registrant = { lastName: 'Okoye', firstName: 'Ada', email, phone: '6025550188', state: 'AZ', company: 26 };
  const { status } = await post(api, '/okta/create', { ...registrant, reason: 'Friend' }, { as: 'staff2' });
  // A person without the right can still request an account, whose company is then only a claim.
  const asked = (await requests()).filter((request) => request.email === email);
  if (status === 200) expect(asked).toMatchObject([{ companyId: null, claimedCompanyId: 26 }]);
  else expect([status, asked]).toEqual([403, []]);
});

async function requests(): Promise<AccountRequested['data'][]> {
  const found: AccountRequested['data'][] = [];
  for await (const { type, data } of api.engines.store.readAll({ after: 0 })) {
    if (type === 'AccountRequested') found.push(data as AccountRequested['data']);
  }
  return found;
}
