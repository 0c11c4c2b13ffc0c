/** How many tries may fail before each further one costs time, and how much at most (seconds). */
export interface DelayRule {
  readonly freeFailures: number;
  readonly longestDelay: number;
}

export const ACCOUNT_DELAY: DelayRule = { freeFailures: 4, longestDelay: 60 };

/** Wider, because a whole office may stand behind one address. */
export const ADDRESS_DELAY: DelayRule = { freeFailures: 50, longestDelay: 60 };

/** Every tenth failure locks the account for a quarter of an hour. */
export const LOCK_EVERY_FAILURES = 10;
export const LOCK_MS = 15 * 60_000;

/** After an hour of quiet earlier failures are forgotten. */
export const FORGET_AFTER_MS = 60 * 60_000;

/** Seconds to wait after that many failures: nothing at first, then 1, 2, 4 … up to the rule's longest. */
export function delaySeconds(failures: number, { freeFailures, longestDelay }: DelayRule): number {
  if (failures <= freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures - 1), longestDelay);
}
