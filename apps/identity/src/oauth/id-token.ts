import { jwtVerify, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import type { SsoSession } from '../session/sso-session.js';
import { tokenEnd } from './access-token.js';
import { personalClaims, type Scope } from './scope.js';
import { SIGNING_ALGORITHM } from './signing-keys.js';

/** Tells the client who signed in, bound to the access token beside it and to the request's nonce. */
export function signIdToken(
  provider: IdentityProvider,
  session: SsoSession,
  { scopes, nonce, accessToken }: { scopes: readonly Scope[]; nonce: string | null; accessToken: string },
): Promise<string> {
  return new SignJWT({
    ...personalClaims(session.user, scopes),
    amr: ['pwd'],
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
    at_hash: leftHalfHash(accessToken),
    ...(nonce !== null && { nonce }),
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: provider.keys.signer.kid })
    .setIssuer(provider.issuer)
    .setAudience(provider.client.id)
    .setJti(randomUUID())
    .setIssuedAt(Math.floor(provider.now().getTime() / 1000))
    .setExpirationTime(tokenEnd(provider, session))
    .sign(provider.keys.signer.key);
}

/** Whether this is an id token of ours for the client; it may have expired, as hints at sign-out may (RP-Initiated Logout §4). */
export async function isOwnIdToken({ issuer, client, keys }: IdentityProvider, token: string): Promise<boolean> {
  try {
    const beforeAnyExpiry = new Date(0);
    await jwtVerify(token, keys.find, {
      issuer,
      audience: client.id,
      algorithms: [SIGNING_ALGORITHM],
      currentDate: beforeAnyExpiry,
    });
    return true;
  } catch {
    return false;
  }
}

/** `at_hash` of OpenID Connect Core §3.1.3.6. */
const leftHalfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
