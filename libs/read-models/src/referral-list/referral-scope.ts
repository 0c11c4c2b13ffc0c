import { sql, type RawBuilder } from 'kysely';

/**
 * Whose referrals somebody may read. One's own: submitted when signed in, or by nobody who was, with one's e-mail address.
 * Everything that lists referrals takes a scope, so that none can forget it.
 */
export type ReferralScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly userId: string; readonly email: string }
  | { readonly kind: 'company'; readonly userId: string; readonly email: string; readonly companyId: number };

export function within(scope: ReferralScope): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'own':
      return sql`(submitter_user_id = ${scope.userId}
        or (lower(referrer_email) = ${scope.email.toLowerCase()} and submitter_user_id is null))`;
    case 'company':
      return sql`(company_id = ${scope.companyId} or ${within({ ...scope, kind: 'own' })})`;
  }
}
