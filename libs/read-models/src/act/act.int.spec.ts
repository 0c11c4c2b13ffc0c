import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kysely, PostgresDialect } from 'kysely';
import { listAllViewings } from '../access-log/viewing-search.js';
import { ACCESS_LOG_TABLES } from '../access-log/access-log-tables.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type Engines, openEngines } from '../testing/engines.js';
import { listActs } from './act.query.js';
import { MAX_FOUND } from './found-page.js';

const ACTS = 24_000;
/** One act a minute by one of 40 people, in one of 2,000 cases; every thousandth has a word of its own. */
const FILLED = `
  insert into act_v1 (event_id, position, at, person, role, company, case_id, type, sentence, detail, search, command_id)
  select 'e-' || n, n, timestamptz '2026-01-01' + n * interval '1 minute', 'u-' || n % 40, 'staff', case when n % 400 = 0 then 12 else 1 end,
         (n % 2000)::text, 'Type' || n % 30, 'x', '[]',
         ' claimed the task of ' || case when n % 1000 = 0 then 'zanzibar' else md5(n::text) end, 'c'
    from generate_series(1, ${ACTS}) as n`;

/** One viewing a minute, of ten cases each as a list has them; every tenth begins to follow, and is sent rows afterwards. */
const SEEN = `
  insert into access_log (at, user_id, role, company_id, referral_ids, row_ids, screen, outcome, address_hash, follow_id)
  select timestamptz '2026-01-01' + n * interval '1 minute', case when n % 41 > 0 then 'u-' || n % 41 end, 'staff', case when n % 400 = 0 then 12 else 1 end,
         array(select ((n * 7 + k * 1009) % 20000)::text from generate_series(0, 9) as k), '{}', 'Screen ' || n % 30, 'shown', '',
         case when n % 10 = 0 then md5(n::text)::uuid end
    from generate_series(1, ${ACTS}) as n`;
const SENT = `
  insert into live_access (at, referral_ids, follow_ids)
  select timestamptz '2026-01-01' + n * interval '1 minute' + interval '30 seconds', array[(n % 5000)::text],
         array(select md5((10 * ((n + k) % 2000 + 1))::text)::uuid from generate_series(0, 9) as k)
    from generate_series(1, 20000) as n`;

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
  const { pool } = engines;
  for (const statement of Object.values(ACCESS_LOG_TABLES).flat()) await pool.query(statement);
  for (const statement of [FILLED, SEEN, SENT, 'vacuum analyze act_v1, access_log, live_access']) {
    await pool.query(statement);
  }
});
afterAll(() => engines.close());

