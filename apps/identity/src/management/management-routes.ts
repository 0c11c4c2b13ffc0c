import { Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { factorRoutes } from './factor-routes.js';
import { groupRoutes } from './group-routes.js';
import { requireApiToken } from './require-api-token.js';
import { sessionManagementRoutes } from './session-management-routes.js';
import { userRoutes } from './user-routes.js';

/** Okta's management API, for the portal's own servers. `/api/v1/sessions/me` belongs to browsers and is routed before it. */
export function managementRoutes(provider: IdentityProvider): Router {
  const paths = ['users', 'groups', 'sessions', 'authorizationServers'].map((noun) => `/api/v1/${noun}`);
  return Router()
    .use(paths, requireApiToken(provider.apiToken))
    .post('/api/v1/authorizationServers/default/credentials/lifecycle/keyRotate', async (_request, response) => {
      await provider.keys.rotate();
      response.json((await provider.keys.published()).keys);
    })
    .use(userRoutes(provider), factorRoutes(provider), groupRoutes(provider), sessionManagementRoutes(provider));
}
