import { JobDelayed, type MissingJobs } from './job.js';

/*
 * A timer is a job that runs at an instant which a read model stores. No event plans it, because most timers are no longer needed when
 * their instant comes: until its last hour it is only a row, and then a sweep puts it into the queue.
 */

const PLANNED_AHEAD_MS = 3_600_000;

/** A sweep finds the timers up to this instant, ordered by instant and then by key. */
export const plannedUntil = (now: Date): Date => new Date(now.getTime() + PLANNED_AHEAD_MS);

/** The next sweep continues after this timer. */
export interface TimerPlace {
  readonly at: Date;
  readonly key: string;
}

/**
 * The timers that a sweep found. If they reach the sweep's limit, the next sweep continues after them, because those that wait in the queue
 * are found as well.
 */
export function foundTimers<Data>(
  timers: readonly (TimerPlace & { readonly data: Data })[],
  limit: number,
): MissingJobs<Data, TimerPlace> {
  const last = timers.length === limit ? timers.at(-1) : undefined;
  return {
    jobs: timers.map(({ data, at }) => ({ data, at: at.getTime() })),
    ...(last && { next: { at: last.at, key: last.key } }),
  };
}

/**
 * Whether the instant of a timer has come. False if it is not within the next hour either: it was moved, and a sweep will plan the timer
 * again.
 * @throws JobDelayed if it comes within the hour
 */
export function hasCome(at: string, now: Date): boolean {
  const instant = Date.parse(at);
  if (instant > plannedUntil(now).getTime()) return false;
  if (instant > now.getTime()) throw new JobDelayed(instant);
  return true;
}