/** The plans of all statements of a read. */
async function planOf(read: (db: Kysely<ReadModelSchema>) => Promise<unknown>): Promise<string> {
  const { pool } = engines;
  const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const log = ({ query }: { query: { sql: string; parameters: readonly unknown[] } }) => void statements.push(query);
  await read(new Kysely<ReadModelSchema>({ dialect: new PostgresDialect({ pool }), log }));
  const plans = await Promise.all(
    statements.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
  return plans.join('\n');
}

const none = { include: [], exclude: [] } as const;
const any = { person: none, company: none, pageSize: 50 };
const day = { from: new Date('2026-01-03T06:00:00Z'), to: new Date('2026-01-04T06:00:00Z') };
const only = <Value>(...include: Value[]) => ({ include, exclude: [] });
const not = <Value>(...exclude: Value[]) => ({ include: [], exclude });

type Filter = Partial<Parameters<typeof listActs>[1]>;
const acts = (filter: Filter) => (db: Kysely<ReadModelSchema>) =>
  listActs(db, { ...any, kind: none, search: '', ...filter });
const pageOf = async (filter: Filter) => (await acts(filter)(engines.db))!;

type Seen = Partial<Parameters<typeof listAllViewings>[1]>;
const viewings = (filter: Seen) => (db: Kysely<ReadModelSchema>) =>
  listAllViewings(db, { ...any, screen: none, ...filter });

describe('A search of all that happened', () => {
  it('finds by each filter, includes and excludes', async () => {
    const countOf = async (filter: Filter) => (await pageOf(filter)).found;
    expect(await countOf({ caseIds: ['7'] })).toBe(12);
    expect(await countOf({ caseIds: ['7', '8'] })).toBe(24);
    expect(await countOf({ caseIds: [] })).toBe(0);
    expect(await countOf({ person: only('u-7') })).toBe(600);
    expect(await countOf({ person: only('u-7', 'u-8'), ...day })).toBe(72);
    expect(await countOf({ company: only(12) })).toBe(60);
    expect(await countOf({ company: not(1) })).toBe(60);
    expect(await countOf({ kind: only('Type7') })).toBe(800);
    expect(await countOf({ person: only('u-7'), kind: not('Type7') })).toBe(400);
    expect(await countOf({ person: only('u-7'), kind: only('Type7') })).toBe(200);
    expect(await countOf({ search: 'zanzibar claimed' })).toBe(24);
    expect(await countOf({ search: 'Zanzíbar', person: only('u-0') })).toBe(24);
    expect(await countOf({ search: 'zanzibar', person: not('u-0') })).toBe(0);
    expect(await countOf({ ...day })).toBe(1_440);
  });

  it('has each act on one page, newest first, and says when there are more than it counts', async () => {
    const positions: number[] = [];
    let before: string | null | undefined;
    while (before !== null) {
      const page = await pageOf({ person: only('u-7', 'u-8'), pageSize: 100, before });
      expect({ found: page.found, isCapped: page.isCapped }).toEqual({ found: 1_200, isCapped: false });
      positions.push(...page.rows.map(({ position }) => position));
      before = page.next;
    }
    expect(positions).toEqual(positions.toSorted((one, other) => other - one));
    expect(new Set(positions).size).toBe(1_200);
    expect(await pageOf({})).toMatchObject({ found: MAX_FOUND, isCapped: true, next: `e-${ACTS - 49}` });
    expect(await acts({ before: 'e-0' })(engines.db)).toBeNull();
  });

  it('says when acts are missing, because they are being gathered or could not be', async () => {
    const { pool } = engines;
    expect((await pageOf({})).isWhole).toBe(true);
    await pool.query(
      `insert into parked_stream (consumer, stream, position, error) values ('act_v1', 'note-7', 1, 'x')`,
    );
    expect((await pageOf({})).isWhole).toBe(false);
    await pool.query('delete from parked_stream');
    await pool.query(`update consumer_checkpoint set status = 'building' where model = 'act'`);
    expect((await pageOf({})).isWhole).toBe(false);
    await pool.query(`update consumer_checkpoint set status = 'active' where model = 'act'`);
  });

  it.each<readonly [string, Filter, RegExp]>([
    ['nothing', {}, /Index.* Scan using act_v1_1 /],
    ['a period', day, /Index.* Scan using act_v1_1 /],
    ['a person', { person: only('u-7') }, /Index.* Scan using act_v1_2 /],
    ['a person in a period', { person: only('u-7'), ...day }, /Index.* Scan using act_v1_2 /],
    ['all but a person', { person: not('u-7') }, /Index.* Scan using act_v1_1 /],
    ['a company', { company: only(12) }, /Index.* Scan using act_v1_3 /],
    ['a kind', { kind: only('Type7') }, /Index.* Scan using act_v1_4 /],
    ['a case', { caseIds: ['7'] }, /Index.* Scan using act_v1_5 /],
    ['cases and a person', { caseIds: ['7', '8'], person: only('u-7') }, /Index.* Scan using act_v1_5 /],
    ['words', { search: 'zanzibar' }, /Bitmap Index Scan on act_v1_6/],
    ['words of a person', { search: 'zanzibar', person: only('u-0') }, /act_v1_[26]/],
  ])('is read by an index: %s', async (_, filter, index) => {
    for (const before of [undefined, `e-${ACTS - 100}`]) {
      const plan = await planOf(acts({ ...filter, before }));
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on act/);
    }
  });
});

