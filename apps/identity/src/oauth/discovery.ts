import type { RequestHandler } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { SCOPES } from './scope.js';
import { SIGNING_ALGORITHM } from './signing-keys.js';

/** Public and rarely changed; the client caches it for a day in any case. */
const CACHED = { 'Cache-Control': 'public, max-age=300' };

/** `GET {issuer}/.well-known/openid-configuration`. */
export function discovery({ issuer }: IdentityProvider): RequestHandler {
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/v1/authorize`,
    token_endpoint: `${issuer}/v1/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    jwks_uri: `${issuer}/v1/keys`,
    revocation_endpoint: `${issuer}/v1/revoke`,
    introspection_endpoint: `${issuer}/v1/introspect`,
    end_session_endpoint: `${issuer}/v1/logout`,
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
    response_modes_supported: ['query', 'okta_post_message'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: SCOPES,
    claims_supported: ['sub', 'name', 'given_name', 'family_name', 'preferred_username', 'email', 'auth_time', 'amr'],
  };
  return (_request, response) => void response.set(CACHED).json(configuration);
}

/** `GET {issuer}/v1/keys`: the keys that verify tokens. */
export function publishedKeys({ keys }: IdentityProvider): RequestHandler {
  return async (_request, response) => void response.set(CACHED).json(await keys.published());
}
