import type { ApiConfig } from '../engine/engines.js';

type ProviderConfig = Pick<ApiConfig, 'oidcIssuer' | 'identityUrl'>;

/** Where an Okta authorization server publishes its keys. */
export const keysUrl = (config: ProviderConfig): URL => at(config, '/v1/keys');

/** Where it says whether a token still holds. */
export const introspectUrl = (config: ProviderConfig): URL => at(config, '/v1/introspect');

export const discoveryUrl = (config: ProviderConfig): URL => at(config, '/.well-known/openid-configuration');

/** Where the person of a mailed link chooses a password; of the organisation, not of one authorization server. */
export const resetPasswordUrl = ({ oidcIssuer, identityUrl }: ProviderConfig): URL =>
  new URL('/api/v1/authn/credentials/reset_password', identityUrl ?? oidcIssuer);

/** Asked at the provider itself where this API is what stands before it. */
function at({ oidcIssuer, identityUrl }: ProviderConfig, path: string): URL {
  const published = new URL(oidcIssuer + path);
  return identityUrl === undefined ? published : new URL(published.pathname, identityUrl);
}
