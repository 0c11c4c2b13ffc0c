import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { DEFAULT_ERROR_MESSAGE } from '@throughline/contracts';
import { identityProvider, stateTokenOf } from './identity-provider.js';
import { providerWords } from './provider-words.js';

/** A person who opened a mailed link and may choose a password. */
export interface Recovery {
  /** Valid for an hour and for one new password. */
  readonly stateToken: string;
  readonly username: string;
}

/** A person who opened a mailed link and must answer their security question first. */
export interface SecurityQuestion {
  readonly question: string;
  /** Throws like `beginRecovery`. */
  readonly answer: (typed: string) => Promise<Recovery>;
}

/**
 * Verifies the token of a mailed link at the identity provider, without consuming it. Throws an `Error` whose message is shown to the person.
 */
export async function beginRecovery(recoveryToken: string): Promise<Recovery | SecurityQuestion> {
  const transaction = await take(async () => (await identityProvider()).verifyRecoveryToken({ recoveryToken }));
  return transaction.status === 'RECOVERY' ? questionOf(transaction) : recoveryOf(transaction);
}

function questionOf(transaction: AuthnTransaction): SecurityQuestion {
  const asked = transaction.user?.['recovery_question'] as { readonly question?: string } | undefined;
  const { answer } = transaction;
  if (asked?.question === undefined || answer === undefined) throw new Error(TOKEN_INVALID);
  return { question: asked.question, answer: async (typed) => recoveryOf(await take(() => answer({ answer: typed }))) };
}

function recoveryOf(transaction: AuthnTransaction): Recovery {
  const { status, user } = transaction;
  const stateToken = stateTokenOf(transaction);
  if (status !== 'PASSWORD_RESET' || stateToken === undefined) throw new Error(TOKEN_INVALID);
  return { stateToken, username: (user?.['profile'] as { login?: string } | undefined)?.login ?? '' };
}

const take = (step: () => Promise<AuthnTransaction>): Promise<AuthnTransaction> =>
  step().catch((error: unknown) => {
    throw new Error(recoveryMessage(error), { cause: error });
  });

/** Access specification, section 8. */
const TOKEN_INVALID = 'Reset failed: token expired or invalid';

/** Message of a failed reset: the provider's own, except for an invalid token. */
export const recoveryMessage = (error: unknown): string =>
  providerWords(error, DEFAULT_ERROR_MESSAGE, { 'Invalid token provided': TOKEN_INVALID });
