import { type Logger, PERMISSIONS_POLICY } from '@throughline/platform';
import express, { type Express } from 'express';
import { sql } from 'kysely';
import { ownFactorRoutes } from './factor/own-factor-routes.js';
import type { IdentityProvider } from './identity-provider.js';
import { managementRoutes } from './management/management-routes.js';
import { oauthRoutes } from './oauth/oauth-routes.js';
import { passkeyRoutes } from './passkey/passkey-routes.js';
import { sessionRoutes } from './session/session-routes.js';
import { recoveryRoutes } from './recovery/recovery-routes.js';
import { browserLinkRoutes } from './sign-in/browser-link-routes.js';
import { signInRoutes } from './sign-in/sign-in-routes.js';
import { transactionRoutes } from './transaction/transaction-routes.js';
import { answerErrors } from './wire/answer-errors.js';
import { logRequests } from './wire/log-requests.js';
import { notFound, unavailable } from './wire/okta-error.js';

/** The provider's HTTP API: the part of Okta's API that the portal uses; any other path is answered with E0000007. */
export function identityApp(provider: IdentityProvider, log: Logger): Express {
  const app = emptyApp(log);
  app.get('/health/ready', async (_request, response) => {
    await sql`select 1`.execute(provider.db);
    response.json({ status: 'ready' });
  });
  app.use(
    signInRoutes(provider),
    transactionRoutes(provider),
    browserLinkRoutes(provider),
    recoveryRoutes(provider),
    sessionRoutes(provider),
    passkeyRoutes(provider),
    ownFactorRoutes(provider),
    managementRoutes(provider),
    oauthRoutes(provider),
  );
  app.use(() => {
    throw notFound();
  });
  app.use(answerErrors(log));
  return app;
}

/** Listens instead of a provider that waits for its database: answers every request with 503. */
export function outageApp(log: Logger): Express {
  const app = emptyApp(log);
  app.use(() => {
    throw unavailable();
  });
  app.use(answerErrors(log));
  return app;
}

/** The request log and the headers of every answer. */
function emptyApp(log: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Browsers connect through an API on this machine or its private network, which sets X-Forwarded-For.
  app.set('trust proxy', ['loopback', 'uniquelocal']);
  app.use(logRequests(log));
  app.use((_request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Permissions-Policy': PERMISSIONS_POLICY,
      // The few pages of the provider replace both headers.
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    });
    next();
  });
  return app;
}
