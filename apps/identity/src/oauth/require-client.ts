import type { Request } from 'express';
import type { FirstPartyClient } from '../identity-provider.js';
import { OAuthError } from './oauth-error.js';

/**
 * Makes sure that a form comes from the portal's client, named by `client_id` or by Basic credentials. A public client
 * has no secret, and the Okta client then sends Basic without the colon: both readings are taken.
 */
export function requireClient(request: Request, client: FirstPartyClient): void {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const named =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64').toString().replace(/:$/, '')
      : (request.body as { client_id?: unknown } | undefined)?.client_id;
  if (named !== client.id) throw new OAuthError('invalid_client', 'Client authentication failed.', 401, 'Basic');
}
