import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { pageOfKeys } from '../page-of-keys.js';
import { matches } from '../search-text.js';
import { LABEL_SEPARATOR, listRow, type ReferralListTable, SORT_KEYS, tallyScope } from './referral-list.projection.js';
import type { FeedPosition, ReferralList, ReferralSortField } from '@throughline/contracts';
import type { ReadModelSchema } from '../read-model-schema.js';

/**
 * The referrals that a person may read. Their own: those submitted when signed in (the same rule as the domain's `mayReadReferral`).
 * Every query that lists referrals takes a scope, so that none can omit it.
 */
export type ReferralScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly userId: string }
  | { readonly kind: 'company'; readonly userId: string; readonly companyId: number };

export function within(scope: ReferralScope): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'own':
      return sql`submitter_user_id = ${scope.userId}`;
    case 'company':
      return sql`(company_id = ${scope.companyId} or ${within({ ...scope, kind: 'own' })})`;
  }
}

/** The number of referrals whose items have exactly these labels. */
export interface LabelCount {
  readonly statuses: readonly string[];
  readonly units: number;
}

/**
 * A query for the `LabelCount`s of a scope under a search. Without a search, all referrals or a company's are not counted but
 * looked up in the counts that the projection maintains; only the referrals of a company's user outside of the company are counted.
 */
export function labelCounts(scope: ReferralScope, search: string): RawBuilder<LabelCount> {
  if (search !== '' || scope.kind === 'own') return count(sql`${within(scope)} and ${matches(search)}`);
  if (scope.kind === 'all') return lookUp(null);
  const outside = sql<boolean>`${within({ ...scope, kind: 'own' })} and company_id is distinct from ${scope.companyId}`;
  return sql`${lookUp(scope.companyId)} union all ${count(outside)}`;
}

/** The count of each label, regardless of `chosen`, and the count of rows with at least one chosen label (all rows if none is chosen). */
export function countByLabels(counts: readonly LabelCount[], chosen: readonly string[]) {
  const statusCounts: Record<string, number> = {};
  let rowCount = 0;
  for (const { statuses, units } of counts) {
    for (const label of statuses) statusCounts[label] = (statusCounts[label] ?? 0) + units;
    if (chosen.length === 0 || statuses.some((label) => chosen.includes(label))) rowCount += units;
  }
  return { rowCount, statusCounts };
}

function count(condition: RawBuilder<boolean>): RawBuilder<LabelCount> {
  return sql`select statuses, count(*) as units from referral_list where ${condition} group by statuses`;
}

function lookUp(companyId: number | null): RawBuilder<LabelCount> {
  return sql`select string_to_array(label, ${LABEL_SEPARATOR}) as statuses, units::bigint from referral_list_tally
              where scope = ${tallyScope(companyId)} and units > 0`;
}

type Db = Kysely<ReadModelSchema>;

export interface ListReferrals {
  readonly scope: ReferralScope;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** By default: referral id, descending (newest first). */
  readonly sort?: { readonly field: ReferralSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Status labels; a referral is found when any of its items has one of them. Empty: all. */
  readonly statuses: readonly string[];
}

/** A row in JSON: times are text. */
type StoredRow = Omit<Selectable<ReferralListTable>, 'submitted_at'> & { readonly submitted_at: string };

interface Page {
  readonly rows: readonly StoredRow[];
  readonly counts: readonly LabelCount[];
  readonly feed: FeedPosition;
}

/**
 * One page of the Referrals list (ordering specification, section 2), its counts and the feed's position as one statement: as of
 * one moment, in one round trip. Fast at a million referrals; see `referral-list.projection.ts`.
 */
export async function listReferrals(db: Db, query: ListReferrals): Promise<ReferralList> {
  const { scope, search, statuses } = query;
  const order = orderOf(query);
  const { rows: answers } = await sql<Page>`
    with label_count as materialized (${labelCounts(scope, search)}),
    page as (${pageOf(query, order)})
    select
      (select coalesce(json_agg(label_count), '[]') from label_count) as counts,
      (select coalesce(json_agg(referral_list order by ${order.by}), '[]') from page join referral_list using (referral_id)) as rows,
      (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(db);
  const [answer] = answers;
  if (!answer) throw new Error('A page without an answer.');
  return { rows: answer.rows.map(listRow), ...countByLabels(answer.counts, statuses), feed: answer.feed };
}

interface Order {
  readonly key: RawBuilder<unknown>;
  readonly by: RawBuilder<unknown>;
  readonly backwards: RawBuilder<unknown>;
}

function orderOf({ sort }: ListReferrals): Order {
  const by = (direction: 'asc' | 'desc') => sql`sort_key ${sql.raw(direction)}, referral_id ${sql.raw(direction)}`;
  const key = sql.raw(SORT_KEYS[sort?.field ?? 'referralId']);
  return sort?.sort === 'asc'
    ? { key, by: by('asc'), backwards: by('desc') }
    : { key, by: by('desc'), backwards: by('asc') };
}

function pageOf({ scope, page, pageSize, search, statuses }: ListReferrals, { key, by, backwards }: Order) {
  const chosen = statuses.length === 0 ? sql`true` : sql`statuses && ${statuses}::text[]`;
  const keys = sql`select referral_id, ${key} as sort_key from referral_list
                    where ${within(scope)} and ${matches(search)} and ${chosen}`;
  const found = sql`(select coalesce(sum(units), 0) from label_count where ${chosen})`;
  return pageOfKeys({ keys, found, isSearched: search !== '' || scope.kind === 'own', page, pageSize, by, backwards });
}
