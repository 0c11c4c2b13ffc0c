import { CENTRAL_TIME } from '../../kernel/central-time.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: CENTRAL_TIME,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

/**
 * The first instant at which a task is overdue (ISO 8601, UTC): the end of the day, America/Chicago, `dueDays` calendar days
 * on, that is, the midnight after it. With `dayMs` (milliseconds of a "day" in demos and tests): `dueDays + 1` such days on.
 */
export function dueAt({
  openedAt,
  dueDays,
  dayMs,
}: {
  readonly openedAt: string;
  readonly dueDays: number;
  readonly dayMs: number | null;
}): string {
  const opened = Date.parse(openedAt);
  if (dayMs !== null) return new Date(opened + (dueDays + 1) * dayMs).toISOString();
  return startOfDay(dayOf(openedAt), dueDays + 1);
}

/** The calendar days (`dueDays` of `dueAt`) until so many working days have passed. Monday to Friday work, holidays among them. */
export function workingDaysAsDueDays(openedAt: string, workingDays: number): number {
  const opened = Date.parse(dayOf(openedAt));
  let days = 0;
  for (let left = workingDays; left > 0;) {
    days += 1;
    const weekday = new Date(opened + days * DAY).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return days;
}

/** The instant (ISO 8601, UTC) at which a calendar day (YYYY-MM-DD), or the one some days after it, begins in America/Chicago. */
export function startOfDay(day: string, daysAfter = 0): string {
  return new Date(midnightInChicago(Date.parse(day) + daysAfter * DAY)).toISOString();
}

/**
 * The instant (ISO 8601, UTC) at which clocks in America/Chicago show this time (YYYY-MM-DDTHH:MM); the first one if they show it twice.
 * Null for text that is no time, and for a time that is skipped in spring.
 */
export function instantInChicago(shown: string): string | null {
  const asUtc = Date.parse(`${shown}Z`);
  // `Date.parse` reads 30 February as a day in March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(shown)) return null;
  const instant = [5, 6]
    .map((hours) => asUtc + hours * HOUR)
    .find((candidate) => {
      const { year, month, day, hour } = inChicago(candidate);
      return Date.UTC(year, month - 1, day, hour) === asUtc - (asUtc % HOUR);
    });
  return instant === undefined ? null : new Date(instant).toISOString();
}

/** The calendar day of an instant in America/Chicago, YYYY-MM-DD. */
export function dayOf(instant: string): string {
  const { year, month, day } = inChicago(Date.parse(instant));
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Calendar days from one day to another (YYYY-MM-DD); NaN if one of them is no day. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** The calendar day in America/Chicago, YYYY-MM-DD, by the end of which a task with this `dueAt` should be done. */
export const dueDay = (dueAtInstant: string): string => dayOf(new Date(Date.parse(dueAtInstant) - 1).toISOString());

/** Clocks there change at two, so midnight is 05:00 or 06:00 UTC: what the clock shows at 06:00 UTC tells which. */
function midnightInChicago(utcMidnight: number): number {
  const candidate = utcMidnight + DAY / 4;
  return candidate - inChicago(candidate).hour * HOUR;
}

function inChicago(instant: number) {
  const parts = new Map(calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour') };
}
