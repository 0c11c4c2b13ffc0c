import { type Budget, restoreBudget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import { invalidPasscode } from '../wire/okta-error.js';

/** Wrong codes of one person, of whatever factor and however many codes were sent: 150 in the first day. */
const WRONG_CODES: Budget = { burst: 6, oneEveryMs: 10 * 60_000 };

export const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

const waitToGuess = (seconds: number) => `Too many wrong codes were entered. Try again in ${inWords(seconds)}.`;

/**
 * Throws E0000068 unless `use` finds that the code is right, and E0000047 after too many wrong ones. The try is counted before the code is looked at; a right
 * code makes the budget whole again, and nothing else does.
 */
export async function guessCode(
  provider: IdentityProvider,
  userId: string,
  use: () => Promise<boolean>,
): Promise<void> {
  const budget = `code:${userId}`;
  await takeFromBudget(provider, budget, WRONG_CODES, waitToGuess);
  if (!(await use())) throw invalidPasscode();
  await restoreBudget(provider, budget);
}
