import type { AuditViewing, Chosen } from '@throughline/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { AuditFilter, FoundPage } from '../act/act.query.js';
import { chosenIn, MAX_FOUND, type Narrowing, newest } from '../act/found-page.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { VIEWER, VIEWERS_COMPANY } from './access-log-tables.js';
import { placeIn, placeOf, rowOf, type ViewingRow, viewingOf } from './viewing.js';

type Db = Kysely<ReadModelSchema>;

interface ViewingSearch extends AuditFilter {
  readonly screen: Chosen<string>;
}

/**
 * Whether rows that were sent live are listed. Without a person or a case, the follower of each delivery ever made would have to be looked up
 * to find those of a company or a screen.
 */
const hasLive = ({ caseIds, person }: AuditFilter): boolean => caseIds !== undefined || person.include.length > 0;

/** The newest viewings of anything, or those before `before` (the `next` of another page). The caller must check the permission. */
export async function listAllViewings(
  db: Db,
  { before, pageSize, ...search }: ViewingSearch & { readonly before?: string | undefined; readonly pageSize: number },
): Promise<FoundPage<AuditViewing> & { readonly hasLive: boolean }> {
  const { rows } = await sql<Row>`
    with found as materialized (${keysOf(search, MAX_FOUND + 1)}),
    page as materialized (
      ${before === undefined ? sql`select * from found order by ${NEWEST} limit ${pageSize + 1}` : keysOf(search, pageSize + 1, before)})
    select (select count(*)::int from found) as found, page.at, page.at::text as instant, page.sent_id as "sentId", page.id,
           seen.user_id as "userId", seen.email, ${ACCOUNT_NAME} as name, seen.role, seen.company_id as "companyId",
           seen.session_hash as "sessionHash", seen.screen, seen.outcome, seen.row_ids as "rowIds",
           coalesce(sent.referral_ids, seen.referral_ids) as "referralIds"
      from (values (0)) as always
      left join page on true
      left join access_log as seen on seen.id = page.id
      left join live_access as sent on sent.id = page.sent_id
      left join account on account.user_id = seen.user_id
     order by page.at desc, page.sent_id desc, page.id desc`.execute(db);
  const viewings = rows.filter(({ id }) => id !== null);
  const found = rows[0]?.found ?? 0;
  return {
    rows: viewings.slice(0, pageSize).map((row) => ({
      ...viewingOf(row),
      referralIds: row.referralIds,
      isLive: Number(row.sentId) > 0,
    })),
    found: Math.min(found, MAX_FOUND),
    isCapped: found > MAX_FOUND,
    next: viewings.length > pageSize ? placeOf(viewings[pageSize - 1]!) : null,
    hasLive: hasLive(search),
  };
}

interface Row extends ViewingRow {
  readonly found: number;
  readonly referralIds: readonly string[];
}

const NEWEST = sql`at desc, sent_id desc, id desc`;

/** Where the viewings of the newest are kept, of which `limit` are wanted. */
function keysOf(search: ViewingSearch, limit: number, before?: string): RawBuilder<unknown> {
  const isEarlier = before === undefined ? [] : [sql`(at, sent_id, id) < ${rowOf(before)}`];
  const parts = [
    search.caseIds === undefined ? shown(search, limit, before) : shownOfCases(search, isEarlier),
    ...(search.caseIds !== undefined
      ? [sentOfCases(search, isEarlier)]
      : hasLive(search)
        ? [sentToPeople(search, isEarlier)]
        : []),
  ];
  return sql`select * from (${sql.join(parts, sql` union all `)}) as viewing order by ${NEWEST} limit ${limit}`;
}

const inPeriod = ({ from, to }: ViewingSearch) => [
  ...(from === undefined ? [] : [sql`at >= ${from}`]),
  ...(to === undefined ? [] : [sql`at < ${to}`]),
];

/** Who looked at what, as the entry in `access_log` has it. */
const ofViewer = ({ person, company, screen }: ViewingSearch) => [
  ...chosenIn(VIEWER, 'text', person),
  ...chosenIn(VIEWERS_COMPANY, 'int', company),
  ...chosenIn(sql`screen`, 'text', screen),
];

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);

function shown(search: ViewingSearch, limit: number, before?: string): RawBuilder<unknown> {
  const narrowings: readonly Narrowing[] = [
    { column: VIEWER, type: 'text', values: search.person.include },
    { column: VIEWERS_COMPANY, type: 'int', values: search.company.include },
    { column: sql`screen`, type: 'text', values: search.screen.include },
  ];
  return newest({
    table: sql`access_log`,
    columns: sql`at, 0::bigint as sent_id, id`,
    by: sql`at desc, id desc`,
    conditions: [
      ...inPeriod(search),
      ...ofViewer(search),
      // The index is read from that time on; the place decides among those of the same instant.
      ...(before === undefined
        ? []
        : [sql`at <= ${placeIn(before)?.[0]}::timestamptz`, sql`(at, 0::bigint, id) < ${rowOf(before)}`]),
    ],
    narrowings,
    limit,
  });
}

/* What was shown of cases is gathered by the indexes on `referral_ids` before it is sorted, as in `viewing.ts`. */

const shownOfCases = (search: ViewingSearch, isEarlier: readonly RawBuilder<unknown>[]) => sql`(
  with shown as materialized (
    select at, 0::bigint as sent_id, id from access_log
     where ${all([sql`referral_ids && ${search.caseIds}::text[]`, ...inPeriod(search), ...ofViewer(search)])})
  select * from shown where ${all(isEarlier)})`;

const sentOfCases = (search: ViewingSearch, isEarlier: readonly RawBuilder<unknown>[]) => sql`(
  with sent as materialized (
    select id, at, follow_ids from live_access
     where ${all([sql`referral_ids && ${search.caseIds}::text[]`, ...inPeriod(search)])}),
  viewing as materialized (
    select sent.at, sent.id as sent_id, reader.id from sent
      cross join unnest(sent.follow_ids) as follower (follow_id)
      cross join lateral (
        select id, user_id, company_id, screen from access_log where access_log.follow_id = follower.follow_id limit 1) as reader
     where ${all(ofViewer(search))})
  select * from viewing where ${all(isEarlier)})`;

/** A delivery names who followed, by the entries with which they began to. Nothing is sent before that. */
const sentToPeople = (search: ViewingSearch, isEarlier: readonly RawBuilder<unknown>[]) => sql`(
  with follow as materialized (
    select follow_id, id from access_log
     where ${all([sql`follow_id is not null`, ...ofViewer(search), ...(search.to === undefined ? [] : [sql`at < ${search.to}`])])}),
  sent as materialized (
    select id, at, follow_ids from live_access
     where ${all([sql`follow_ids && (select array_agg(follow_id) from follow)`, ...inPeriod(search)])}),
  viewing as materialized (
    select sent.at, sent.id as sent_id, follow.id from sent
      cross join unnest(sent.follow_ids) as follower (follow_id) join follow using (follow_id))
  select * from viewing where ${all(isEarlier)})`;

/** The names of all screens that were ever seen, by one look-up each. */
export async function listScreens(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly screen: string }>`
    with recursive seen as (
      (select screen from access_log order by screen limit 1)
      union all
      select (select screen from access_log where screen > seen.screen order by screen limit 1) from seen where seen.screen is not null)
    select screen from seen where screen is not null order by screen`.execute(db);
  return rows.map(({ screen }) => screen);
}