describe('A search of all that was seen', () => {
  const pageOfSeen = (filter: Seen) => viewings(filter)(engines.db);
  const countOf = async (filter: Seen) => (await pageOfSeen(filter)).found;

  it('finds by each filter, includes and excludes', async () => {
    expect(await countOf({ company: only(12) })).toBe(60);
    expect(await countOf({ company: not(1), screen: not('Screen 10') })).toBe(40);
    expect(await countOf({ screen: only('Screen 7') })).toBe(800);
    expect(await pageOfSeen({})).toMatchObject({ found: MAX_FOUND, isCapped: true, hasLive: false });
  });

  it('has the rows that were sent live to a person, and those of a case', async () => {
    const { db } = engines;
    const { rows } = await engines.pool.query<{ opened: number; sent: number }>(
      `with viewer as (select follow_id from access_log where user_id = 'u-7')
       select (select count(*)::int from access_log where user_id = 'u-7') as opened,
              (select count(*)::int from live_access cross join unnest(follow_ids) as follower (follow_id)
                where follower.follow_id in (select follow_id from viewer)) as sent`,
    );
    const { opened, sent } = rows[0]!;
    expect(sent).toBeGreaterThan(1_000);
    const keys = new Set<string>();
    let before: string | null | undefined;
    while (before !== null) {
      const page = await viewings({ person: only('u-7'), pageSize: 100, before: before ?? undefined })(db);
      expect(page).toMatchObject({ found: opened + sent, hasLive: true });
      for (const { key, isLive, userId } of page.rows) keys.add(`${key} ${isLive} ${userId}`);
      before = page.next;
    }
    expect(keys.size).toBe(opened + sent);
    expect([...keys].filter((key) => key.includes(' true u-7'))).toHaveLength(sent);
    const ofCase = await pageOfSeen({ caseIds: ['7'], person: not('u-7') });
    expect(ofCase.rows.some(({ isLive }) => isLive)).toBe(true);
    expect(ofCase.rows.every(({ referralIds, userId }) => referralIds.includes('7') && userId !== 'u-7')).toBe(true);
  });

  it('finds those who were not signed in', async () => {
    const { rows } = await engines.pool.query<{ count: number }>(
      'select count(*)::int as count from access_log where user_id is null',
    );
    expect(await countOf({ screen: not('x'), person: only('not-signed-in') })).toBeGreaterThanOrEqual(rows[0]!.count);
    expect((await pageOfSeen({ person: only('not-signed-in') })).rows.every(({ userId }) => userId === null)).toBe(
      true,
    );
  });

  it('has indexes that an operator can make before an upgrade, as the documentation says', async () => {
    const told = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
    for (const statement of ACCESS_LOG_TABLES.searched)
      expect(told).toContain(`${statement.replace('index if not exists', 'index concurrently')};`);
  });

  it.each<readonly [string, Seen, readonly RegExp[]]>([
    ['nothing', {}, [/Index.* Scan using access_log_at /]],
    ['a period', day, [/Index.* Scan using access_log_at /]],
    ['a company', { company: only(12) }, [/Index.* Scan using access_log_company /]],
    ['a screen', { screen: only('Screen 7') }, [/Index.* Scan using access_log_screen /]],
    [
      'a person in a period',
      { person: only('u-7'), ...day },
      [/Index.* Scan using access_log_viewer /, /Bitmap Index Scan on live_access_follow_ids/],
    ],
    [
      'cases of a person',
      { caseIds: ['7', '8'], person: only('u-7') },
      [/Bitmap Index Scan on access_log_referral_ids/, /Bitmap Index Scan on live_access_referral_ids/],
    ],
  ])('is read by an index: %s', async (_, filter, indexes) => {
    const { next } = await pageOfSeen({ ...filter, pageSize: 1 });
    for (const before of [undefined, next ?? undefined]) {
      const plan = await planOf(viewings({ ...filter, before }));
      for (const index of indexes) expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on (access_log|live_access)/);
    }
  });
});
