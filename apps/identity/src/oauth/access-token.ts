import type { Request } from 'express';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { absoluteEnd, findSessionByHash, type SsoSession } from '../session/sso-session.js';
import { fullName } from '../user/user-profile.js';
import { findUserById, type User } from '../user/user.js';
import { invalidAccessToken } from './oauth-error.js';
import { type Scope, SCOPES } from './scope.js';
import { requireFaultOfToken, SIGNING_ALGORITHM } from './signing-keys.js';

export const TOKEN_LIFETIME_SECONDS = 3600;

const claims = z.object({
  sub: z.string(),
  jti: z.string(),
  cid: z.string(),
  /** Hash of the session's id: the token ends with the session. */
  sid: z.string(),
  iat: z.number(),
  exp: z.number(),
  scp: z.array(z.enum(SCOPES)),
});

export type AccessTokenClaims = z.infer<typeof claims>;

/**
 * The expiry of a token that is issued to this session now, in seconds since 1970: in an hour, and never after the session's absolute
 * limit.
 */
export function tokenEnd({ now }: IdentityProvider, { signedInAt }: SsoSession): number {
  return Math.floor(
    Math.min(now().getTime() + TOKEN_LIFETIME_SECONDS * 1000, absoluteEnd(signedInAt).getTime()) / 1000,
  );
}

/** A JWT for the portal's API (audience), which verifies it with the published keys. */
export async function signAccessToken(
  provider: IdentityProvider,
  session: SsoSession,
  { scopes, jti }: { readonly scopes: readonly Scope[]; readonly jti: string },
) {
  const { id, profile } = session.user;
  const { kid, key } = await provider.keys.signer();
  return new SignJWT({
    uid: id,
    cid: provider.client.id,
    sid: session.idHash,
    scp: [...scopes],
    email: profile.email,
    preferred_username: profile.login,
    name: fullName(profile),
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid })
    .setIssuer(provider.issuer)
    .setAudience(provider.audience)
    .setSubject(id)
    .setJti(jti)
    .setIssuedAt(Math.floor(provider.now().getTime() / 1000))
    .setExpirationTime(tokenEnd(provider, session))
    .sign(key);
}

/**
 * The claims of a valid access token: issued here, not expired, not revoked, its session not ended and its user not deactivated.
 * Undefined for any other token.
 */
export async function readAccessToken(
  provider: IdentityProvider,
  token: string,
): Promise<AccessTokenClaims | undefined> {
  const read = await verified(provider, token);
  if (read === undefined || (await isRevoked(provider, read.jti))) return undefined;
  // The session belongs to `sub`, because this provider signed the two together.
  return (await findSessionByHash(provider, read.sid)) && read;
}

/** The claims of a request's bearer token, and its user. Throws `invalid_token` for a token that is not valid, and for a person who may not sign in. */
export async function requireBearer(
  provider: IdentityProvider,
  { headers }: Request,
): Promise<{ readonly claims: AccessTokenClaims; readonly user: User }> {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  const claims = scheme?.toLowerCase() === 'bearer' ? await readAccessToken(provider, token) : undefined;
  const user = claims && (await findUserById(provider, claims.sub));
  if (claims === undefined || user?.status !== 'ACTIVE') throw invalidAccessToken();
  return { claims, user };
}

async function isRevoked({ db }: IdentityProvider, jti: string): Promise<boolean> {
  const revoked = await db.selectFrom('revoked_token').select('jti').where('jti', '=', jti).executeTakeFirst();
  return revoked !== undefined;
}

async function verified({ issuer, audience, keys, now }: IdentityProvider, token: string) {
  try {
    const algorithms = [SIGNING_ALGORITHM];
    const { payload } = await jwtVerify(token, keys.find, { issuer, audience, algorithms, currentDate: now() });
    return claims.parse(payload);
  } catch (error) {
    requireFaultOfToken(error);
    return undefined;
  }
}

/** Revokes a token. An invalid token is ignored (RFC 7009 §2.2). */
export async function revokeAccessToken(provider: IdentityProvider, token: string): Promise<void> {
  const read = await readAccessToken(provider, token);
  if (read === undefined) return;
  await provider.db
    .insertInto('revoked_token')
    .values({ jti: read.jti, expires_at: new Date(read.exp * 1000) })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute();
}
