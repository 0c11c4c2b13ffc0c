import { identityProvider } from './identity-provider.js';

/** Somebody who came by a mailed link, and may choose a password. */
export interface Recovery {
  /** Good for an hour, and for one password. */
  readonly stateToken: string;
  readonly username: string;
}

/**
 * Shows the token of a mailed link to the identity provider, which uses nothing up. Throws an `Error` whose message is for the person.
 */
export async function beginRecovery(recoveryToken: string): Promise<Recovery> {
  try {
    const transaction = await identityProvider().verifyRecoveryToken({ recoveryToken });
    const { status, user } = transaction;
    // The client's types do not tell of the answer as it came, where the state token is.
    const { stateToken } = (transaction as unknown as { readonly data: { readonly stateToken?: string } }).data;
    if (status !== 'PASSWORD_RESET' || stateToken === undefined) throw new Error('Invalid token provided');
    return { stateToken, username: (user?.['profile'] as { login?: string } | undefined)?.login ?? '' };
  } catch (error) {
    throw new Error(recoveryMessage(error), { cause: error });
  }
}

/** What a failed reset says: the provider's own words, but for those of a token that does not hold (access specification, section 8). */
export function recoveryMessage(error: unknown): string {
  const { errorSummary, message } = error as { errorSummary?: string; message?: string };
  const words = errorSummary || message || 'An error occurred.';
  return words === 'Invalid token provided' ? 'Reset failed: token expired or invalid' : words;
}
