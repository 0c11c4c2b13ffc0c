import { Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { notFound } from '../wire/okta-error.js';
import { clearSessionCookie, endSession, findSession, sessionEnd, sessionIdOf } from './sso-session.js';

/** `GET` and `DELETE /api/v1/sessions/me`: the caller's own session; E0000007 when there is none. */
export function sessionRoutes(provider: IdentityProvider): Router {
  const routes = Router();
  const href = `${new URL(provider.issuer).origin}/api/v1/sessions/me`;

  routes.get('/api/v1/sessions/me', async (request, response) => {
    const id = sessionIdOf(provider, request);
    const session = id === undefined ? undefined : await findSession(provider, id);
    if (session === undefined) throw notFound();
    response.json({
      status: 'ACTIVE',
      userId: session.user.id,
      login: session.user.profile.login,
      createdAt: session.signedInAt,
      expiresAt: sessionEnd(session),
      _links: { self: { href, hints: { allow: ['GET', 'DELETE'] } } },
    });
  });

  routes.delete('/api/v1/sessions/me', async (request, response) => {
    const id = sessionIdOf(provider, request);
    clearSessionCookie(provider, response);
    if (id === undefined || !(await endSession(provider, id))) throw notFound();
    response.status(204).end();
  });

  return routes;
}
