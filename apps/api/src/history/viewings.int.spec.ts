import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileEntry, ReferralHistory, Viewer, Viewers, Viewing, Viewings } from '@throughline/contracts';
import { fileDecider } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { migrate, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import {
  countViewings,
  listViewers,
  listViewings,
  placesOfViewings,
  type ReadModelSchema,
  waitUntilProjected,
} from '@throughline/read-models';
import { Kysely, PostgresDialect } from 'kysely';
import { API_TABLES } from '../engines/api-schema.js';
import { actOnAccount } from '../testing/act-on-account.js';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get } from '../testing/call.js';
import { connect } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());
const { pool } = api.engines.database;

/** A referral that the referrer has sent. */
async function aReferral(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  await until(async () => (await viewers(body.data)).status === 200);
  return body.data;
}

const viewers = (id: string, query = '') =>
  get<Viewers>(api, `/referrals/referral/${id}/viewers${query}`, { as: 'ops' });
const viewings = async (id: string, query = '') =>
  (await get<Viewings>(api, `/referrals/referral/${id}/viewings${query}`, { as: 'ops' })).body.data;
/** What others than the auditor saw, newest first. */
const seenOf = async (id: string): Promise<readonly Viewing[]> =>
  (await viewings(id)).rows.filter(({ screen }) => screen !== 'Who saw this');

/** Entries as if `count` people of the provider had opened the referral, one each minute from an instant. */
async function fill(id: string, count: number, from: string, more: { readonly userId?: string } = {}): Promise<void> {
  await pool.query(
    `insert into access_log (at, user_id, email, role, company_id, referral_ids, row_ids, screen, outcome, address_hash)
     select $3::timestamptz + n * interval '1 minute', coalesce($4, 'u-' || n), null, 'staff', 1, array[$1], '{}', 'Referral', 'shown', ''
       from generate_series(0, $2::int - 1) as n`,
    [id, count, from, more.userId ?? null],
  );
}

describe('A viewing', () => {
  it('is kept with the company and role of that time, the session, and each time', async () => {
    const id = await aReferral();
    const open = (as: Name) => get(api, `/referrals/referral/${id}`, { as });
    await open('referrer');
    await open('referrer');
    await open('colleague');
    await actOnAccount(api, 'colleague', 'company', { companyId: 26 });
    const [colleague, second, first] = await seenOf(id);
    expect(colleague).toMatchObject({ userId: 'u-colleague', role: 'referrer', company: 'Saguaro Health Plan' });
    expect(first).toMatchObject({
      userId: PEOPLE.referrer.userId,
      name: 'Ana Ruiz',
      role: 'referrer',
      companyId: 12,
      screen: 'Referral',
      outcome: 'shown',
      session: expect.stringMatching(/^.{8}$/),
    });
    expect(second).toMatchObject({ session: first?.session, screen: 'Referral' });
    expect(colleague?.session).not.toBe(first?.session);
  });

  it('names the rows that it showed: those of a list, the file of a download', async () => {
    const id = await aReferral();
    const stored = await api.engines.files.put(Buffer.from('%PDF-1.7 of the specs'));
    const at = new Date().toISOString();
    const { position } = await handleCommand(api.engines.store, {
      decider: fileDecider,
      id,
      command: {
        type: 'RecordSubmissionPdf',
        data: { referralId: id, fileName: 'r.pdf', generatedAt: at, ...stored },
      },
      context: systemContext(randomUUID(), at),
    });
    await waitUntilProjected(api.engines.database.db, position ?? 0);
    await get<FileEntry[]>(api, `/pdf/referral/${id}/files`, { as: 'staff' });
    const link = await get<string>(api, `/pdf/referral/${id}/file/1`, { as: 'staff' });
    expect((await seenOf(id)).map(({ screen }) => screen)).toEqual(['Files']);
    await fetch(api.origin + link.body.data);
    await fetch(api.origin + link.body.data);
    const [again, once, listed] = await seenOf(id);
    expect([again, once]).toMatchObject(
      Array(2).fill({
        userId: 'u-staff',
        screen: 'File',
        outcome: 'downloaded',
        rowIds: ['1'],
        session: listed?.session,
      }),
    );
  });

  it('of live rows is one for each person and each delivery', async () => {
    const clients = [connect(api, 'staff'), connect(api, 'ops')];
    for (const { join } of clients) await join({ name: 'referral-list' });
    const id = await aReferral();
    await until(() => clients.every(({ changes }) => changes.some(({ key }) => key === id)));
    for (const { socket } of clients) socket.disconnect();
    const live = (await seenOf(id)).filter(({ screen }) => screen === 'Referrals list, live');
    const { rows } = await pool.query<{ deliveries: number }>(
      'select count(*)::int as deliveries from live_access where referral_ids && array[$1]',
      [id],
    );
    const people = live.map(({ userId, company, session }) => ({ userId, company, session: session !== null }));
    const each = ['u-ops', 'u-staff'].map((userId) => ({
      userId,
      company: 'Throughline Medical Supply',
      session: true,
    }));
    expect(people).toHaveLength(2 * (rows[0]?.deliveries ?? 0));
    expect(people).toEqual(expect.arrayContaining(each));
  });

  it('of the limited page and of Check Status, by somebody who is not signed in, is one of the referral', async () => {
    const id = await aReferral();
    await get(api, `/referrals/referral/${id}/limited`);
    const [seen] = await seenOf(id);
    expect(seen).toMatchObject({ userId: null, role: 'anonymous', company: null, isCompanyRecorded: true });
    expect((await viewings(id, '?person=not-signed-in')).rows).toHaveLength(1);
  });

  it('of the release before says that its company was not recorded', async () => {
    const id = await aReferral();
    await pool.query(
      `insert into access_log (user_id, email, role, referral_ids, screen, outcome, address_hash)
       values ('u-staff', 'u-staff@people.example', 'staff', array[$1], 'Referral', 'shown', '')`,
      [id],
    );
    const [seen] = await seenOf(id);
    expect(seen).toMatchObject({ company: null, isCompanyRecorded: false, rowIds: [], session: null });
  });
});

