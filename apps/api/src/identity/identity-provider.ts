import { fetchWithin } from '@throughline/platform';
import { z } from 'zod';
import type { ApiConfig } from '../engines/engines.js';

type ProviderConfig = Pick<ApiConfig, 'oidcIssuer' | 'identityUrl'>;

/** The published keys of an Okta authorization server. */
export const keysUrl = (config: ProviderConfig): URL => urlOf(config, '/v1/keys');

export const discoveryUrl = (config: ProviderConfig): URL => urlOf(config, '/.well-known/openid-configuration');

/** An endpoint of Okta's authentication API, which belongs to the organisation and not to one authorization server. */
export const authnUrl = ({ oidcIssuer, identityUrl }: ProviderConfig, path: string): URL =>
  new URL(`/api/v1/authn${path}`, identityUrl ?? oidcIssuer);

/** The provider's own address, if this API is the proxy in front of it. */
function urlOf({ oidcIssuer, identityUrl }: ProviderConfig, path: string): URL {
  const published = new URL(oidcIssuer + path);
  return identityUrl === undefined ? published : new URL(published.pathname, identityUrl);
}

/** Shorter than the time for which an answer is cached, so that no two calls for a token overlap. */
const INTROSPECTION_TIMEOUT_MS = 1_500;

/** For the embedded provider, which is called every second. */
const ENDED_TIMEOUT_MS = 1_500;

const endedTokensAnswer = z.object({ ended: z.array(z.string()) });

/** The `sid` or `jti` of access tokens that the embedded provider ended within the last minute. Rejects like `introspect`. */
export async function endedTokens({ identityUrl }: ProviderConfig): Promise<ReadonlySet<string>> {
  const response = await fetchWithin(ENDED_TIMEOUT_MS, new URL('/ended-tokens', identityUrl));
  if (!response.ok) throw new Error(`the question for ended tokens was answered with ${response.status}`);
  return new Set(endedTokensAnswer.parse(await response.json()).ended);
}

const introspection = z.object({ active: z.boolean() });

/**
 * Asks the provider whether an access token is active (RFC 7662). The portal is a public client and sends only its id, as Okta requires.
 * Rejects after a timeout and for a malformed response.
 */
export async function introspect(config: ProviderConfig & Pick<ApiConfig, 'oidcClientId'>, token: string) {
  const response = await fetchWithin(INTROSPECTION_TIMEOUT_MS, urlOf(config, '/v1/introspect'), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ token, token_type_hint: 'access_token', client_id: config.oidcClientId }),
  });
  if (!response.ok) throw new Error(`introspection was answered with ${response.status}`);
  return introspection.parse(await response.json()).active;
}
