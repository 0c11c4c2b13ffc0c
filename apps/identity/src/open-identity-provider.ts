import { type Database, type MailTransport, migrate } from '@throughline/platform';
import type { IdentityProvider } from './identity-provider.js';
import { IDENTITY_MIGRATIONS, type IdentitySchema } from './identity-schema.js';
import { loadSigningKeys } from './oauth/signing-keys.js';
import { argon2PasswordHash } from './user/password-hash.js';

export interface IdentityProviderOptions {
  readonly database: Database<IdentitySchema>;
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  readonly apiToken: string;
  readonly mail: MailTransport;
  readonly now?: () => Date;
}

/** Prepares the database, with the signing keys on the first start, and knows the one client by its origin's fixed paths. */
export async function openIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { database, issuer, audience, clientId, apiToken, mail, now = () => new Date() } = options;
  await migrate(database.pool, 'identity', IDENTITY_MIGRATIONS);
  const db = database.db.withSchema('identity');
  const { origin } = new URL(issuer);
  return {
    db,
    issuer,
    audience,
    client: { id: clientId, redirectUri: `${origin}/login/callback`, postLogoutRedirectUri: `${origin}/` },
    apiToken,
    keys: await loadSigningKeys(db),
    passwords: await argon2PasswordHash(),
    mail,
    now,
  };
}
