import { createHash } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret, sameSecret } from '../secret.js';
import { findSessionByHash, type SsoSession } from '../session/sso-session.js';
import { parseScope, type Scope } from './scope.js';

const LIFETIME_MS = 60_000;

/** The client's request, stored between authorize and token. */
export interface Grant {
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly nonce: string | null;
}

/** A code for the session's tokens: valid once, for a minute, and useless without the verifier of the challenge. */
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
      expires_at: new Date(now().getTime() + LIFETIME_MS),
    })
    .execute();
  return code;
}

/** Redeems the code. Undefined if it is unknown, used, too old, of another verifier, or if its session has ended. */
export async function redeemCode(
  provider: IdentityProvider,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ session: SsoSession; scopes: readonly Scope[]; nonce: string | null } | undefined> {
  const kept = await provider.db
    .deleteFrom('authorization_code')
    .where('code_hash', '=', hashOf(code))
    .returningAll()
    .executeTakeFirst();
  if (kept === undefined || kept.expires_at <= provider.now()) return undefined;
  if (!sameSecret(challengeOf(verifier), kept.code_challenge)) return undefined;
  const session = await findSessionByHash(provider, kept.session_hash);
  return session && { session, scopes: parseScope(kept.scope), nonce: kept.nonce };
}

/** PKCE's S256 (RFC 7636 §4.2). */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
