import { createHash } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret, sameSecret } from '../secret.js';
import { findSessionByHash, type SsoSession } from '../session/sso-session.js';
import { TOKEN_LIFETIME_SECONDS } from './access-token.js';
import { parseScope, type Scope } from './scope.js';

const LIFETIME_MS = 60_000;

/** The client's request, stored between authorize and token. */
export interface Grant {
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly nonce: string | null;
}

/** A code for the tokens of a session: valid once, for a minute, and only with the verifier of its challenge. */
export async function issueCode({ db, now }: IdentityProvider, session: SsoSession, grant: Grant): Promise<string> {
  const code = randomSecret();
  await db
    .insertInto('authorization_code')
    .values({
      code_hash: hashOf(code),
      session_hash: session.idHash,
      code_challenge: grant.codeChallenge,
      nonce: grant.nonce,
      scope: grant.scopes.join(' '),
      redeemed_jti: null,
      expires_at: new Date(now().getTime() + LIFETIME_MS),
    })
    .execute();
  return code;
}

/**
 * Redeems the code for the access token with this `jti`. Undefined if the code is unknown, used, expired or for another verifier, or if its
 * session has ended. A second attempt revokes the token of the first one, because one of the two callers has a stolen code (RFC 9700 §4.5).
 */
export async function redeemCode(
  provider: IdentityProvider,
  { code, verifier, jti }: { readonly code: string; readonly verifier: string; readonly jti: string },
): Promise<{ session: SsoSession; scopes: readonly Scope[]; nonce: string | null } | undefined> {
  const { db, now } = provider;
  const kept = await db
    .updateTable('authorization_code')
    .set({ redeemed_jti: jti })
    .where('code_hash', '=', hashOf(code))
    .where('redeemed_jti', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (kept === undefined) {
    await revokeTokenOf(provider, code);
    return undefined;
  }
  if (kept.expires_at <= now()) return undefined;
  if (!sameSecret(challengeOf(verifier), kept.code_challenge)) return undefined;
  const session = await findSessionByHash(provider, kept.session_hash);
  return session && { session, scopes: parseScope(kept.scope), nonce: kept.nonce };
}

async function revokeTokenOf({ db, now }: IdentityProvider, code: string): Promise<void> {
  const used = await db
    .selectFrom('authorization_code')
    .select('redeemed_jti')
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  if (used?.redeemed_jti == null) return;
  await db
    .insertInto('revoked_token')
    .values({ jti: used.redeemed_jti, expires_at: new Date(now().getTime() + TOKEN_LIFETIME_SECONDS * 1000) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** PKCE's S256 (RFC 7636 §4.2). */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
