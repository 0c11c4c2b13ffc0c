import { json, Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { notFound } from '../wire/okta-error.js';
import { requireApiToken } from '../wire/require-api-token.js';
import { activateUser } from '../recovery/activate-user.js';
import { createUser } from './create-user.js';
import { findUserById, findUserByLogin, type User } from './user.js';

/**
 * Okta's management of users, for the portal's own servers: `POST /api/v1/users?activate=`, `GET /api/v1/users/{id or login}`,
 * `POST /api/v1/users/{id}/lifecycle/activate`.
 */
export function userRoutes(provider: IdentityProvider): Router {
  const routes = Router();
  routes.use('/api/v1/users', requireApiToken(provider.apiToken));

  routes.post('/api/v1/users', json(), async (request, response) => {
    const user = await createUser(provider, request.body, { activate: request.query['activate'] !== 'false' });
    response.json(managementView(user));
  });

  routes.get('/api/v1/users/:idOrLogin', async (request, response) => {
    const { idOrLogin } = request.params;
    const user = (await findUserById(provider, idOrLogin)) ?? (await findUserByLogin(provider, idOrLogin));
    if (user === undefined) throw notFound();
    response.json(managementView(user));
  });

  routes.post('/api/v1/users/:id/lifecycle/activate', async (request, response) => {
    const user = await findUserById(provider, request.params.id);
    if (user === undefined) throw notFound();
    await activateUser(provider, user);
    response.json({});
  });

  return routes;
}

function managementView(user: User) {
  return {
    id: user.id,
    status: user.status,
    created: user.created_at,
    activated: user.activated_at,
    lastLogin: user.last_sign_in_at,
    passwordChanged: user.password_changed_at,
    profile: user.profile,
    credentials: { provider: { type: 'OKTA', name: 'OKTA' } },
  };
}
