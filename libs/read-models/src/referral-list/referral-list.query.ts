import { REFERRAL_SORT_FIELDS, type ReferralList, type ReferralListRow } from '@throughline/contracts';
import { sql, type Kysely } from 'kysely';
import { feedPosition } from '../change-feed/read-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';
import { countByLabels, countReferrals } from './count-referrals.js';
import { type ReferralScope, within } from './referral-scope.js';

type Db = Kysely<ReadModelSchema>;
type SortField = (typeof REFERRAL_SORT_FIELDS)[number];

export interface ListReferrals {
  readonly scope: ReferralScope;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** Referral id, descending (newest first), unless it names one of REFERRAL_SORT_FIELDS. */
  readonly sort?: { readonly field: string; readonly sort: 'asc' | 'desc' } | undefined;
  /** Status labels; a referral is found when any of its items has one of them. Empty: all. */
  readonly statuses: readonly string[];
}

const SORT_COLUMNS: Record<SortField, string> = {
  referralId: 'referral_id',
  referralDateTime: 'submitted_at',
  referralLastName: 'referrer_name',
  memberLastName: 'member_name',
  insuranceMedicaid: 'insurance_medicaid',
  status: 'status',
};

/** One page of the Referrals list (ordering specification, section 2). Fast at a million referrals; see `referral-list.projection.ts`. */
export function listReferrals(db: Db, query: ListReferrals): Promise<ReferralList> {
  return inSnapshot(db, async (snapshot) => {
    const counts = countByLabels(await countReferrals(snapshot, query.scope, query.search), query.statuses);
    const rows = await readPage(snapshot, query);
    return { rows, ...counts, feed: await feedPosition(snapshot) };
  });
}

/**
 * The keys of the page first, from an index alone where that can be, then their rows. A search, or one person's own, is found
 * first and sorted then: left to itself the planner may walk a million rows in order, looking for fifteen that match.
 */
async function readPage(db: Db, { scope, page, pageSize, search, sort, statuses }: ListReferrals) {
  const field = REFERRAL_SORT_FIELDS.find((one) => one === sort?.field);
  const column = sql.ref(SORT_COLUMNS[field ?? 'referralId']);
  const direction = sql.raw(field && sort?.sort === 'asc' ? 'asc' : 'desc');
  const order = sql`sort_key ${direction}, referral_id ${direction}`;
  const narrow = search !== '' || scope.kind === 'own';
  const { rows } = await sql<{ row: ReferralListRow }>`
    with hit as ${sql.raw(narrow ? 'materialized' : 'not materialized')} (
      select referral_id, ${column} as sort_key from referral_list
       where ${within(scope)} and ${matches(search)}
         and ${statuses.length === 0 ? sql`true` : sql`statuses && ${statuses}::text[]`}),
    page as (
      select * from hit order by ${order} limit ${pageSize} offset ${page * pageSize})
    select "row" from page join referral_list using (referral_id) order by ${order}`.execute(db);
  return rows.map(({ row }) => row);
}
