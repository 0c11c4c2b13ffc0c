import { jwtVerify, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import type { SsoSession } from '../session/sso-session.js';
import { tokenEnd } from './access-token.js';
import { personalClaims, type Scope } from './scope.js';
import { requireFaultOfToken, SIGNING_ALGORITHM } from './signing-keys.js';

/** An id token names the person who signed in, and is bound to the access token and to the nonce of the request. */
export async function signIdToken(
  provider: IdentityProvider,
  session: SsoSession,
  { scopes, nonce, accessToken }: { scopes: readonly Scope[]; nonce: string | null; accessToken: string },
): Promise<string> {
  const { kid, key } = await provider.keys.signer();
  return new SignJWT({
    ...personalClaims(session.user, scopes),
    amr: session.amr,
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
    at_hash: leftHalfHash(accessToken),
    ...(nonce !== null && { nonce }),
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid })
    .setIssuer(provider.issuer)
    .setAudience(provider.client.id)
    .setJti(randomUUID())
    .setIssuedAt(Math.floor(provider.now().getTime() / 1000))
    .setExpirationTime(tokenEnd(provider, session))
    .sign(key);
}

/**
 * The user of an id token that was issued here for the client; undefined for any other token. It may have expired, as hints at sign-out may
 * (RP-Initiated Logout §4).
 */
export async function userOfIdToken(
  { issuer, client, keys }: IdentityProvider,
  token: string,
): Promise<string | undefined> {
  try {
    const beforeAnyExpiry = new Date(0);
    const { payload } = await jwtVerify(token, keys.find, {
      issuer,
      audience: client.id,
      algorithms: [SIGNING_ALGORITHM],
      currentDate: beforeAnyExpiry,
    });
    return payload.sub;
  } catch (error) {
    requireFaultOfToken(error);
    return undefined;
  }
}

/** `at_hash` of OpenID Connect Core §3.1.3.6. */
const leftHalfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
