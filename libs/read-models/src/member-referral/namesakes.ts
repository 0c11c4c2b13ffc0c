import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';

/** A list with its `namesakes`, of referrals in `scope` (docs/decisions/0168). */
export async function withNamesakes<List extends { readonly rows: readonly { readonly referralId: string }[] }>(
  db: Kysely<ReadModelSchema>,
  scope: ReferralScope,
  list: List,
): Promise<List & { readonly namesakes: string[] }> {
  const ids = [...new Set(list.rows.map(({ referralId }) => referralId))];
  const { rows } = await sql<{ referralId: string }>`
    select referral_id as "referralId" from member_referral this
     where referral_id = any(${ids})
       and exists (select from member_referral other
                    where other.member_key = this.member_key and other.medicaid_key <> this.medicaid_key and ${within(scope)})`.execute(
    db,
  );
  return { ...list, namesakes: rows.map(({ referralId }) => referralId) };
}
