import type { ReferralList, ReferralListRow, ReferralSortField } from '@throughline/contracts';
import { sql, type Kysely, type Selectable } from 'kysely';
import { feedPosition } from '../change-feed/read-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { inSnapshot } from '../snapshot.js';
import { countByLabels, countReferrals } from './count-referrals.js';
import { listRow, type ReferralListTable, SORT_KEYS } from './referral-list.projection.js';
import { type ReferralScope, within } from './referral-scope.js';

type Db = Kysely<ReadModelSchema>;

export interface ListReferrals {
  readonly scope: ReferralScope;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** Left out: referral id, descending (newest first). */
  readonly sort?: { readonly field: ReferralSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Status labels; a referral is found when any of its items has one of them. Empty: all. */
  readonly statuses: readonly string[];
}

/** Up to as many matches are found first and sorted then; of more, a page near the front is met by walking in order. */
const FEW = 5_000;

/** One page of the Referrals list (ordering specification, section 2). Fast at a million referrals; see `referral-list.projection.ts`. */
export function listReferrals(db: Db, query: ListReferrals): Promise<ReferralList> {
  return inSnapshot(db, async (snapshot) => {
    const counts = countByLabels(await countReferrals(snapshot, query.scope, query.search), query.statuses);
    const rows = await readPage(snapshot, query, counts.rowCount);
    return { rows, ...counts, feed: await feedPosition(snapshot) };
  });
}

/**
 * The keys of the page first, from an index alone where that can be, then their rows. Which way round is said here: left to
 * itself the planner may walk a million rows in order, looking for fifteen that match, or sort half a million to take fifteen.
 */
async function readPage(
  db: Db,
  { scope, page, pageSize, search, sort, statuses }: ListReferrals,
  matching: number,
): Promise<ReferralListRow[]> {
  const key = sql.raw(SORT_KEYS[sort?.field ?? 'referralId']);
  const direction = sql.raw(sort?.sort === 'asc' ? 'asc' : 'desc');
  const order = sql`sort_key ${direction}, referral_id ${direction}`;
  const offset = page * pageSize;
  const walk = (search === '' && scope.kind !== 'own') || matching > Math.max(FEW, 10 * (offset + pageSize));
  const { rows } = await sql<Selectable<ReferralListTable>>`
    with hit as ${sql.raw(walk ? 'not materialized' : 'materialized')} (
      select referral_id, ${key} as sort_key from referral_list
       where ${within(scope)} and ${matches(search)}
         and ${statuses.length === 0 ? sql`true` : sql`statuses && ${statuses}::text[]`}),
    page as (
      select * from hit order by ${order} limit ${pageSize} offset ${offset})
    select referral_list.* from page join referral_list using (referral_id) order by ${order}`.execute(db);
  return rows.map(listRow);
}
