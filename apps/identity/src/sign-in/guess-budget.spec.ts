import { describe, expect, it } from '@jest/globals';
import {
  ADDRESS_BUDGET,
  type GuessBudget,
  msUntilNextGuess,
  NEWCOMERS_BUDGET,
  PAIR_BUDGET,
  stillSpent,
  STRANGERS_BUDGET,
  WHOLE_AFTER_MS,
} from './guess-budget.js';

const DAY_MS = 24 * 60 * 60_000;

/** How many guesses a client that makes one every `everyMs` gets in a day. */
function guessesInADay(budget: GuessBudget, everyMs: number): number {
  let spent = 0;
  let guesses = 0;
  for (let at = 0; at < DAY_MS; at += everyMs) {
    spent = stillSpent(spent, everyMs, budget);
    if (msUntilNextGuess(spent, budget) > 0) continue;
    spent++;
    guesses++;
  }
  return guesses;
}

describe('A guess budget', () => {
  it.each([
    ['one account in one place', PAIR_BUDGET, 2],
    ['one account, newcomers', NEWCOMERS_BUDGET, 2],
    ['one account, all strangers', STRANGERS_BUDGET, 1],
    ['one address', ADDRESS_BUDGET, 60],
  ])('limits the guesses at %s per day, however many are tried', (_of, budget, aMinute) => {
    for (const everyMs of [100, 1_000]) {
      expect(guessesInADay(budget, everyMs)).toBeLessThanOrEqual(budget.burst + aMinute * 24 * 60);
    }
  });

  it('allows its burst at once, and then says how long to wait for the next guess', () => {
    expect(msUntilNextGuess(PAIR_BUDGET.burst - 1, PAIR_BUDGET)).toBe(0);
    expect(msUntilNextGuess(PAIR_BUDGET.burst, PAIR_BUDGET)).toBe(30_000);
    expect(msUntilNextGuess(stillSpent(PAIR_BUDGET.burst, 20_000, PAIR_BUDGET), PAIR_BUDGET)).toBeCloseTo(10_000);
  });

  it('is refilled over time, and is not reduced when the clock is set back', () => {
    expect(stillSpent(STRANGERS_BUDGET.burst, WHOLE_AFTER_MS, STRANGERS_BUDGET)).toBe(0);
    expect(stillSpent(5, -DAY_MS, PAIR_BUDGET)).toBe(5);
  });
});
