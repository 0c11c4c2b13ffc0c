import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { browsedPage, counted, MAX_COUNTED, searchedPage } from '../page-of-keys.js';
import { isIn, matches, matchesOr, timeOf, type TypedSearch, typedStatus } from '../search-text.js';
import { LABEL_SEPARATOR, listRow, type ReferralListTable, SORT_KEYS, tallyScope } from './referral-list.projection.js';
import type { FeedPosition, ReferralList, ReferralSortField } from '@throughline/contracts';
import type { ReadModelSchema } from '../read-model-schema.js';

/**
 * The referrals that a person may read. Their own ones are those that they submitted while signed in (the same rule as the domain's
 * `mayReadReferral`). Every query that lists referrals takes a scope, so that none can omit it.
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

type Db = Kysely<ReadModelSchema>;

export interface ListReferrals extends TypedSearch {
  readonly scope: ReferralScope;
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Default: referral id, descending (newest first). */
  readonly sort?: { readonly field: ReferralSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Status labels; a referral is found when any of its items has one of them. Empty: all. */
  readonly statuses: readonly string[];
}

/** A row in JSON: times are text. */
type StoredRow = Omit<Selectable<ReferralListTable>, 'submitted_at' | 'status_since'> & {
  readonly submitted_at: string;
  readonly status_since: string | null;
};

/** The number of referrals whose items have exactly these labels. */
interface LabelCount {
  readonly statuses: readonly string[];
  readonly units: number;
}

interface Page {
  readonly rows: readonly StoredRow[];
  readonly row_count: number;
  readonly counts: readonly LabelCount[];
  readonly feed: FeedPosition;
}

/**
 * One page of the Referrals list (ordering specification, section 2), its counts and the feed's position as one statement: as of
 * one moment, in one round trip. Fast at a million referrals; see `referral-list.projection.ts`.
 */
export async function listReferrals(db: Db, query: ListReferrals): Promise<ReferralList> {
  const isCountedToTheEnd = query.search === '';
  const { by } = orderOf(query);
  const { rows: answers } = await sql<Page>`
    with ${isTallied(query) ? browsed(query) : searched(query, isCountedToTheEnd)}
    select
      (select units from found) as row_count,
      (select coalesce(json_agg(label_count), '[]') from label_count) as counts,
      (select coalesce(json_agg(referral_list order by ${by}), '[]') from (select referral_id, sort_key from page) page join referral_list using (referral_id)) as rows,
      (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(db);
  const [answer] = answers;
  if (!answer) throw new Error('A page without an answer.');
  return {
    rows: answer.rows.map(listRow),
    ...counted(Number(answer.row_count), isCountedToTheEnd),
    statusCounts: statusCounts(answer.counts, isCountedToTheEnd),
    feed: answer.feed,
  };
}

/** The count of each label, whatever is chosen. If a search finds more referrals than are counted, null for each label that exists. */
function statusCounts(counts: readonly LabelCount[], isCountedToTheEnd: boolean): ReferralList['statusCounts'] {
  const all = counts.reduce((sum, { units }) => sum + units, 0);
  const { countIsCapped } = counted(all, isCountedToTheEnd);
  const ofLabel: Record<string, number | null> = {};
  for (const { statuses, units } of counts) {
    if (units === 0 && !countIsCapped) continue;
    for (const label of statuses) ofLabel[label] = countIsCapped ? null : (ofLabel[label] ?? 0) + units;
  }
  return ofLabel;
}

/** Whether the projection stores the counts; others must be computed from the rows. */
const isTallied = ({ scope, search }: ListReferrals): boolean => search === '' && scope.kind !== 'own';

/**
 * All referrals, or those of a company. The stored counts of a company's user leave out the referrals that they submitted outside of the
 * company, which are counted from the rows.
 */
function browsed(query: ListReferrals): RawBuilder<unknown> {
  const { scope } = query;
  const outside =
    scope.kind === 'company' &&
    sql`
    select statuses, count(*) as units from referral_list
     where ${within({ ...scope, kind: 'own' })} and company_id is distinct from ${scope.companyId} group by statuses`;
  return sql`
    label_count as materialized (${outside ? sql`${tallied(scope)} union all ${outside}` : tallied(scope)}),
    found as materialized (select coalesce(sum(units), 0) as units from label_count where ${hasChosen(query)}),
    ${browsedPage({ ...listOf(query), backwards: orderOf(query).backwards })}`;
}

/**
 * The labels of the listed referrals are counted together with the rows; if statuses are chosen, the labels of everything that the search
 * finds. Other existing labels have the count 0.
 */
function searched(query: ListReferrals, isCountedToTheEnd: boolean): RawBuilder<unknown> {
  const all =
    query.statuses.length === 0
      ? sql`select statuses from listed`
      : sql`select statuses from referral_list where ${isSearched(query)}`;
  return sql`
    ${searchedPage({ ...listOf(query), isCountedToTheEnd })},
    label_count as materialized (
      select statuses, count(*) as units from (${all} limit ${isCountedToTheEnd ? null : MAX_COUNTED + 1}) labelled group by statuses
      union all select statuses, 0 from (${tallied(query.scope)}) other)`;
}

const tallied = (scope: ReferralScope): RawBuilder<unknown> => sql`
  select string_to_array(label, ${LABEL_SEPARATOR}) as statuses, units::bigint from referral_list_tally
   where scope = ${tallyScope(scope.kind === 'company' ? scope.companyId : null)} and units > 0`;

/** The columns that the sort orders need. */
const KEY_COLUMNS = sql`referral_id, statuses, submitted_at, referrer_last_name, referrer_first_name, member_last_name, member_first_name,
  insurance_medicaid, status`;

const listOf = (query: ListReferrals) => ({
  table: sql`referral_list`,
  condition: sql<boolean>`${isSearched(query)} and ${hasChosen(query)}`,
  columns: KEY_COLUMNS,
  inOrder: (table: RawBuilder<unknown>) => sql`select *, ${orderOf(query).key} as sort_key from ${table}`,
  page: query.page,
  pageSize: query.pageSize,
  by: orderOf(query).by,
});

const isSearched = (query: ListReferrals) => sql<boolean>`${within(query.scope)} and ${isFound(query)}`;

/** The searched text has the status in English, so that the Spanish words are a condition of their own. */
function isFound(typed: ListReferrals): RawBuilder<boolean> {
  const [time, status] = [timeOf(typed), typedStatus(typed.search)];
  return matchesOr(typed.search, [
    ...(time?.kind === 'at' ? [isIn('submitted_at', time.spans)] : []),
    ...(status === undefined ? [] : [matches(status)]),
  ]);
}

const hasChosen = ({ statuses }: ListReferrals) =>
  statuses.length === 0 ? sql<boolean>`true` : sql<boolean>`statuses && ${statuses}::text[]`;

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
