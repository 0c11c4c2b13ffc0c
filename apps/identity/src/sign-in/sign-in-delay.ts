const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How many wrong passwords are answered without a delay. */
const FREE_FAILURES = 4;
const MAX_DELAY_S = 30;
/** One failure is forgotten after each interval of this length, whatever is attempted in between. */
const FORGET_ONE_AFTER_MS = 15 * MINUTE_MS;

/** Failures beyond the longest delay are not counted, so that all are forgotten after a limited time. */
export const MAX_COUNTED_FAILURES = FREE_FAILURES + Math.ceil(Math.log2(MAX_DELAY_S)) + 1;

/** Ten failures for one account in one browser lock it there for a quarter of an hour. */
export const LOCK_AT_FAILURES = 10;
export const LOCK_MS = 15 * MINUTE_MS;

/** The delay of the answer to a wrong password, in milliseconds: none at first, then 1, 2, 4 … 30 seconds. */
export function delayMs(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(2 ** (Math.ceil(failures - FREE_FAILURES) - 1), MAX_DELAY_S) * SECOND_MS;
}

/** Failures that still count after `afterMs`. */
export const stillCounted = (failures: number, afterMs: number): number =>
  Math.max(0, failures - Math.max(0, afterMs) / FORGET_ONE_AFTER_MS);

/**
 * Whether `until` is in the future. It was set at most `longestMs` ahead, so a time further ahead was set before the clock was set back,
 * and counts as past: a wrong clock must not prolong a lock.
 */
export function isYetToCome(until: Date, at: Date, longestMs: number): boolean {
  const ms = until.getTime() - at.getTime();
  return ms > 0 && ms <= longestMs;
}

/** After this time all failures are forgotten. */
export const FORGOTTEN_AFTER_MS = MAX_COUNTED_FAILURES * FORGET_ONE_AFTER_MS;
