import { type Budget, restoreBudget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import { invalidPasscode, type OktaError } from '../wire/okta-error.js';

/** At most 150 in the first day. */
const WRONG_GUESSES: Budget = { burst: 6, oneEveryMs: 10 * 60_000 };

export function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

interface Guess {
  /** The subject by which wrong guesses are counted. */
  readonly budget: string;
  readonly isRight: () => Promise<boolean>;
  readonly wrong: () => OktaError;
  /** The message after too many wrong guesses, for the seconds until the next one is allowed. */
  readonly tooMany: (seconds: number) => string;
}

/**
 * Throws `wrong` unless the guess is right, and E0000047 after too many wrong guesses. A guess is counted before it is checked; only a
 * right one refills the budget.
 */
export async function guess(provider: IdentityProvider, { budget, isRight, wrong, tooMany }: Guess): Promise<void> {
  await takeFromBudget(provider, budget, WRONG_GUESSES, tooMany);
  if (!(await isRight())) throw wrong();
  await restoreBudget(provider, budget);
}

/**
 * Throws E0000068 unless `use` accepts the code. Wrong codes of one person are counted together for all factors. A code may be typed with
 * spaces, as many apps and messages show it, and in full-width digits or digits of other scripts; `use` gets six ASCII digits.
 */
export const guessCode = (
  provider: IdentityProvider,
  userId: string,
  passCode: string,
  use: (code: string) => Promise<boolean>,
): Promise<void> =>
  guess(provider, {
    budget: `code:${userId}`,
    isRight: async () => {
      const code = asciiDigits(passCode.replace(/\s/g, ''));
      return /^\d{6}$/.test(code) && use(code);
    },
    wrong: invalidPasscode,
    tooMany: (seconds) => `Too many wrong codes were entered. Try again in ${inWords(seconds)}.`,
  });

/** The digits of every script have consecutive code points from zero to nine. */
const asciiDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let zero = point;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((point - zero) % 10);
  });
