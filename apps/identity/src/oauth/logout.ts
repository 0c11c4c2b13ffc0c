import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { clearSessionCookie, endSession, findSession, sessionIdOf } from '../session/sso-session.js';
import { userOfIdToken } from './id-token.js';
import { invalidRequest } from './oauth-error.js';
import { wellFormed } from './parse-request.js';

const parameters = z.object({
  id_token_hint: z.string(),
  post_logout_redirect_uri: z.string(),
  state: z.string().optional(),
});

/**
 * `GET {issuer}/v1/logout` (RP-Initiated Logout): ends the browser's session and redirects to the portal. The id token proves that the
 * request concerns the person who is signed in. With the token of another person, as in a link on another site, the session stays.
 */
export function logout(provider: IdentityProvider): RequestHandler {
  return async (request, response) => {
    const { id_token_hint, post_logout_redirect_uri, state } = wellFormed(parameters, request.query);
    const hinted = await userOfIdToken(provider, id_token_hint);
    if (hinted === undefined) throw invalidRequest('The id_token_hint is invalid.');
    if (post_logout_redirect_uri !== provider.client.postLogoutRedirectUri) {
      throw invalidRequest("The 'post_logout_redirect_uri' parameter must be a sign-out redirect URI of the client.");
    }
    const id = sessionIdOf(provider, request);
    const session = id === undefined ? undefined : await findSession(provider, id);
    if (session === undefined || session.user.id === hinted) {
      if (id !== undefined) await endSession(provider, id);
      clearSessionCookie(provider, response);
    }
    const target = new URL(post_logout_redirect_uri);
    if (state !== undefined) target.searchParams.set('state', state);
    response.redirect(303, target.href);
  };
}
