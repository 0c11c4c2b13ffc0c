import { Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { endSignIns, sessionEnd, sessionsOf } from '../session/sso-session.js';
import { notFound } from '../wire/okta-error.js';
import { storableOnly } from './require-api-token.js';

/**
 * Lists and ends a person's sessions. A tenant has no call for the list. A session's `id` is its hash, which is the `sid` of its access
 * tokens: nobody can use it to sign in.
 */
export function sessionManagementRoutes(provider: IdentityProvider): Router {
  const { db } = provider;
  const routes = Router().param('id', storableOnly);

  routes.get('/api/v1/users/:id/sessions', async (request, response) => {
    const sessions = await sessionsOf(provider, request.params.id);
    response.json(
      sessions.map(({ id_hash, user_id, amr, user_agent, signed_in_at, last_used_at }) => ({
        id: id_hash,
        userId: user_id,
        amr: amr.split(' '),
        userAgent: user_agent,
        createdAt: signed_in_at,
        lastUsedAt: last_used_at,
        expiresAt: sessionEnd({ signedInAt: signed_in_at, lastUsedAt: last_used_at }),
      })),
    );
  });

  routes.delete('/api/v1/users/:id/sessions', async (request, response) => {
    await db.transaction().execute((transaction) => endSignIns(transaction, request.params.id));
    response.status(204).end();
  });

  routes.delete('/api/v1/sessions/:id', async (request, response) => {
    const ended = await db.deleteFrom('sso_session').where('id_hash', '=', request.params.id).executeTakeFirst();
    if (ended.numDeletedRows === 0n) throw notFound();
    response.status(204).end();
  });

  return routes;
}
