import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FeedPosition, ReferralHistory, ReferralList } from '@throughline/contracts';
import { feedPosition } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi, type Name } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';
import { FeedTail } from './feed-tail.js';
import { LiveGateway } from './live.gateway.js';

const api = await startApi();
afterAll(() => api.close());

const clients: LiveClient[] = [];
const open = (as?: Name) => {
  const client = connect(api, as);
  clients.push(client);
  return client;
};
const submit = async () => (await submitOrder(api, anOrder(), { as: 'referrer' })).body.data;
const settled = (id: string) => until(async () => (await get(api, `/tasks/${id}-1`, { as: 'staff' })).status === 200);
const snapshot = async (as: Name): Promise<FeedPosition> =>
  (await get<ReferralList>(api, '/referrals?pageSize=1&search=nobody', { as })).body.data.feed;

/** The people who saw a referral on a screen that follows it, according to the audit. */
const viewersOf = async (id: string): Promise<readonly string[]> => {
  const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
  const live = body.data.accesses.filter(({ screen }) => screen.endsWith(', live'));
  return [...new Set(live.map(({ email, screen }) => `${email ?? 'nobody'}: ${screen}`))].sort();
};
const LIST = { name: 'referral-list' } as const;
const QUEUE = { name: 'task-queue' } as const;
const STAFF = 'u-staff@people.example';
const entries = (table: 'access_log' | 'live_access') =>
  api.engines.database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));

describe('Rows that are sent live', () => {
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));

  it('are in the access log by the time they arrive, for each person they were sent to', async () => {
    const [staff, ops, referrer] = [open('staff'), open('ops'), open('referrer')];
    await staff.join(LIST);
    await staff.join(QUEUE);
    await ops.join(QUEUE);
    await referrer.join(LIST);
    const id = await submit();
    await until(() => [staff, ops, referrer].every(({ changes }) => changes.some(({ key }) => key.startsWith(id))));
    await settled(id);
    expect(await viewersOf(id)).toEqual([
      'u-ops@people.example: Queue, live',
      'u-referrer@people.example: Referrals list, live',
      `${STAFF}: Queue, live`,
      `${STAFF}: Referrals list, live`,
    ]);
  });

  it('are recorded once for all followers, not once for each', async () => {
    const looking = Array.from({ length: 8 }, () => open('staff'));
    for (const { join } of looking) await join(LIST);
    const before = await entries('live_access');
    const id = await submit();
    await settled(id);
    await until(() => looking.every(({ changes }) => changes.some(({ key }) => key === id)));
    const recorded = (await entries('live_access')) - before;
    // What is recorded is sent after that: as many changes come as entries were made, and not an eighth of them.
    await until(() => new Set(looking[0]?.changes.map(({ position }) => position)).size >= recorded);
  });

  it('that were missed are recorded with the join that brings them', async () => {
    const since = await snapshot('staff');
    const id = await submit();
    await settled(id);
    expect(await viewersOf(id)).toEqual([]);
    const answer = await open('staff').join(LIST, since);
    expect(answer.status === 'joined' && answer.changes.some(({ key }) => key === id)).toBe(true);
    expect(await viewersOf(id)).toEqual([`${STAFF}: Referrals list, live`]);
  });

  it('of one referral are recorded with the join, before any arrive', async () => {
    const id = await submit();
    await settled(id);
    const staff = open('staff');
    await staff.join({ name: 'referral', referralId: id });
    await staff.join({ name: 'submission', referralId: id });
    expect(await viewersOf(id)).toEqual([`${STAFF}: Referral, live`, `${STAFF}: Submission, live`]);
  });

  it('are recorded for sockets that join meanwhile', async () => {
    const since = await snapshot('staff');
    const ids: string[] = [];
    let more = true;
    const writing = (async () => {
      while (more) ids.push(await submit());
    })();
    const seen = new Set<string>();
    for (let n = 0; n < 6; n++) {
      const answer = await open('staff').join(LIST, since);
      if (answer.status === 'joined') for (const { key } of answer.changes) seen.add(key);
    }
    more = false;
    await writing;
    for (const client of clients) for (const { key } of client.changes) seen.add(key);
    expect(seen.size).toBeGreaterThan(0);
    for (const id of seen) expect(await viewersOf(id)).toEqual([`${STAFF}: Referrals list, live`]);
  });

  it('are not recorded for a follower whose connection was lost while it joined', async () => {
    const { db } = api.engines.database;
    const { sockets } = api.app.get(LiveGateway, { strict: false })['server'].sockets;
    await until(() => sockets.size === 0);
    const leaving = open('ops');
    const record = jest.spyOn(api.app.get(AccessLog, { strict: false }), 'record');
    record.mockImplementationOnce(async () => {
      leaving.socket.disconnect();
      await until(() => sockets.size === 0);
    });
    void leaving.join(QUEUE);
    await until(() => record.mock.calls.length > 0);
    await record.mock.results[0]?.value;
    record.mockRestore();
    const before = await entries('live_access');
    await settled(await submit());
    await api.app.get(FeedTail, { strict: false }).waitFor(await feedPosition(db));
    expect(await entries('live_access')).toBe(before);
  });

  it('are not recorded if they hold no personal data', async () => {
    const id = await submit();
    await settled(id);
    const client = open();
    await client.join({ name: 'limited-referral', referralId: id });
    const auditor = open('ops');
    await auditor.join({ name: 'referral-history', referralId: id });
    const before = [await entries('access_log'), await entries('live_access')];
    await post(api, `/tasks/${id}-1/outcome`, { outcome: 'created' }, { as: 'staff' });
    await until(() => client.changes.length > 0);
    expect([await entries('access_log'), await entries('live_access')]).toEqual(before);
  });

  it('are not sent while they cannot be recorded: the connection is cut, and resumes before them', async () => {
    const client = open('staff');
    const answer = await client.join(LIST, await snapshot('staff'));
    const feed = answer.status === 'refused' ? null : answer.feed;
    await api.engines.database.pool.query('alter table live_access rename to live_access_away');
    const gone = new Promise<string>((resolve) => client.socket.once('disconnect', resolve));
    const id = await submit();
    expect(await gone).toMatch(/^transport/);
    expect(client.changes).toEqual([]);
    await api.engines.database.pool.query('alter table live_access_away rename to live_access');
    await new Promise<void>((resolve) => client.socket.once('connect', resolve));
    const again = await client.join(LIST, feed);
    expect(again.status === 'joined' && again.changes.map(({ key }) => key)).toContain(id);
    expect(await viewersOf(id)).toEqual([`${STAFF}: Referrals list, live`]);
  });
});
