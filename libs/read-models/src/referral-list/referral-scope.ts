import { sql, type RawBuilder } from 'kysely';

/**
 * Whose referrals somebody may read. One's own: submitted when signed in (the same rule as the domain's `mayReadReferral`).
 * Everything that lists referrals takes a scope, so that none can forget it.
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
