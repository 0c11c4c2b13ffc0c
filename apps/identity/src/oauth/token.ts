import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { signAccessToken, tokenEnd } from './access-token.js';
import { redeemCode } from './authorization-code.js';
import { signIdToken } from './id-token.js';
import { invalidGrant, OAuthError } from './oauth-error.js';
import { requireClient } from './require-client.js';
import { wellFormed } from './well-formed.js';

const codeGrant = z.object({
  code: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  redirect_uri: z.string(),
});

/** `POST {issuer}/v1/token`: an access and an id token for a code. No refresh token: renewal asks the session again. */
export function token(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    requireClient(request, provider.client);
    const { grant_type } = wellFormed(z.object({ grant_type: z.string() }), request.body);
    if (grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'The authorization grant type is not supported.');
    }
    const { code, code_verifier, redirect_uri } = wellFormed(codeGrant, request.body);
    if (redirect_uri !== provider.client.redirectUri) throw invalidGrant();
    const grant = await redeemCode(provider, { code, verifier: code_verifier });
    if (grant === undefined) throw invalidGrant();
    const { session, scopes, nonce } = grant;
    const accessToken = await signAccessToken(provider, session, scopes);
    response.json({
      token_type: 'Bearer',
      expires_in: tokenEnd(provider, session) - Math.floor(provider.now().getTime() / 1000),
      access_token: accessToken,
      scope: scopes.join(' '),
      id_token: await signIdToken(provider, session, { scopes, nonce, accessToken }),
    });
  };
}
