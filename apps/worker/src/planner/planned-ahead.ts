/**
 * A timer waits in the queue for this long at most, in milliseconds. Most tasks are done days before they are due: till then a timer is a row
 * of the task queue, where the sweeper finds it in time.
 */
const PLANNED_AHEAD_MS = 3_600_000;

/** Up to when timers are in the queue by now. */
export const plannedUntil = (now: Date): Date => new Date(now.getTime() + PLANNED_AHEAD_MS);

/** `at`: ms since 1970. */
export const waitsInTheQueue = (at: number, now: Date): boolean => at <= plannedUntil(now).getTime();
