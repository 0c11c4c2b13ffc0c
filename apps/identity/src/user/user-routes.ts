import { json, type RequestHandler, type RequestParamHandler, Router } from 'express';
import { sameSecret } from '../secret.js';
import { invalidToken, notFound } from '../wire/okta-error.js';
import type { IdentityProvider } from '../identity-provider.js';
import { isStorable } from '../wire/storable-text.js';
import { activateUser } from '../recovery/activate-user.js';
import { createUser } from './create-user.js';
import { deactivateUser, findUserById, findUserByLogin, type User } from './user.js';

const SCHEME = 'SSWS ';

/** Accepts only calls of the portal's own servers: `Authorization: SSWS <token>`, otherwise 401 E0000011. */
export function requireApiToken(apiToken: string): RequestHandler {
  return (request, _response, next) => {
    const given = request.headers.authorization ?? '';
    if (!given.startsWith(SCHEME) || !sameSecret(given.slice(SCHEME.length), apiToken)) throw invalidToken();
    next();
  };
}

/**
 * Okta's management of users, for the portal's own servers: `POST /api/v1/users?activate=`, `GET /api/v1/users/{id or login}`,
 * `POST /api/v1/users/{id}/lifecycle/activate` and `…/deactivate`.
 */
export function userRoutes(provider: IdentityProvider): Router {
  const routes = Router();
  routes.use('/api/v1/users', requireApiToken(provider.apiToken));

  routes.post('/api/v1/users', json(), async (request, response) => {
    const user = await createUser(provider, request.body, { activate: request.query['activate'] !== 'false' });
    response.json(managementView(user));
  });

  const storableOnly: RequestParamHandler = (_request, _response, next, value: string) =>
    next(isStorable(value) ? undefined : notFound());
  routes.param('id', storableOnly).param('idOrLogin', storableOnly);

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

  routes.post('/api/v1/users/:id/lifecycle/deactivate', async (request, response) => {
    if (!(await deactivateUser(provider, request.params.id))) throw notFound();
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
