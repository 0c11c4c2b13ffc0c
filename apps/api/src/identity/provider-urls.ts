import type { ApiConfig } from '../engine/engines.js';

type ProviderConfig = Pick<ApiConfig, 'oidcIssuer' | 'identityUrl'>;

/** Where an Okta authorization server publishes its keys. */
export const keysUrl = (config: ProviderConfig): URL => at(config, '/v1/keys');

/** Where it says whether a token still holds. */
export const introspectUrl = (config: ProviderConfig): URL => at(config, '/v1/introspect');

export const discoveryUrl = (config: ProviderConfig): URL => at(config, '/.well-known/openid-configuration');

/** Asked at the provider itself where this API is what stands before it. */
function at({ oidcIssuer, identityUrl }: ProviderConfig, path: string): URL {
  const published = new URL(oidcIssuer + path);
  return identityUrl === undefined ? published : new URL(published.pathname, identityUrl);
}
