import {
  ADDRESS_BUDGET,
  type GuessBudget,
  NEWCOMER_BELOW_FAILURES,
  NEWCOMERS_BUDGET,
  PAIR_BUDGET,
  STRANGERS_BUDGET,
} from './guess-budget.js';
import type { SignInSource } from './sign-in-source.js';

/** A subject by which an attempt is counted. */
export interface Counted {
  readonly subject: string;
  /** The budget that a guess is taken from. */
  readonly budget: GuessBudget | undefined;
  /** Whether failures are counted in addition to guesses. A successful sign-in resets them. */
  readonly countsFailures: boolean;
  /** Whether too many failures lock the subject: only a single browser is locked. */
  readonly locks: boolean;
}

/**
 * The subjects by which an attempt is counted. The failures of the first one, from `failuresOf`, delay the answer.
 * - A browser that has signed in to the account before is counted alone.
 * - Any other browser is counted together with the account's other attempts from its address.
 * - At an address from which nobody has signed in to the account, it is also counted together with attempts from other such addresses:
 *   those from networks with few failures (newcomers), or from the rest (strangers).
 * - It is also counted with the attempts for all accounts from its address, unless it is a newcomer at an address where the account is
 *   used.
 */
export function countedBy(
  { known, subjects }: SignInSource,
  failuresOf: (subject: string) => number,
): readonly Counted[] {
  const browser = { subject: subjects.browser, budget: PAIR_BUDGET, countsFailures: true, locks: true };
  if (known === 'browser') return [browser];
  const pair = { subject: subjects.pair, budget: PAIR_BUDGET, countsFailures: true, locks: false };
  const address = only(subjects.address, ADDRESS_BUDGET);
  const isNewcomer = (subject: string) => failuresOf(subject) < NEWCOMER_BELOW_FAILURES;
  if (known === 'pair') return isNewcomer(subjects.pair) ? [pair, browser] : [pair, browser, address];
  const strangers = isNewcomer(subjects.network)
    ? only(subjects.newcomers, NEWCOMERS_BUDGET)
    : only(subjects.strangers, STRANGERS_BUDGET);
  const network = { subject: subjects.network, budget: undefined, countsFailures: true, locks: false };
  return [pair, browser, network, strangers, address];
}

const only = (subject: string, budget: GuessBudget): Counted => ({
  subject,
  budget,
  countsFailures: false,
  locks: false,
});
