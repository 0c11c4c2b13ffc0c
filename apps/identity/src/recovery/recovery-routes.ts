import { json, Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { keepBrowserKey } from '../session/browser-key.js';
import { issueSessionToken } from '../sign-in/session-token.js';
import { signedInView } from '../user/user.js';
import { invalidField, invalidToken } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { beginRecovery } from './recovery-token.js';
import { resetPassword } from './reset-password.js';

const MAX_LENGTH = 1000;

const recoveryBody = z.object({ recoveryToken: storableText(MAX_LENGTH).min(1) });
const resetBody = z.object({ stateToken: storableText(MAX_LENGTH).min(1), newPassword: storableText(MAX_LENGTH) });

/** The password policy as an Okta tenant describes it. The rules that are applied are in `passwords.ts`. */
const COMPLEXITY = { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 1 };

/**
 * Okta's recovery transaction: exchanges the token of a mailed link for a state token (`POST /api/v1/authn/recovery/token`), and that with a new
 * password for a session token. Unlike a tenant's, it accepts activation links too, so that the portal needs only one page.
 */
export function recoveryRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  routes.post('/api/v1/authn/recovery/token', json(), async (request, response) => {
    const parsed = recoveryBody.safeParse(request.body);
    if (!parsed.success) throw invalidToken();
    const { stateToken, expiresAt, recoveryType, user } = await beginRecovery(provider, parsed.data.recoveryToken);
    const href = `${new URL(provider.issuer).origin}/api/v1/authn/credentials/reset_password`;
    response.json({
      stateToken,
      expiresAt,
      status: 'PASSWORD_RESET',
      recoveryType,
      _embedded: { user: signedInView(user), policy: { complexity: COMPLEXITY } },
      _links: { next: { name: 'resetPassword', href, hints: { allow: ['POST'] } } },
    });
  });

  routes.post('/api/v1/authn/credentials/reset_password', json(), async (request, response) => {
    const parsed = resetBody.safeParse(request.body);
    if (!parsed.success)
      throw invalidField('newPassword', ["The 'stateToken' and 'newPassword' attributes are required."]);
    const user = await resetPassword(provider, parsed.data);
    const browserKey = keepBrowserKey(provider, request, response);
    response.json({
      status: 'SUCCESS',
      ...(await issueSessionToken(provider, { userId: user.id, browserKey })),
      _embedded: { user: signedInView(user) },
    });
  });

  return routes;
}
