import type { Request, RequestHandler, Response } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { browserKeyOf, isProgram } from '../session/browser-key.js';
import {
  endSession,
  findSession,
  openSession,
  prolongSession,
  sessionIdOf,
  setSessionCookie,
  type SsoSession,
} from '../session/sso-session.js';
import { redeemSessionToken } from '../sign-in/session-token.js';
import { issueCode } from './authorization-code.js';
import { answerAddress, type AuthorizationRequest, parseAuthorizationRequest } from './authorization-request.js';
import { sendAuthorizationAnswer } from './authorization-response.js';
import { loginRequired, OAuthError } from './oauth-error.js';

/**
 * `GET {issuer}/v1/authorize`: issues a code for the person who is signed in, by a new session token or by the cookie. The sign-in form is
 * in the portal, so there is no page here: without a session the answer is `login_required`, whatever the prompt.
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
    // `iss` tells the client which provider answers (RFC 9207).
    const { issuer: iss } = provider;
    sendAuthorizationAnswer(response, { mode, redirectUri: client.redirectUri }, { ...answer, state, iss });
  };
}

async function codeFor(provider: IdentityProvider, request: Request, response: Response): Promise<string> {
  const parameters = parseAuthorizationRequest(request.query);
  const session = await sessionFor(provider, parameters, request, response);
  if (session === undefined) throw loginRequired();
  await prolongSession(provider, session);
  return issueCode(provider, session, parameters);
}

async function sessionFor(
  provider: IdentityProvider,
  { sessionToken, freshSignIn, maxAge }: AuthorizationRequest,
  request: Request,
  response: Response,
): Promise<SsoSession | undefined> {
  if (sessionToken !== undefined) return beginSession(provider, sessionToken, request, response);
  const present = sessionIdOf(provider, request);
  const session = present === undefined || freshSignIn ? undefined : await findSession(provider, present);
  return session !== undefined && ageInSeconds(provider, session) <= maxAge ? session : undefined;
}

/**
 * Exchanges a session token for a session, in the browser that received the token (decision 0023). In any other browser the token is
 * refused and used up: a link with a token of its sender would sign the reader in as the sender. An existing session of that browser is not
 * changed.
 */
async function beginSession(
  provider: IdentityProvider,
  sessionToken: string,
  request: Request,
  response: Response,
): Promise<SsoSession | undefined> {
  // In one transaction, so that a call which ends all sign-ins meanwhile waits for the token, and then finds the session.
  const id = await provider.db.transaction().execute(async (db) => {
    const inTransaction = { ...provider, db };
    const earned = await redeemSessionToken(inTransaction, {
      sessionToken,
      browserKey: browserKeyOf(provider, request),
      byProgram: isProgram(request),
    });
    if (earned === undefined) return undefined;
    const present = sessionIdOf(provider, request);
    if (present !== undefined) await endSession(inTransaction, present);
    return openSession(inTransaction, { ...earned, userAgent: request.get('user-agent') });
  });
  if (id === undefined) return undefined;
  setSessionCookie(provider, response, id);
  return findSession(provider, id);
}

const ageInSeconds = ({ now }: IdentityProvider, { signedInAt }: SsoSession): number =>
  (now().getTime() - signedInAt.getTime()) / 1000;
