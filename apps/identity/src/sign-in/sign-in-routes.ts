import { json, type Response, Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { browserKeyOf, keepBrowserKey } from '../session/browser-key.js';
import { signedInView } from '../user/user.js';
import { invalidField, invalidToken } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { issueSessionToken } from './session-token.js';
import { rememberSource } from './sign-in-source.js';
import { signIn } from './sign-in.js';

/** Far above any real login or password, and cheap to hash. */
const MAX_LENGTH = 1000;

const typed = storableText(MAX_LENGTH).min(1);
const credentials = z.object({ username: typed, password: typed });

/** Okta's authn transaction: `POST /api/v1/authn` with a login and password, answered SUCCESS or LOCKED_OUT. */
export function signInRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  routes.post('/api/v1/authn', json(), async (request, response) => {
    const { username, password } = parse(request.body);
    const from = { address: request.ip ?? 'unknown', browserKey: browserKeyOf(provider, request) };
    // Also after a failure, so that the failures of this browser can be distinguished from those of others at its address.
    const browserKey = keepBrowserKey(provider, request, response);
    const outcome = await signIn(provider, { username, password, ...from, disconnect: disconnectOf(response) });
    switch (outcome.status) {
      case 'LOCKED_OUT':
        return void response.json({ status: 'LOCKED_OUT', _links: {} });
      case 'SUCCESS':
        await rememberSource(provider, username, { ...from, browserKey });
        return void response.json({
          status: 'SUCCESS',
          ...(await issueSessionToken(provider, { userId: outcome.user.id, browserKey })),
          _embedded: { user: signedInView(outcome.user) },
        });
    }
  });

  return routes;
}

/** Aborts when the connection is closed, after the answer at the latest. */
function disconnectOf(response: Response): AbortSignal {
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  return disconnect.signal;
}

/** A call without credentials continues an earlier transaction. Here no transaction outlives its answer. */
function parse(body: unknown): z.infer<typeof credentials> {
  const parsed = credentials.safeParse(body);
  if (parsed.success) return parsed.data;
  if (z.union([z.object({ stateToken: z.string() }), z.object({ token: z.string() })]).safeParse(body).success) {
    throw invalidToken();
  }
  throw invalidField('authRequest', ["The 'username' and 'password' attributes are required in this context."]);
}
