import type { Logger, MailTransport, SmsGateway } from '@throughline/platform';
import type { Kysely } from 'kysely';
import type { IdentitySchema } from './identity-schema.js';
import type { SigningKeys } from './oauth/signing-keys.js';
import type { FairQueue } from './sign-in/fair-queue.js';
import type { DelayedAnswers } from './sign-in/delayed-answers.js';
import type { PasswordHash } from './user/passwords.js';

/** The portal's browser client. It is public, so it uses PKCE instead of a secret, and first party, so it needs no consent. */
export interface FirstPartyClient {
  readonly id: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
}

/** The factors that people can enrol: a phone, an authenticator app, a passkey. */
export type SignInMethod = 'sms' | 'totp' | 'passkey';

/** The dependencies of the provider's endpoints. */
export interface IdentityProvider {
  /** Bound to the schema `identity`. */
  readonly db: Kysely<IdentitySchema>;
  /** `{origin}/oauth2/default`, as browsers see it. */
  readonly issuer: string;
  /** Audience of the access tokens: the portal's API. */
  readonly audience: string;
  readonly client: FirstPartyClient;
  /** The token of the management calls (`Authorization: SSWS …`). */
  readonly apiToken: string;
  readonly keys: SigningKeys;
  readonly passwords: PasswordHash;
  readonly mail: MailTransport;
  readonly sms: SmsGateway;
  readonly signInMethods: ReadonlySet<SignInMethod>;
  /** How long a browser may be remembered; 0: not at all. */
  readonly rememberDeviceDays: number;
  readonly signIns: {
    /** The queue for looking up the source of an attempt. Each look-up takes a database connection. */
    readonly sourceLookups: FairQueue;
    /** The queue for checking passwords and hashing new ones. Each takes the memory of a hash and a database connection. */
    readonly passwordChecks: FairQueue;
    /** Delayed answers to wrong passwords. */
    readonly delayedAnswers: DelayedAnswers;
  };
  readonly log: Logger;
  readonly now: () => Date;
}
