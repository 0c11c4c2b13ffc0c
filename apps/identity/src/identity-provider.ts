import type { MailTransport } from '@throughline/platform';
import type { Kysely } from 'kysely';
import type { IdentitySchema } from './identity-schema.js';
import type { SigningKeys } from './oauth/signing-keys.js';
import type { PasswordHash } from './user/password-hash.js';

/** The portal's browser client: public, first party, so PKCE stands in for a secret and nobody is asked for consent. */
export interface FirstPartyClient {
  readonly id: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
}

/** What the endpoints of the provider work with. */
export interface IdentityProvider {
  /** Bound to the schema `identity`. */
  readonly db: Kysely<IdentitySchema>;
  /** `{origin}/oauth2/default`, as browsers see it. */
  readonly issuer: string;
  /** Audience of the access tokens: the portal's API. */
  readonly audience: string;
  readonly client: FirstPartyClient;
  /** Opens the management calls (`Authorization: SSWS …`). */
  readonly apiToken: string;
  readonly keys: SigningKeys;
  readonly passwords: PasswordHash;
  readonly mail: MailTransport;
  readonly now: () => Date;
}
