import { identityProvider } from './identity-provider.js';
import { providerWords } from './provider-words.js';

/** A person who opened a mailed link and may choose a password. */
export interface Recovery {
  /** Valid for an hour and for one password. */
  readonly stateToken: string;
  readonly username: string;
}

/**
 * Verifies the token of a mailed link at the identity provider, without consuming it. Throws an `Error` whose message is shown to the person.
 */
export async function beginRecovery(recoveryToken: string): Promise<Recovery> {
  try {
    const transaction = await (await identityProvider()).verifyRecoveryToken({ recoveryToken });
    const { status, user } = transaction;
    // The types of the client lack the raw answer, which has the state token.
    const { stateToken } = (transaction as unknown as { readonly data: { readonly stateToken?: string } }).data;
    if (status !== 'PASSWORD_RESET' || stateToken === undefined) throw new Error('Invalid token provided');
    return { stateToken, username: (user?.['profile'] as { login?: string } | undefined)?.login ?? '' };
  } catch (error) {
    throw new Error(recoveryMessage(error), { cause: error });
  }
}

/** Message of a failed reset: the provider's own, except for an invalid token (access specification, section 8). */
export function recoveryMessage(error: unknown): string {
  const words = providerWords(error) || 'An error occurred.';
  return words === 'Invalid token provided' ? 'Reset failed: token expired or invalid' : words;
}