describe('Who saw a referral', () => {
  it('is listed person by person, with first, times, last and the screens', async () => {
    const id = await aReferral();
    await fill(id, 3, '2026-03-02T15:00:00Z', { userId: 'u-staff' });
    await fill(id, 1, '2026-03-01T15:00:00Z', { userId: 'u-staff2' });
    await get(api, `/referrals/referral/${id}/tasks`, { as: 'staff' });
    const { people, found, total } = (await viewers(id)).body.data;
    const [newest, , oldest] = people.filter(({ userId }) => userId !== 'u-referrer') as readonly Viewer[];
    expect(newest).toMatchObject({
      userId: 'u-staff',
      name: 'Dee Park',
      role: 'staff',
      company: 'Throughline Medical Supply',
      first: '2026-03-02T15:00:00.000Z',
      times: 4,
      downloads: 0,
      screens: [
        { screen: 'Tasks of the referral', times: 1 },
        { screen: 'Referral', first: '2026-03-02T15:00:00.000Z', last: '2026-03-02T15:02:00.000Z', times: 3 },
      ],
    });
    expect(oldest).toMatchObject({ userId: 'u-staff2', times: 1 });
    expect(total).toBe(found);
    expect(people.reduce((sum, { times }) => sum + times, 0)).toBe(found);
  });

  it('is asked for whole days in Central Time', async () => {
    const id = await aReferral();
    // In Central Time, the last minute of one day and the first two of the next one, in summer.
    await fill(id, 3, '2026-07-05T04:59:00Z');
    const timesIn = async (query: string) => (await viewings(id, query)).found;
    expect(await timesIn('?from=2026-07-04&to=2026-07-04')).toBe(1);
    expect(await timesIn('?from=2026-07-05&to=2026-07-05')).toBe(2);
    expect(await timesIn('?from=2026-07-06&to=2026-07-06')).toBe(0);
    const { found, total } = (await viewers(id, '?from=2026-07-05&to=2026-07-05')).body.data;
    expect(found).toBe(2);
    expect(total).toBeGreaterThanOrEqual(4);
    expect((await viewers(id, '?from=2026-02-30')).body.errors).toEqual({ from: 'From is invalid.' });
  });

  it('is left out of nothing: each viewing is on one page, although more are added meanwhile', async () => {
    const id = await aReferral();
    const earlier = (await viewings(id)).found;
    await fill(id, 700, '2026-03-01T00:00:00Z');
    await fill(id, 503, '2026-03-01T00:00:00Z', { userId: 'u-staff' });
    const keys = new Set<string>();
    let next: string | null | undefined;
    for (let pages = 0; next !== null; pages++) {
      const page: Viewings = await viewings(id, `?to=2026-03-31&pageSize=250${next ? `&before=${next}` : ''}`);
      expect({ pages, found: page.found }).toEqual({ pages, found: 1_203 });
      for (const { key } of page.rows) keys.add(key);
      next = page.next;
    }
    expect(keys.size).toBe(1_203);
    expect((await viewings(id)).found).toBeGreaterThan(1_203 + earlier);
    expect((await viewings(id, '?person=u-staff&role=staff&company=1&screen=Referral')).found).toBe(503);
    expect((await viewings(id, '?person=u-staff&company=0')).found).toBe(0);
    const wrong = await get(api, `/referrals/referral/${id}/viewings?before=x`, { as: 'ops' });
    expect({ status: wrong.status, errors: wrong.body.errors }).toEqual({
      status: 400,
      errors: { before: 'before has a value that does not exist.' },
    });
  });

  it('is said beside the events with the number of all viewings', async () => {
    const id = await aReferral();
    await fill(id, 600, '2026-03-01T00:00:00Z');
    const { body } = await get<ReferralHistory>(api, `/referrals/referral/${id}/history`, { as: 'ops' });
    expect(body.data.accesses).toHaveLength(500);
    expect(body.data.accessCount).toBeGreaterThanOrEqual(600);
  });

  it('is asked of a referral that exists', async () => {
    for (const part of ['viewers', 'viewings'])
      expect((await get(api, `/referrals/referral/1/${part}`, { as: 'ops' })).body.code).toBe('referral/not-found');
  });
});

