import { referralId } from '@throughline/domain';

/**
 * A mail about an order is awaited for this long. Later it would only bewilder: a log that was copied, imported or read by a new planner from
 * its beginning makes nobody a mail about last year. Milliseconds.
 */
const AWAITED_MS = 3 * 24 * 3_600_000;

/** `submittedAt`: ISO 8601. */
export const isStillAwaited = (submittedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(submittedAt) < AWAITED_MS;

/** No referral with a lower id is so young that a mail about it is awaited. */
export const oldestAwaited = (now: Date): string =>
  referralId({ at: new Date(now.getTime() - AWAITED_MS).toISOString(), random: 0 });
