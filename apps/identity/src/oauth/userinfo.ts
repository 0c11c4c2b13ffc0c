import type { RequestHandler } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { findUserById } from '../user/user.js';
import { readAccessToken } from './access-token.js';
import { invalidAccessToken } from './oauth-error.js';
import { personalClaims } from './scope.js';

/** `GET {issuer}/v1/userinfo`: the person behind a bearer token, as far as its scopes reach. */
export function userinfo(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer') throw invalidAccessToken();
    const claims = await readAccessToken(provider, token);
    const user = claims && (await findUserById(provider, claims.sub));
    if (claims === undefined || user?.status !== 'ACTIVE') throw invalidAccessToken();
    response.json(personalClaims(user, claims.scp));
  };
}
