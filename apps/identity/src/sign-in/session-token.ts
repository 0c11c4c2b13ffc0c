import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret } from '../secret.js';

const LIFE_MS = 5 * 60_000;

export interface SessionToken {
  readonly sessionToken: string;
  readonly expiresAt: Date;
}

/** What a sign-in hands to the browser, to be turned into a session at authorize: one use, five minutes. */
export async function issueSessionToken({ db, now }: IdentityProvider, userId: string): Promise<SessionToken> {
  const sessionToken = randomSecret();
  const expiresAt = new Date(now().getTime() + LIFE_MS);
  await db
    .insertInto('session_token')
    .values({ token_hash: hashOf(sessionToken), user_id: userId, expires_at: expiresAt })
    .execute();
  return { sessionToken, expiresAt };
}

/** The id of the user who signed in, once; afterwards, and after five minutes, undefined. */
export async function redeemSessionToken(
  { db, now }: IdentityProvider,
  sessionToken: string,
): Promise<string | undefined> {
  const redeemed = await db
    .deleteFrom('session_token')
    .where('token_hash', '=', hashOf(sessionToken))
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst();
  return redeemed !== undefined && redeemed.expires_at > now() ? redeemed.user_id : undefined;
}
