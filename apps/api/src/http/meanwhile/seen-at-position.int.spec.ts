import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { POSITION_HEADER } from '@throughline/contracts';
import { accountDecider, bannerDecider, type Profile } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE } from '../../testing/api-under-test.js';
import { type Answer, call, get, post } from '../../testing/call.js';
import { until } from '../../testing/until.js';
import { BANNER_OFF, NEWS, aTask, api, dayIn, ofAccount, reason, staff } from './changed-meanwhile.testing.js';

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
