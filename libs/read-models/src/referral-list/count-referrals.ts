import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { matches } from '../search-text.js';
import { LABEL_SEPARATOR, tallyScope } from './referral-list.projection.js';
import { type ReferralScope, within } from './referral-scope.js';

type Db = Kysely<ReadModelSchema>;

/** How many referrals have exactly these labels, over their items. */
export interface LabelCount {
  readonly statuses: readonly string[];
  readonly units: number;
}

/**
 * Referrals of a scope under a search, by their labels. Without a search, all referrals or a company's are not counted but
 * looked up in the tally that the projection keeps; only what a company's user has outside of the company is counted.
 */
export async function countReferrals(db: Db, scope: ReferralScope, search: string): Promise<readonly LabelCount[]> {
  if (search !== '' || scope.kind === 'own') return count(db, sql`${within(scope)} and ${matches(search)}`);
  if (scope.kind === 'all') return lookUp(db, tallyScope(null));
  const outside = sql<boolean>`${within({ ...scope, kind: 'own' })} and company_id is distinct from ${scope.companyId}`;
  return [...(await lookUp(db, tallyScope(scope.companyId))), ...(await count(db, outside))];
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

async function count(db: Db, condition: ReturnType<typeof within>): Promise<readonly LabelCount[]> {
  const { rows } = await sql<LabelCount>`
    select statuses, count(*) as units from referral_list where ${condition} group by statuses`.execute(db);
  return rows;
}

async function lookUp(db: Db, scope: string): Promise<readonly LabelCount[]> {
  const rows = await db
    .selectFrom('referral_list_tally')
    .where('scope', '=', scope)
    .where('units', '>', 0)
    .select(['label', 'units'])
    .execute();
  return rows.map(({ label, units }) => ({ statuses: label.split(LABEL_SEPARATOR), units }));
}