describe('The tables of viewings', () => {
  /** The statements of a read, with their parameters. */
  async function statementsOf(read: (db: Kysely<ReadModelSchema>) => Promise<unknown>) {
    const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
    const log = ({ query: { sql, parameters } }: { query: { sql: string; parameters: readonly unknown[] } }) =>
      void statements.push({ sql, parameters });
    await read(new Kysely<ReadModelSchema>({ dialect: new PostgresDialect({ pool }), log }));
    return statements;
  }

  const caseId = '7';
  const period = { from: new Date('2026-03-01T06:00:00Z'), to: new Date('2026-04-01T05:00:00Z') };

  /** Each entry shows ten of 20,000 referrals, as a list does; every tenth is somebody who follows the list, whom live rows name. */
  beforeAll(async () => {
    await pool.query(
      `insert into access_log (at, user_id, role, company_id, referral_ids, row_ids, screen, outcome, address_hash, follow_id)
       select timestamptz '2026-01-01' + n * interval '5 minutes', 'u-' || n % 40, 'staff', 1,
              array(select ((n * 7 + k * 1009) % 20000)::text from generate_series(0, 9) as k), '{}', 'Queue', 'shown', '',
              case when n % 10 = 0 then md5(n::text)::uuid end
         from generate_series(1, 20000) as n`,
    );
    await pool.query(
      `insert into live_access (at, referral_ids, follow_ids)
       select timestamptz '2026-01-01' + n * interval '5 minutes', array[(n % 5000)::text],
              array(select md5((10 * ((n + k) % 2000 + 1))::text)::uuid from generate_series(0, 9) as k)
         from generate_series(1, 20000) as n`,
    );
    await pool.query('vacuum analyze access_log, live_access');
  });

  it.each<readonly [string, (db: Kysely<ReadModelSchema>) => Promise<unknown>]>([
    ['a page', (db) => listViewings(db, { caseId, pageSize: 100 })],
    [
      'a further page of a person in a period',
      async (db) => {
        const { next } = await listViewings(db, { caseId, pageSize: 1 });
        return listViewings(db, { caseId, ...period, userId: 'u-3', before: next ?? '', pageSize: 1 });
      },
    ],
    ['the people', (db) => listViewers(db, { caseId, ...period })],
    ['the people up to a place', (db) => listViewers(db, { caseId, upTo: 30_000 })],
    ['the count', (db) => countViewings(db, { caseId })],
    ['their places, for evidence', (db) => placesOfViewings(db, { caseId, upTo: 30_000 })],
    ['their places, all of them', (db) => placesOfViewings(db, { caseId, upTo: Number.MAX_SAFE_INTEGER })],
  ])('are read by their indexes: %s', async (_, read) => {
    const statements = await statementsOf(read);
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, parameters } of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Bitmap Index Scan on access_log_referral_ids/);
      expect(plan).toMatch(/Bitmap Index Scan on live_access_referral_ids/);
      expect(plan).toMatch(/Index Scan using access_log_follow_id/);
      expect(plan).not.toMatch(/(Seq Scan|access_log_pkey).* (on|using) (access_log|live_access)/);
    }
  });

  it('are upgraded with the entries of the release before, twice', async () => {
    const database = openDatabase(await testDatabase());
    try {
      const earlier = API_TABLES.slice(
        0,
        API_TABLES.findIndex((statement) => statement.includes('row_ids')),
      );
      await migrate(database.pool, 'api', earlier);
      const entry = `insert into access_log (role, referral_ids, screen, outcome, address_hash) values ('ops', '{7}', 'Referral', 'shown', '')`;
      await database.pool.query(entry);
      for (let starts = 0; starts < 2; starts++) await migrate(database.pool, 'api', API_TABLES);
      // A node of the release before still writes.
      await database.pool.query(entry);
      const { rows } = await database.pool.query('select company_id, session_hash, row_ids from access_log');
      expect(rows).toEqual(Array(2).fill({ company_id: null, session_hash: null, row_ids: null }));
      await expect(database.pool.query('update access_log set company_id = 1')).rejects.toThrow('append-only');
    } finally {
      await database.close();
    }
  });
});
