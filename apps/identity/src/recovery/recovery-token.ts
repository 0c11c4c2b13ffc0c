import type { IdentityProvider } from '../identity-provider.js';
import type { RecoveryType } from '../identity-schema.js';
import { hashOf, randomSecret } from '../secret.js';
import type { User } from '../user/user.js';
import { invalidToken } from '../wire/okta-error.js';

/** A week, as in a tenant's activation mail. */
const LINK_LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** A browser has this long to choose a password; then it must open its link again. */
const STATE_LIFETIME_MS = 60 * 60_000;

/** A token for a link that is mailed to its owner. */
export async function issueRecoveryToken(
  { db, now }: IdentityProvider,
  userId: string,
  recoveryType: RecoveryType,
): Promise<string> {
  const token = randomSecret();
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
  await db
    .insertInto('recovery_token')
    .values({ token_hash: hashOf(token), user_id: userId, recovery_type: recoveryType, expires_at: expiresAt })
    .execute();
  return token;
}

export interface Recovery {
  readonly stateToken: string;
  readonly expiresAt: Date;
  readonly recoveryType: RecoveryType;
  readonly user: User;
}

/**
 * Issues a state token for the token of a link. The link stays valid until a password is chosen: a program that checks mail
 * and opens its links before the reader does not use it up. Throws E0000011 when it is unknown, used or too old.
 */
export async function beginRecovery({ db, now }: IdentityProvider, token: string): Promise<Recovery> {
  const link = await db
    .selectFrom('recovery_token')
    .innerJoin('user', 'user.id', 'recovery_token.user_id')
    .where('token_hash', '=', hashOf(token))
    .selectAll('user')
    .select(['recovery_type', 'expires_at'])
    .executeTakeFirst();
  if (link === undefined || link.expires_at <= now()) throw invalidToken();
  const { recovery_type: recoveryType, expires_at: linkExpiresAt, ...user } = link;
  const stateToken = randomSecret();
  const expiresAt = new Date(Math.min(now().getTime() + STATE_LIFETIME_MS, linkExpiresAt.getTime()));
  await db
    .insertInto('state_token')
    .values({ token_hash: hashOf(stateToken), recovery_hash: hashOf(token), expires_at: expiresAt })
    .execute();
  return { stateToken, expiresAt, recoveryType, user };
}
