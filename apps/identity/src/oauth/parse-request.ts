import type { Request } from 'express';
import type { FirstPartyClient } from '../identity-provider.js';
import { invalidRequest, OAuthError } from './oauth-error.js';
import type { z } from 'zod';

/**
 * Checks that a form comes from the portal's client, named by `client_id` or by Basic credentials. A public client
 * has no secret, and the Okta client then sends Basic credentials without the colon: both forms are accepted.
 */
export function requireClient(request: Request, client: FirstPartyClient): void {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const named =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64').toString().replace(/:$/, '')
      : (request.body as { client_id?: unknown } | undefined)?.client_id;
  if (named !== client.id) throw new OAuthError('invalid_client', 'Client authentication failed.', 401, 'Basic');
}

/** Parses the parameters. Throws `invalid_request` with the first parameter that is missing, repeated or malformed. */
export function wellFormed<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(parameters ?? {});
  if (parsed.success) return parsed.data;
  throw invalidRequest(`The request parameter '${String(parsed.error.issues[0]?.path[0])}' is missing or invalid.`);
}
