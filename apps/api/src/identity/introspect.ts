import { z } from 'zod';
import type { ApiConfig } from '../engine/engines.js';
import { introspectUrl } from './provider-urls.js';

/** Shorter than an answer is remembered, so that no token is asked about twice at once. */
const TIMEOUT_MS = 1_500;

const introspection = z.object({ active: z.boolean() });

/**
 * Asks the provider whether an access token still holds (RFC 7662). The portal is a public client and gives its id alone, as
 * Okta asks of one. Throws when there is no answer in time, or none that says.
 */
export async function introspect(config: ApiConfig, token: string): Promise<boolean> {
  const response = await fetch(introspectUrl(config), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ token, token_type_hint: 'access_token', client_id: config.oidcClientId }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`introspection was answered with ${response.status}`);
  }
  return introspection.parse(await response.json()).active;
}
