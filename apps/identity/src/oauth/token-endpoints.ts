import type { RequestHandler } from 'express';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { readAccessToken, requireBearer, revokeAccessToken, signAccessToken, tokenEnd } from './access-token.js';
import { redeemCode } from './authorization-code.js';
import { signIdToken } from './id-token.js';
import { invalidGrant, OAuthError } from './oauth-error.js';
import { requireClient, wellFormed } from './parse-request.js';
import { personalClaims } from './scope.js';

const codeGrant = z.object({
  code: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  redirect_uri: z.string(),
});

/** `POST {issuer}/v1/token`: an access token and an id token for a code. No refresh token: a renewal uses the session. */
export function token(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    const { grant_type } = wellFormed(z.object({ grant_type: z.string() }), request.body);
    if (grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'The authorization grant type is not supported.');
    }
    const { code, code_verifier, redirect_uri } = wellFormed(codeGrant, request.body);
    if (redirect_uri !== provider.client.redirectUri) throw invalidGrant();
    const jti = randomUUID();
    const grant = await redeemCode(provider, { code, verifier: code_verifier, jti });
    if (grant === undefined) throw invalidGrant();
    const { session, scopes, nonce } = grant;
    const accessToken = await signAccessToken(provider, session, { scopes, jti });
    response.json({
      token_type: 'Bearer',
      expires_in: tokenEnd(provider, session) - Math.floor(provider.now().getTime() / 1000),
      access_token: accessToken,
      scope: scopes.join(' '),
      id_token: await signIdToken(provider, session, { scopes, nonce, accessToken }),
    });
  };
}

const tokenForm = z.object({ token: z.string().min(1) });

/** `POST {issuer}/v1/revoke` (RFC 7009): 200 without content, also for an unknown token. */
export function revoke(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    await revokeAccessToken(provider, wellFormed(tokenForm, request.body).token);
    response.status(200).end();
  };
}

/** `POST {issuer}/v1/introspect` (RFC 7662): whether an access token is valid. As at Okta, a public client identifies itself. */
export function introspect(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    const claims = await readAccessToken(provider, wellFormed(tokenForm, request.body).token);
    if (claims === undefined) return void response.json({ active: false });
    const { sub, jti, cid, iat, exp, scp } = claims;
    response.json({ active: true, token_type: 'Bearer', sub, jti, client_id: cid, iat, exp, scope: scp.join(' ') });
  };
}

/**
 * `GET /ended-tokens`: the `sid` or `jti` of access tokens that ended before their expiry within the last minute, so that an API node need
 * not ask about the token of each open page. The times are those of the database's clock, and the window is wide enough that no id is lost
 * to a transaction that took long to commit, or to a failed request. Only for the API, which does not expose this path.
 */
export function endedTokens({ db }: IdentityProvider): RequestHandler {
  return async (_request, response) => {
    const ended = await db
      .selectFrom('ended_token')
      .select('id')
      .where('ended_at', '>', sql<Date>`now() - interval '1 minute'`)
      .execute();
    response.json({ ended: ended.map(({ id }) => id) });
  };
}

/** `GET {issuer}/v1/userinfo`: the claims about the holder of a bearer token that the token's scopes grant. */
export function userinfo(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    const { claims, user } = await requireBearer(provider, request);
    response.json(personalClaims(user, claims.scp));
  };
}
