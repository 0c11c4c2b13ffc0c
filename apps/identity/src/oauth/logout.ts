import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { clearSessionCookie, sessionIdOf } from '../session/session-cookie.js';
import { endSession } from '../session/sso-session.js';
import { isOwnIdToken } from './id-token.js';
import { invalidRequest } from './oauth-error.js';
import { wellFormed } from './well-formed.js';

const parameters = z.object({
  id_token_hint: z.string(),
  post_logout_redirect_uri: z.string(),
  state: z.string().optional(),
});

/**
 * `GET {issuer}/v1/logout` (RP-Initiated Logout): ends the browser's session, whosever it is, and goes back to the portal.
 * The id token shows that the portal asks, so a link elsewhere cannot sign people out.
 */
export function logout(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    const { id_token_hint, post_logout_redirect_uri, state } = wellFormed(parameters, request.query);
    if (!(await isOwnIdToken(provider, id_token_hint))) throw invalidRequest('The id_token_hint is invalid.');
    if (post_logout_redirect_uri !== provider.client.postLogoutRedirectUri) {
      throw invalidRequest("The 'post_logout_redirect_uri' parameter must be a sign-out redirect URI of the client.");
    }
    const id = sessionIdOf(request);
    if (id !== undefined) await endSession(provider, id);
    clearSessionCookie(provider, response);
    const target = new URL(post_logout_redirect_uri);
    if (state !== undefined) target.searchParams.set('state', state);
    response.redirect(303, target.href);
  };
}
