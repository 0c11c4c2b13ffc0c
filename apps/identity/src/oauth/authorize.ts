import type { Request, RequestHandler, Response } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { sessionIdOf, setSessionCookie } from '../session/session-cookie.js';
import { endSession, findSession, openSession, prolongSession, type SsoSession } from '../session/sso-session.js';
import { redeemSessionToken } from '../sign-in/session-token.js';
import { issueCode } from './authorization-code.js';
import { answerAddress, type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.js';
import { sendAuthorizationAnswer } from './authorization-response.js';
import { loginRequired, OAuthError } from './oauth-error.js';

/**
 * `GET {issuer}/v1/authorize`: a code for whoever is signed in, by the session token just earned or by the cookie. The
 * sign-in form is the portal's, so there is no page to show here: nobody signed in is `login_required`, whatever the prompt.
 */
export function authorize(provider: IdentityProvider): RequestHandler {
  const { client } = provider;
  return async (request, response) => {
    const { mode, state } = answerAddress(request.query, client);
    const answer = await codeFor(provider, request, response).then(
      (code) => ({ code }),
      (error: unknown) => {
        if (error instanceof OAuthError) return error.body();
        throw error;
      },
    );
    sendAuthorizationAnswer(response, { mode, redirectUri: client.redirectUri }, { ...answer, state });
  };
}

async function codeFor(provider: IdentityProvider, request: Request, response: Response): Promise<string> {
  const asked = parseAuthorizationRequest(request.query);
  const session = await sessionFor(provider, asked, request, response);
  if (session === undefined) throw loginRequired();
  await prolongSession(provider, session);
  return issueCode(provider, session, asked);
}

async function sessionFor(
  provider: IdentityProvider,
  { sessionToken, freshSignIn, maxAge }: AuthorizationRequest,
  request: Request,
  response: Response,
): Promise<SsoSession | undefined> {
  const present = sessionIdOf(request);
  if (sessionToken !== undefined) {
    const userId = await redeemSessionToken(provider, sessionToken);
    if (userId === undefined) return undefined;
    if (present !== undefined) await endSession(provider, present);
    const id = await openSession(provider, userId);
    setSessionCookie(provider, response, id);
    return findSession(provider, id);
  }
  const session = present === undefined || freshSignIn ? undefined : await findSession(provider, present);
  return session !== undefined && ageInSeconds(provider, session) <= maxAge ? session : undefined;
}

const ageInSeconds = ({ now }: IdentityProvider, { signedInAt }: SsoSession): number =>
  (now().getTime() - signedInAt.getTime()) / 1000;
