import { sql, type RawBuilder } from 'kysely';
import { matches } from '../search-text.js';
import { LABEL_SEPARATOR, tallyScope } from './referral-list.projection.js';
import { type ReferralScope, within } from './referral-scope.js';

/** How many referrals have exactly these labels, over their items. */
export interface LabelCount {
  readonly statuses: readonly string[];
  readonly units: number;
}

/**
 * A query for the `LabelCount`s of a scope under a search. Without a search, all referrals or a company's are not counted but
 * looked up in the tally that the projection keeps; only what a company's user has outside of the company is counted.
 */
export function labelCounts(scope: ReferralScope, search: string): RawBuilder<LabelCount> {
  if (search !== '' || scope.kind === 'own') return count(sql`${within(scope)} and ${matches(search)}`);
  if (scope.kind === 'all') return lookUp(null);
  const outside = sql<boolean>`${within({ ...scope, kind: 'own' })} and company_id is distinct from ${scope.companyId}`;
  return sql`${lookUp(scope.companyId)} union all ${count(outside)}`;
}

/** Per label, whatever is chosen; and how many in all have one of those chosen (none chosen: any). */
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
