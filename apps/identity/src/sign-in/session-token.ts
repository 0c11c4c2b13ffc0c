import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret } from '../secret.js';

const LIFETIME_MS = 5 * 60_000;

export interface SessionToken {
  readonly sessionToken: string;
  readonly expiresAt: Date;
}

/** Who may redeem a token: the browser with this key (hashed), and any program if a program earned it. */
export interface EarnedBy {
  readonly browserHash: string;
  readonly byProgram: boolean;
}

/** Issues the token that its caller exchanges for a session at authorize: valid once, for five minutes. */
export async function issueSessionToken(
  { db, now }: IdentityProvider,
  { userId, browserHash, byProgram, amr }: EarnedBy & { readonly userId: string; readonly amr: string },
): Promise<SessionToken> {
  const sessionToken = randomSecret();
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
  await db
    .insertInto('session_token')
    .values({
      token_hash: hashOf(sessionToken),
      user_id: userId,
      browser_hash: browserHash,
      by_program: byProgram,
      amr,
      expires_at: expiresAt,
    })
    .execute();
  return { sessionToken, expiresAt };
}

/**
 * Redeems the token for its user, and uses it up in any case. Undefined if it was used or is older than five minutes, and for a caller that
 * did not earn it.
 */
export async function redeemSessionToken(
  { db, now }: IdentityProvider,
  { sessionToken, browserKey, byProgram }: Redeeming,
): Promise<{ readonly userId: string; readonly amr: string } | undefined> {
  const redeemed = await db
    .deleteFrom('session_token')
    .where('token_hash', '=', hashOf(sessionToken))
    .returning(['user_id', 'browser_hash', 'by_program', 'amr', 'expires_at'])
    .executeTakeFirst();
  if (redeemed === undefined || redeemed.expires_at <= now()) return undefined;
  const inItsBrowser = browserKey !== undefined && hashOf(browserKey) === redeemed.browser_hash;
  if (!inItsBrowser && !(byProgram && redeemed.by_program)) return undefined;
  return { userId: redeemed.user_id, amr: redeemed.amr };
}

interface Redeeming {
  readonly sessionToken: string;
  readonly browserKey: string | undefined;
  readonly byProgram: boolean;
}
