import { json, Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { signedInView } from '../user/signed-in-view.js';
import { invalidField, invalidToken } from '../wire/okta-error.js';
import { issueSessionToken } from './session-token.js';
import { signIn } from './sign-in.js';

/** Far above any real login or password, and cheap to hash. */
const LONGEST = 1000;

/** NUL is nobody's; the database refuses it. */
const typed = z
  .string()
  .min(1)
  .max(LONGEST)
  .refine((text) => !text.includes('\0') && text.isWellFormed());
const credentials = z.object({ username: typed, password: typed });

/** Okta's authn transaction: `POST /api/v1/authn` with a login and password, answered SUCCESS or LOCKED_OUT. */
export function signInRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  routes.post('/api/v1/authn', json(), async (request, response) => {
    const { username, password } = parse(request.body);
    const outcome = await signIn(provider, { username, password, address: request.ip ?? 'unknown' });
    switch (outcome.status) {
      case 'LOCKED_OUT':
        return void response.json({ status: 'LOCKED_OUT', _links: {} });
      case 'SUCCESS':
        return void response.json({
          status: 'SUCCESS',
          ...(await issueSessionToken(provider, outcome.user.id)),
          _embedded: { user: signedInView(outcome.user) },
        });
    }
  });

  return routes;
}

/** Without credentials the call asks to go on with an earlier transaction; none outlives its answer here. */
function parse(body: unknown): z.infer<typeof credentials> {
  const parsed = credentials.safeParse(body);
  if (parsed.success) return parsed.data;
  if (z.union([z.object({ stateToken: z.string() }), z.object({ token: z.string() })]).safeParse(body).success) {
    throw invalidToken();
  }
  throw invalidField('authRequest', ["The 'username' and 'password' attributes are required in this context."]);
}
