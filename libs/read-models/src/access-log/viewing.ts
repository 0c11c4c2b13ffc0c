import type { Viewer, Viewing } from '@throughline/contracts';
import { companyOf } from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { AccessOutcome } from './access-log.js';
import { lastIdBy, type ViewingTable } from './viewing-log.js';

type Db = Kysely<ReadModelSchema>;

/** Viewings of a referral or a recertification, from an instant up to, but not including, another. */
export interface ViewedCase {
  readonly caseId: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only those up to this place in the tree over the access log. */
  readonly upTo?: number | undefined;
}

export interface ViewingFilter extends ViewedCase {
  /** A user id; null: those who were not signed in. Undefined: everybody. */
  readonly userId?: string | null | undefined;
  readonly role?: string | undefined;
  /** Null: no company, or not recorded. Undefined: any. */
  readonly companyId?: number | null | undefined;
  readonly screen?: string | undefined;
}

interface ViewingPage {
  readonly rows: readonly Viewing[];
  /** The number of viewings under the filter. */
  readonly found: number;
  /** Begins the next page; null: there is none. */
  readonly next: string | null;
}

/**
 * All viewings, as `viewing`. Both logs are read by their indexes on referrals before anything is sorted: asked for the newest rows, the
 * planner would rather read the whole table backwards, in the hope of finding enough soon. Of each follower of live rows the one entry that
 * names the person is looked up, for the same reason.
 */
const viewingsOf = ({ caseId, from, to, upTo }: ViewedCase): RawBuilder<unknown> => {
  const isShownIn = (table: ViewingTable) =>
    sql.join(
      [
        sql`referral_ids @> array[${caseId}]`,
        ...(from ? [sql`at >= ${from}`] : []),
        ...(to ? [sql`at < ${to}`] : []),
        ...(upTo === undefined ? [] : [sql`id <= ${lastIdBy(upTo)[table]}`]),
      ],
      sql` and `,
    );
  const who = sql.raw('id, user_id, email, role, company_id, session_hash, screen, outcome, row_ids');
  return sql`
    shown as materialized (select at, 0::bigint as sent_id, ${who} from access_log where ${isShownIn('access_log')}),
    sent as materialized (select id, at, follow_ids from live_access where ${isShownIn('live_access')}),
    viewing as materialized (
      select * from shown
      union all
      select sent.at, sent.id, reader.* from sent
        cross join unnest(sent.follow_ids) as follower (follow_id)
        cross join lateral (select ${who} from access_log where access_log.follow_id = follower.follow_id limit 1) as reader)`;
};

/** The newest viewings, or those before `before` (the `next` of another page). */
export async function listViewings(
  db: Db,
  { before, pageSize, ...filter }: ViewingFilter & { readonly before?: string | undefined; readonly pageSize: number },
): Promise<ViewingPage> {
  const { rows } = await sql<ViewingRow & { readonly found: number }>`
    with ${viewingsOf(filter)},
    found as materialized (select * from viewing where ${under(filter)}),
    page as (
      select * from found ${before === undefined ? sql`` : sql`where (at, sent_id, id) < ${rowOf(before)}`}
       order by at desc, sent_id desc, id desc limit ${pageSize + 1})
    select (select count(*)::int from found) as found, page.at, page.at::text as instant, page.sent_id as "sentId", page.id,
           page.user_id as "userId", page.email, ${ACCOUNT_NAME} as name, page.role, page.company_id as "companyId",
           page.session_hash as "sessionHash", page.screen, page.outcome, page.row_ids as "rowIds"
      from (values (0)) as always left join page on true left join account on account.user_id = page.user_id
     order by page.at desc, page.sent_id desc, page.id desc`.execute(db);
  const viewings = rows.filter(({ id }) => id !== null);
  const last = viewings.length > pageSize ? viewings[pageSize - 1] : undefined;
  return {
    rows: viewings.slice(0, pageSize).map(viewingOf),
    found: rows[0]?.found ?? 0,
    next: last ? placeOf(last) : null,
  };
}

