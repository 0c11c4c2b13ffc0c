import { Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { formBody } from '../wire/json-body.js';
import { authorize } from './authorize.js';
import { discovery, publishedKeys } from './discovery.js';
import { logout } from './logout.js';
import { endedTokens, introspect, revoke, token, userinfo } from './token-endpoints.js';

/** OpenID Connect at the addresses that the Okta client derives from the issuer: code flow with PKCE for one first-party client. */
export function oauthRoutes(provider: IdentityProvider): Router {
  const at = new URL(provider.issuer).pathname;
  const form = formBody();
  return Router()
    .get('/ended-tokens', endedTokens(provider))
    .get(`${at}/.well-known/openid-configuration`, discovery(provider))
    .get(`${at}/v1/keys`, publishedKeys(provider))
    .get(`${at}/v1/authorize`, authorize(provider))
    .post(`${at}/v1/token`, form, token(provider))
    .get(`${at}/v1/userinfo`, userinfo(provider))
    .post(`${at}/v1/revoke`, form, revoke(provider))
    .post(`${at}/v1/introspect`, form, introspect(provider))
    .get(`${at}/v1/logout`, logout(provider));
}
