import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { readAccessToken, revokeAccessToken } from './access-token.js';
import { requireClient } from './require-client.js';
import { wellFormed } from './well-formed.js';

const tokenForm = z.object({ token: z.string().min(1) });

/** `POST {issuer}/v1/revoke` (RFC 7009): 200 with nothing in it, also for a token that never was. */
export function revoke(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    await revokeAccessToken(provider, wellFormed(tokenForm, request.body).token);
    response.status(200).end();
  };
}

/** `POST {issuer}/v1/introspect` (RFC 7662): whether an access token still holds. As at Okta, a public client names itself. */
export function introspect(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    const claims = await readAccessToken(provider, wellFormed(tokenForm, request.body).token);
    if (claims === undefined) return void response.json({ active: false });
    const { sub, jti, cid, iat, exp, scp } = claims;
    response.json({ active: true, token_type: 'Bearer', sub, jti, client_id: cid, iat, exp, scope: scp.join(' ') });
  };
}