/** The number of viewings. */
export async function countViewings(db: Db, viewed: ViewedCase): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    with ${viewingsOf(viewed)} select count(*)::int as count from viewing`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The people who saw it, each as often as they had another role or company, last seen first. */
export async function listViewers(db: Db, viewed: ViewedCase): Promise<readonly Viewer[]> {
  const { rows } = await sql<ScreenRow>`
    with ${viewingsOf(viewed)},
    seen as (
      select user_id, email, role, company_id, row_ids is null as is_earlier, screen, min(at) as first, max(at) as last, count(*)::int as times,
             (count(*) filter (where outcome = 'downloaded'))::int as downloads
        from viewing group by user_id, email, role, company_id, is_earlier, screen)
    select seen.user_id as "userId", seen.email, ${ACCOUNT_NAME} as name, role, seen.company_id as "companyId",
           is_earlier as "isEarlier", screen, first, last, times, downloads
      from seen left join account on account.user_id = seen.user_id order by last desc, screen`.execute(db);
  const viewers = new Map<string, Viewer>();
  for (const { userId, email, name, role, companyId, isEarlier, ...seen } of rows) {
    const screen = { ...seen, first: seen.first.toISOString(), last: seen.last.toISOString() };
    const key = JSON.stringify([userId, role, companyId, isEarlier]);
    const before = viewers.get(key);
    viewers.set(key, {
      ...(before ?? { userId, email, name, role, companyId, ...companyThen(companyId, isEarlier) }),
      first: before && before.first < screen.first ? before.first : screen.first,
      last: before?.last ?? screen.last,
      times: (before?.times ?? 0) + screen.times,
      downloads: (before?.downloads ?? 0) + screen.downloads,
      screens: [...(before?.screens ?? []), screen],
    });
  }
  return [...viewers.values()];
}

interface ScreenRow extends Pick<Viewer, 'userId' | 'email' | 'name' | 'role' | 'companyId' | 'times' | 'downloads'> {
  readonly isEarlier: boolean;
  readonly screen: string;
  readonly first: Date;
  readonly last: Date;
}

export interface ViewingRow extends Pick<Viewing, 'userId' | 'email' | 'name' | 'role' | 'companyId' | 'screen'> {
  readonly at: Date;
  /** `at` in microseconds. */
  readonly instant: string;
  readonly sentId: string;
  readonly id: string;
  readonly sessionHash: string | null;
  readonly outcome: AccessOutcome;
  readonly rowIds: readonly string[] | null;
}

const under = ({ userId, role, companyId, screen }: ViewingFilter) =>
  sql.join(
    [
      sql`true`,
      ...(userId === undefined ? [] : [sql`user_id is not distinct from ${userId}`]),
      ...(role === undefined ? [] : [sql`role = ${role}`]),
      ...(companyId === undefined ? [] : [sql`company_id is not distinct from ${companyId}::int`]),
      ...(screen === undefined ? [] : [sql`screen = ${screen}`]),
    ],
    sql` and `,
  );

/** A few letters of a hash tell the sessions of one person apart. */
const SESSION_LETTERS = 8;

export const viewingOf = (row: ViewingRow): Viewing => ({
  key: placeOf(row),
  at: row.at.toISOString(),
  userId: row.userId,
  email: row.email,
  name: row.name,
  role: row.role,
  companyId: row.companyId,
  ...companyThen(row.companyId, row.rowIds === null),
  session: row.sessionHash?.slice(0, SESSION_LETTERS) ?? null,
  screen: row.screen,
  outcome: row.outcome,
  rowIds: row.rowIds ?? [],
});

const companyThen = (companyId: number | null, isEarlier: boolean) => ({
  company: companyOf(companyId)?.name ?? (companyId === null ? null : `Company ${companyId}`),
  isCompanyRecorded: !isEarlier,
});

export const placeOf = ({ instant, sentId, id }: Pick<ViewingRow, 'instant' | 'sentId' | 'id'>): string =>
  Buffer.from(JSON.stringify([instant, String(sentId), String(id)])).toString('base64url');

/** The place of a viewing in their order, as `placeOf` wrote it. Null for another text. */
export function placeIn(before: string): readonly [instant: string, sentId: string, id: string] | null {
  const [, ...place] = PLACE.exec(Buffer.from(before, 'base64url').toString()) ?? [];
  return place.length === 3 ? (place as unknown as readonly [string, string, string]) : null;
}

const PLACE = /^\["(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)","(\d{1,18})","(\d{1,18})"\]$/;

/** The place as a row of SQL. */
export function rowOf(before: string): RawBuilder<unknown> {
  const place = placeIn(before);
  if (place === null) throw new Error('This is no place among the viewings.');
  const [instant, sentId, id] = place;
  return sql`(${instant}::timestamptz, ${sentId}::bigint, ${id}::bigint)`;
}
