import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { RECOVERY_PATHS } from '../recovery/recovery-routes.js';
import { beginRecovery } from '../recovery/recovery-token.js';
import { isProgram, keepBrowserKey } from '../session/browser-key.js';
import { beginSignIn, continueTransaction } from '../transaction/authn-transaction.js';
import { link, transactionView } from '../transaction/transaction-view.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidField } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { sourcesOf } from './sign-in-source.js';
import { signIn } from './sign-in.js';

/** Far above any real login or password, and cheap to hash. */
const MAX_LENGTH = 1000;

const typed = storableText(MAX_LENGTH).min(1);
const relayState = storableText(2 * MAX_LENGTH).optional();
const credentials = z.object({ username: typed, password: typed, relayState });
const inProgress = z.object({ stateToken: typed });
const mailed = z.object({ token: typed, relayState });

/**
 * `POST /api/v1/authn`: begins a transaction with a login and password or with the token of a mailed link; with a state token, answers with
 * the present state of its transaction.
 */
export function signInRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  routes.post('/api/v1/authn', jsonBody(), async (request, response) => {
    response.json(await answerTo(provider, request, response));
  });

  return routes;
}

async function answerTo(provider: IdentityProvider, request: Request, response: Response): Promise<object> {
  const password = credentials.safeParse(request.body);
  if (password.success) return signInWith(provider, password.data, request, response);
  const state = inProgress.safeParse(request.body);
  if (state.success) {
    const transaction = await continueTransaction(provider, state.data.stateToken, 'introspect');
    return transactionView(provider, transaction);
  }
  const token = mailed.safeParse(request.body);
  if (token.success) {
    const by = { browserKey: keepBrowserKey(provider, request, response), byProgram: isProgram(request) };
    const recovery = await beginRecovery(provider, token.data.token, by, token.data.relayState);
    return transactionView(provider, recovery);
  }
  throw invalidField('authRequest', ["The 'username' and 'password' attributes are required in this context."]);
}

async function signInWith(
  provider: IdentityProvider,
  { username, password, relayState }: z.infer<typeof credentials>,
  request: Request,
  response: Response,
): Promise<object> {
  // Done before the password is checked, so that the first failure of a browser is counted for the browser and not only for its address.
  const browserKey = keepBrowserKey(provider, request, response);
  const from = { address: request.ip ?? 'unknown', browserKey };
  const outcome = await signIn(provider, {
    username,
    password,
    ...from,
    disconnect: disconnectOf(response),
    // Sends "102 Processing", because the portal gives up on a provider that sends nothing.
    onWait: () => response.writeProcessing(),
  });
  if (outcome.status === 'LOCKED_OUT') {
    return { status: 'LOCKED_OUT', _links: { next: link(provider, RECOVERY_PATHS.UNLOCK, 'unlock') } };
  }
  const sources = sourcesOf(username, from);
  const { user } = outcome;
  return transactionView(
    provider,
    await beginSignIn(provider, {
      user,
      browserKey,
      byProgram: isProgram(request),
      sources,
      relayState: relayState ?? null,
    }),
  );
}

/** Aborts when the connection is closed, after the answer at the latest. */
function disconnectOf(response: Response): AbortSignal {
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  return disconnect.signal;
}
