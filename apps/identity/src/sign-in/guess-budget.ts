/** A token bucket: at most `burst` wrong passwords are checked at once, and one more every `oneEveryMs`. */
export interface GuessBudget {
  readonly burst: number;
  readonly oneEveryMs: number;
}

const SECOND_MS = 1_000;

/** For one account from one address or browser. An owner who shares an attacker's address has the burst before the attack affects them. */
export const PAIR_BUDGET: GuessBudget = { burst: 100, oneEveryMs: 30 * SECOND_MS };

/**
 * For one account: the first few attempts from each network from which it was never used. Only an attacker with many networks uses it up.
 */
export const NEWCOMERS_BUDGET: GuessBudget = { burst: 20, oneEveryMs: 30 * SECOND_MS };

/** For one account: all later attempts from networks from which it was never used. */
export const STRANGERS_BUDGET: GuessBudget = { burst: 100, oneEveryMs: 60 * SECOND_MS };

/** For all accounts from one address. Generous, because a whole office may share an address. */
export const ADDRESS_BUDGET: GuessBudget = { burst: 100, oneEveryMs: SECOND_MS };

/** A network with fewer wrong passwords than this for an account counts as a newcomer. */
export const NEWCOMER_BELOW_FAILURES = 3;

/** Guesses that still count as spent after `afterMs`. */
export const stillSpent = (spent: number, afterMs: number, { oneEveryMs }: GuessBudget): number =>
  Math.max(0, spent - Math.max(0, afterMs) / oneEveryMs);

/** Milliseconds until another guess is allowed; 0 if one is allowed now. */
export const msUntilNextGuess = (spent: number, { burst, oneEveryMs }: GuessBudget): number =>
  Math.max(0, (spent + 1 - burst) * oneEveryMs);

/** After this time every budget is full again. */
export const WHOLE_AFTER_MS = Math.max(
  ...[PAIR_BUDGET, NEWCOMERS_BUDGET, STRANGERS_BUDGET, ADDRESS_BUDGET].map(
    ({ burst, oneEveryMs }) => burst * oneEveryMs,
  ),
);
