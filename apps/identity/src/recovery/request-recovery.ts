import { type Mail, placeOf } from '@throughline/platform';
import { type Budget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import { type MailRequest, queueMail, queueMailRequest } from '../mail/queue-mail.js';
import { hashOf } from '../secret.js';
import { findUserByLogin, loginKey, type User } from '../user/user.js';
import { translateFor, type UserProfile } from '../user/user-profile.js';
import { TooManyRequests } from '../wire/okta-error.js';
import { mailActivation } from './activate-user.js';
import { issueRecoveryToken, LINK_LIFETIME_MS } from './recovery-token.js';

const MINUTE_MS = 60_000;
const MAILS_OF_ACCOUNT: Budget = { burst: 3, oneEveryMs: 10 * MINUTE_MS };
/** Generous, because a whole office may share an address. */
const REQUESTS_OF_ADDRESS: Budget = { burst: 60, oneEveryMs: 10_000 };

export interface RecoveryRequest {
  readonly username: string;
  readonly address: string;
  readonly recoveryType: 'PASSWORD' | 'UNLOCK';
}

/**
 * Requests a mail with a link for choosing a password to the owner of the login. Resolves when the request is stored, before the account is
 * looked up: neither the answer nor its time shows whether there is one. Throws E0000047 for too many requests from the address.
 */
export async function requestRecovery(
  provider: IdentityProvider,
  { username, address, recoveryType }: RecoveryRequest,
): Promise<void> {
  await takeFromBudget(provider, `recovery-from:${hashOf(placeOf(address))}`, REQUESTS_OF_ADDRESS);
  await queueMailRequest(provider, { kind: 'recovery-request', login: username, recoveryType });
}

/** Queues the requested mail, if the login has an account that can choose a password and was not mailed too often. */
export async function mailIfKnown(
  provider: IdentityProvider,
  { login, recoveryType }: Extract<MailRequest, { readonly kind: 'recovery-request' }>,
): Promise<void> {
  const user = await findUserByLogin(provider, login);
  if (user === undefined) return;
  try {
    await takeFromBudget(provider, `recovery:${hashOf(loginKey(login))}`, MAILS_OF_ACCOUNT);
  } catch (error) {
    if (error instanceof TooManyRequests) return;
    throw error;
  }
  switch (user.status) {
    case 'ACTIVE':
    case 'PASSWORD_EXPIRED':
    case 'RECOVERY':
      return mailRecovery(provider, user, { recoveryType, words: 'recovery' });
    case 'PROVISIONED':
      return mailActivation(provider, user);
    case 'STAGED':
    case 'SUSPENDED':
    case 'DEPROVISIONED':
      return;
  }
}

/** Mails a link with which the person can choose a password. */
export async function mailRecovery(
  provider: IdentityProvider,
  { id, profile }: User,
  { recoveryType, words }: { readonly recoveryType: 'PASSWORD' | 'UNLOCK'; readonly words: RecoveryWords },
): Promise<void> {
  const token = await issueRecoveryToken(provider, id, recoveryType);
  const mail = recoveryMail(profile, words, new URL(provider.issuer).origin, token);
  await queueMail(provider, 'recovery', mail, LINK_LIFETIME_MS[recoveryType]);
}

/** Why the link is mailed: the person seems to have asked for it, or an administrator has invalidated the old password. */
type RecoveryWords = 'recovery' | 'recoveryByAdministrator';

/** The mail names no person, and is the same for a reset and an unlock, because a new password also ends a lock. */
function recoveryMail(profile: UserProfile, words: RecoveryWords, origin: string, token: string): Mail {
  const t = translateFor(profile);
  return {
    to: profile.email,
    subject: t('recoverySubject'),
    text: t(words, { link: resetLink(origin, token) }),
    messageId: `recovery.${hashOf(token).slice(0, 22)}@${new URL(origin).hostname}`,
  };
}

export const resetLink = (origin: string, token: string): string => `${origin}/reset-password/${token}`;
