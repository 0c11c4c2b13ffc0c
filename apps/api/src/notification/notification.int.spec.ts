import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Notification, NotificationList, ReferralHistory } from '@throughline/contracts';
import { readingId } from '@throughline/domain';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { emailOf, type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const clients: LiveClient[] = [];
const follow = async (as: Name) => {
  const client = connect(api, as);
  clients.push(client);
  expect((await client.join({ name: 'notifications' })).status).toBe('read-afresh');
  return client;
};

const settled = async () => waitUntilProjected(api.engines.database.db, await api.engines.store.head());
const submit = async () => {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  await until(async () => (await get(api, `/tasks/${body.data}-1`, { as: 'staff' })).status === 200);
  return body.data;
};
const writeNote = (referralId: string, as: Name, parentNote: string | null = null) =>
  post<string>(api, '/notes/create', { referralId, noteText: '<p>Unmistakable</p>', parentNote }, { as });
const answerTo = async (as: Name): Promise<NotificationList> => {
  await settled();
  return (await get<NotificationList>(api, '/notifications', { as })).body.data;
};
const listOf = async (as: Name): Promise<readonly Notification[]> => (await answerTo(as)).notifications;
/** The notifications about a referral, newest first; unread ones have a star. */
const about = async (as: Name, id: string) =>
  (await listOf(as))
    .filter(({ path }) => path.includes(id))
    .map(({ words, unread }) => `${words}${unread ? ' *' : ''}`);
const read = async (as: Name, notifications: readonly Notification[]) =>
  post(api, '/notifications/read', { ids: notifications.flatMap(({ ids }) => ids) }, { as });

describe('Notifications', () => {
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));

  it('tell a referrer of notes and steps, newest first, and hold no text of a note', async () => {
    const id = await submit();
    expect(await about('referrer', id)).toEqual([]);
    await post(api, `/tasks/${id}-1/outcome`, { outcome: 'created' }, { as: 'staff' });
    await writeNote(id, 'staff');
    await writeNote(id, 'referrer');
    const list = await listOf('referrer');
    expect(list.slice(0, 2)).toMatchObject([
      { words: `A new note on referral ${id}`, path: `/referral/${id}?tab=notes`, unread: true, isRoutine: false },
      { words: `Referral ${id} is now at Patient Contact`, path: `/referral/${id}`, unread: true, isRoutine: true },
    ]);
    expect(JSON.stringify(list)).not.toMatch(/Unmistakable|Dee/);
    expect(JSON.stringify(list.map(({ words }) => words))).not.toContain('Diaz');
    expect(await about('colleague', id)).toEqual([]);
  });

  it('of a note that only informs are routine for the referrer and for the holder of the task, unless the note needs an action', async () => {
    const id = await submit();
    await post(api, `/tasks/${id}-1/claim`, {}, { as: 'staff' });
    const inform = (as: Name, actionNeeded: boolean) =>
      post(
        api,
        '/notes/create',
        { referralId: id, noteText: '<p>All is well.</p>', actionNeeded, informsOnly: true },
        { as },
      );
    const newsOf = async (as: Name) =>
      (await listOf(as)).flatMap(({ path, words, isRoutine }) =>
        path.includes(`${id}?tab=notes`) ? [{ words, isRoutine }] : [],
      );
    const words = `A new note on referral ${id}`;
    await inform('staff', false);
    await inform('referrer', false);
    expect([await newsOf('referrer'), await newsOf('staff')]).toEqual([
      [{ words, isRoutine: true }],
      [{ words, isRoutine: true }],
    ]);
    await inform('staff', true);
    await inform('referrer', true);
    const both = [
      { words, isRoutine: false },
      { words, isRoutine: true },
    ];
    expect([await newsOf('referrer'), await newsOf('staff')]).toEqual([both, both]);
  });

  it('have the member’s present name for readers who may see the referral now, and are logged as an access to it', async () => {
    const id = await submit();
    await writeNote(id, 'staff');
    const members = async () => (await listOf('referrer')).filter(({ path }) => path.includes(id)).map(({ member }) => member); // prettier-ignore
    expect(await members()).toEqual(['Rosa Diaz']);
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.accesses).toContainEqual(
      expect.objectContaining({ screen: 'Notifications', email: emailOf(PEOPLE.referrer) }),
    );
    const { pool } = api.engines.database;
    const owner = (userId: string) =>
      pool.query('update referral_list set submitter_user_id = $2, company_id = null where referral_id = $1', [
        id,
        userId,
      ]);
    await owner(PEOPLE.stranger.userId);
    expect(await members()).toEqual([null]);
    await owner(PEOPLE.referrer.userId);
    await pool.query(`update referral_list set member_last_name = 'Nuñez' where referral_id = $1`, [id]);
    expect(await members()).toEqual(['Rosa Nuñez']);
  });

  it('of one referral that moves on are one, and a busy day displaces nothing that waits', async () => {
    const id = await submit();
    await writeNote(id, 'staff');
    await post(api, `/tasks/${id}-1/outcome`, { outcome: 'created' }, { as: 'staff' });
    await post(api, `/tasks/${id}-2/outcome`, { outcome: 'no-answer' }, { as: 'staff' });
    expect(await about('referrer', id)).toEqual([
      expect.stringMatching(/^Attempt 1 to reach the member of referral .* \*$/),
      `A new note on referral ${id} *`,
    ]);
    expect((await answerTo('referrer')).hasOlder).toEqual({ needsYou: false, movedOn: false });
    await api.engines.database.pool.query(
      `insert into notification select (jsonb_populate_record(notification, jsonb_build_object(
         'notification_key', notification_key || n, 'notification_id', notification_id || n, 'referral_id', n::text,
         'notified_at', notified_at + interval '1 second'))).*
         from notification, generate_series(1, 400) n where referral_id = $1 and kind = 'status' and user_id = $2`,
      [id, PEOPLE.referrer.userId],
    );
    const list = await listOf('referrer');
    expect(list.filter(({ isRoutine }) => isRoutine)).toHaveLength(50);
    expect(list).toContainEqual(expect.objectContaining({ words: `A new note on referral ${id}` }));
    expect((await answerTo('referrer')).hasOlder).toEqual({ needsYou: false, movedOn: true });
    await api.engines.database.pool.query('delete from notification where length(referral_id) < 10');
  });

  it('are read on all screens of their person, and on nobody else’s', async () => {
    const id = await submit();
    await writeNote(id, 'staff');
    const [list, other, stranger] = [await listOf('referrer'), await follow('referrer'), await follow('stranger')];
    await read('stranger', list);
    expect((await listOf('referrer')).at(0)).toMatchObject({ unread: true });
    await read('referrer', list);
    await until(() => other.changes.length > 0);
    expect((await listOf('referrer')).some(({ unread }) => unread)).toBe(false);
    expect(stranger.changes.every(({ key }) => key.startsWith(PEOPLE.stranger.userId))).toBe(true);
    await writeNote(id, 'staff');
    expect(await about('referrer', id)).toEqual([`A new note on referral ${id} *`, `A new note on referral ${id}`]);
  });

  it('of a note are read with the note', async () => {
    const id = await submit();
    const { body } = await writeNote(id, 'staff');
    const screen = await follow('referrer');
    await post(api, '/notes/read', { referralId: id, noteIds: [body.data] }, { as: 'referrer' });
    await until(() => screen.changes.length > 0);
    expect(await about('referrer', id)).toEqual([`A new note on referral ${id}`]);
  });

  it('of a mention are read with the internal note', async () => {
    const id = await submit();
    const { userId } = PEOPLE.staff2;
    const note = `<p><span data-mention="${userId}">@Eli Vance</span></p>`;
    const { body } = await post<string>(api, '/internal-notes', { referralId: id, note }, { as: 'staff' });
    expect(await about('staff2', id)).toEqual([`You are mentioned in an internal note on referral ${id} *`]);
    const screen = await follow('staff2');
    await post(api, '/internal-notes/read', { referralId: id, noteIds: [body.data] }, { as: 'staff2' });
    await until(() => screen.changes.length > 0);
    expect(await about('staff2', id)).toEqual([`You are mentioned in an internal note on referral ${id}`]);
  });

  it('are announced to their person alone', async () => {
    const id = await submit();
    const [staff, referrer, stranger] = [await follow('staff2'), await follow('referrer'), await follow('stranger')];
    await post(api, `/tasks/${id}-1/assign`, { userId: PEOPLE.staff2.userId }, { as: 'staff' });
    await writeNote(id, 'referrer');
    await until(() => staff.changes.length > 1);
    expect(await about('staff2', id)).toEqual([
      `A new note on referral ${id} *`,
      `Create Patient for ${id} was assigned to you *`,
    ]);
    await settled();
    expect([...referrer.changes, ...stranger.changes]).toEqual([]);
  });

  it('of tasks that were assigned together are one, which is read as one', async () => {
    const ids = [await submit(), await submit()];
    const taskIds = ids.map((id) => `${id}-1`);
    await post(api, '/tasks/assign', { userId: PEOPLE.staff.userId, taskIds }, { as: 'staff2' });
    const [newest] = await listOf('staff');
    expect(newest).toMatchObject({ words: '2 tasks were assigned to you', path: '/queue?tab=mine', unread: true });
    await read('staff', newest ? [newest] : []);
    expect((await listOf('staff'))[0]).toMatchObject({ ids: newest?.ids, unread: false });
  });

  it('are the last 50', async () => {
    const id = await submit();
    const { body } = await writeNote(id, 'staff2');
    const reply = () => writeNote(id, 'referrer', body.data);
    for (let n = 0; n < 60; n++) expect((await reply()).status).toBe(201);
    const list = await listOf('staff2');
    expect(list).toHaveLength(50);
    expect((await answerTo('staff2')).hasOlder.needsYou).toBe(true);
    expect(list.at(0)?.ids).toEqual([`note-${id}-60`]);
  });

  it('of notes on one referral are one while they are unread', async () => {
    const id = await submit();
    await writeNote(id, 'staff');
    await read('referrer', await listOf('referrer'));
    await writeNote(id, 'staff');
    await writeNote(id, 'staff');
    expect(await about('referrer', id)).toEqual([`2 new notes on referral ${id} *`, `A new note on referral ${id}`]);
  });

  it('that a person does not have cannot be read, so that nobody can fill the log with ids', async () => {
    const id = await submit();
    await writeNote(id, 'staff');
    const [own] = await listOf('referrer');
    const events = async () => {
      const ids: string[] = [];
      for await (const { data } of api.engines.store.readStream(
        `notification-${readingId({ userId: PEOPLE.referrer.userId, readAt: new Date().toISOString() })}`,
      ))
        ids.push(...(data as { readonly notificationIds: readonly string[] }).notificationIds);
      return ids;
    };
    const before = await events();
    const invented = Array.from({ length: 499 }, (_, n) => `note-${id}-${n + 9}`);
    const ids = [...invented, ...(own?.ids ?? [])];
    expect((await post(api, '/notifications/read', { ids }, { as: 'referrer' })).status).toBe(200);
    expect(await events()).toEqual([...before, ...(own?.ids ?? [])]);
  });

  it('of another form than an id cannot be read', async () => {
    expect((await post(api, '/notifications/read', { ids: ['x'] }, { as: 'staff' })).status).toBe(400);
  });
});
