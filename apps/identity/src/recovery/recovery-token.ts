import type { IdentityProvider } from '../identity-provider.js';
import type { RecoveryType } from '../identity-schema.js';
import { hashOf, randomSecret } from '../secret.js';
import { beginPasswordReset, type Beginning, type Transaction } from '../transaction/authn-transaction.js';
import { invalidToken } from '../wire/okta-error.js';

const HOUR_MS = 60 * 60_000;
/** An account can be activated for a week, as with a tenant's mail. */
export const LINK_LIFETIME_MS: Readonly<Record<RecoveryType, number>> = {
  ACCOUNT_ACTIVATION: 7 * 24 * HOUR_MS,
  PASSWORD: HOUR_MS,
  UNLOCK: HOUR_MS,
};

/** Issues the token for a link that is mailed to the account's owner. */
export async function issueRecoveryToken(
  { db, now }: IdentityProvider,
  userId: string,
  recoveryType: RecoveryType,
): Promise<string> {
  const token = randomSecret();
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS[recoveryType]);
  await db
    .insertInto('recovery_token')
    .values({ token_hash: hashOf(token), user_id: userId, recovery_type: recoveryType, expires_at: expiresAt })
    .execute();
  return token;
}

/**
 * Begins a transaction with the token of a link. The link stays valid until a password is chosen, so that a program which checks mail and
 * opens its links does not use it up before the reader does. Throws E0000011 if it is unknown, used or expired.
 */
export async function beginRecovery(
  provider: IdentityProvider,
  token: string,
  by: Pick<Beginning, 'browserKey' | 'byProgram'>,
  relayState: string | undefined,
): Promise<Transaction> {
  const { db, now } = provider;
  const link = await db
    .selectFrom('recovery_token')
    .innerJoin('user', 'user.id', 'recovery_token.user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now())
    .selectAll('user')
    .select(['token_hash', 'recovery_type', 'expires_at'])
    .executeTakeFirst();
  if (link === undefined) throw invalidToken();
  const { token_hash, recovery_type, expires_at, ...user } = link;
  return beginPasswordReset(provider, {
    user,
    ...by,
    relayState: relayState ?? null,
    link: { token_hash, recovery_type, expires_at },
  });
}
