import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret } from '../secret.js';

const LIFETIME_MS = 5 * 60_000;

export interface SessionToken {
  readonly sessionToken: string;
  readonly expiresAt: Date;
}

/** The token that a sign-in gives to the browser of that key (hashed), to be exchanged for a session at authorize: valid once, for five minutes. */
export async function issueSessionToken(
  { db, now }: IdentityProvider,
  { userId, browserHash, amr }: { readonly userId: string; readonly browserHash: string; readonly amr: string },
): Promise<SessionToken> {
  const sessionToken = randomSecret();
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
  await db
    .insertInto('session_token')
    .values({
      token_hash: hashOf(sessionToken),
      user_id: userId,
      browser_hash: browserHash,
      amr,
      expires_at: expiresAt,
    })
    .execute();
  return { sessionToken, expiresAt };
}

/** Redeems the token: its user, and whether the browser has the same key. Undefined when it was used, or after five minutes. */
export async function redeemSessionToken(
  { db, now }: IdentityProvider,
  { sessionToken, browserKey }: { readonly sessionToken: string; readonly browserKey: string | undefined },
): Promise<{ readonly userId: string; readonly amr: string; readonly inThisBrowser: boolean } | undefined> {
  const redeemed = await db
    .deleteFrom('session_token')
    .where('token_hash', '=', hashOf(sessionToken))
    .returning(['user_id', 'browser_hash', 'amr', 'expires_at'])
    .executeTakeFirst();
  if (redeemed === undefined || redeemed.expires_at <= now()) return undefined;
  return {
    userId: redeemed.user_id,
    amr: redeemed.amr,
    inThisBrowser: browserKey !== undefined && hashOf(browserKey) === redeemed.browser_hash,
  };
}
