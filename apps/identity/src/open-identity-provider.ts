import {
  type Logger,
  type MailTransport,
  migrate,
  openDatabase,
  SIGN_IN_CALLBACK,
  type SmsGateway,
} from '@throughline/platform';
import { setTimeout } from 'node:timers/promises';
import type { IdentityProvider, SignInMethod } from './identity-provider.js';
import { IDENTITY_MIGRATIONS } from './identity-migrations.js';
import type { IdentitySchema } from './identity-schema.js';
import { SigningKeys } from './oauth/signing-keys.js';
import { FairQueue } from './sign-in/fair-queue.js';
import { DelayedAnswers, type Pause } from './sign-in/delayed-answers.js';
import { argon2PasswordHash, type PasswordHash } from './user/passwords.js';

export interface IdentityProviderOptions {
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  readonly apiToken: string;
  readonly mail: MailTransport;
  readonly sms: SmsGateway;
  readonly signInMethods?: readonly SignInMethod[];
  readonly rememberDeviceDays?: number;
  readonly log: Logger;
  readonly now?: () => Date;
  readonly pause?: Pause;
  readonly passwords?: PasswordHash;
}

/**
 * Together fewer than the connections of the pool, so that other calls get theirs. More password checks would not be faster, because each
 * keeps a processor core busy.
 */
const MAX_CONCURRENT_PASSWORD_CHECKS = 4;
const MAX_CONCURRENT_LOOKUPS = 2;

/** As many as can be processed within a few seconds. A whole office may sign in from one address. */
const MAX_WAITING = { lane: 100, place: 400, all: 1_000 };

const pauseFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined);

/** No statement of a request may take longer. */
const ANSWER_MS = 10_000;

/**
 * Prepares the database, including the signing keys on the first start. The only client is defined by fixed paths of the portal's origin.
 */
export async function openIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider & AsyncDisposable> {
  await prepareTables(options.databaseUrl);
  const {
    databaseUrl,
    issuer,
    audience,
    clientId,
    apiToken,
    mail,
    sms,
    signInMethods = ['sms'],
    rememberDeviceDays = 0,
    log,
    now = () => new Date(),
    pause = pauseFor,
    passwords = await argon2PasswordHash(),
  } = options;
  const database = openDatabase<IdentitySchema>(databaseUrl, { answerMs: ANSWER_MS });
  const db = database.db.withSchema('identity');
  const keys = await SigningKeys.open(db, now).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const { origin } = new URL(issuer);
  return {
    db,
    issuer,
    audience,
    client: { id: clientId, redirectUri: `${origin}${SIGN_IN_CALLBACK}`, postLogoutRedirectUri: `${origin}/` },
    apiToken,
    keys,
    passwords,
    mail,
    sms,
    signInMethods: new Set(signInMethods),
    rememberDeviceDays,
    log,
    signIns: {
      sourceLookups: new FairQueue(MAX_CONCURRENT_LOOKUPS, MAX_WAITING),
      passwordChecks: new FairQueue(MAX_CONCURRENT_PASSWORD_CHECKS, MAX_WAITING),
      delayedAnswers: new DelayedAnswers(pause),
    },
    now,
    [Symbol.asyncDispose]: database.close,
  };
}

/** Without a time limit, because another process that starts may be indexing a large table. */
async function prepareTables(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 });
  try {
    await migrate(pool, 'identity', IDENTITY_MIGRATIONS);
  } finally {
    await close();
  }
}
