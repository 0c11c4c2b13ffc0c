import { type Language, nameOfZone } from '@throughline/domain';
import { serverNow } from '../../api/server-time.js';
import { localeOf } from '../../language/language.js';

/** Undefined is the zone of the reader. */
type Zone = string | undefined;

const calendars = new Map<Zone, Intl.DateTimeFormat>();

/** The calendar day of an instant in a zone, as a count of days, so that the difference of two is in days. */
export function dayNumber(instant: number, timeZone?: Zone): number {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
    calendars.set(timeZone, calendar);
  }
  const parts = new Map(calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1) / 86_400_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant. Formatters are cached, because creating one takes longer than the rest of a table row. */
function format(
  instant: number,
  timeZone: Zone,
  options: Intl.DateTimeFormatOptions,
  language: Language = 'en',
): string {
  const locale = localeOf(language);
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, made);
  return made.format(instant);
}

/** Example: `10:42`. */
export const timeOfDay = (instant: number, timeZone?: Zone): string =>
  format(instant, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Examples: `Nov 18`, and `Nov 18, 2025` when `now` is in another year. */
export function shortDay(instant: number, now: number, timeZone?: Zone, language?: Language): string {
  const year = (at: number) => format(at, timeZone, { year: 'numeric' });
  const isOther = year(instant) !== year(now);
  return format(instant, timeZone, { month: 'short', day: 'numeric', ...(isOther && { year: 'numeric' }) }, language);
}

/** Example: `Wednesday, November 18, 2026 at 10:42:05 CST`. */
export const exactTime = (instant: number, timeZone?: Zone, language?: Language): string =>
  format(instant, timeZone, EXACT, language);

/** The zone of a time, for example `CST`. It may differ between summer and winter. */
export function zoneName(instant: number, timeZone?: Zone): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The name of a zone in summer and winter, by default the reader's: `Central Time`, in Spanish `hora del centro`. */
export function zoneInWords(timeZone?: Zone, language: Language = 'en'): string {
  const name = nameOfZone(timeZone, localeOf(language));
  return name === 'hora central' ? 'hora del centro' : name;
}

const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const EXACT = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

/** Converts `1991-04-12` to `Friday, April 12, 1991`. */
export const dayWords = (day: string, language?: Language): string => format(Date.parse(day), 'UTC', DAY, language);

/** The day of an instant, by default in the reader's zone, as YYYY-MM-DD. */
export const dayOf = (instant: number, timeZone?: Zone): string =>
  new Date(dayNumber(instant, timeZone) * 86_400_000).toISOString().slice(0, 10);

interface Distance {
  readonly years?: number;
  readonly days?: number;
  readonly timeZone?: Zone;
}

/** The current day, by default in the reader's zone, or a day some years or days from it, as YYYY-MM-DD. */
export function todayPlus({ years = 0, days = 0, timeZone }: Distance): string {
  const date = new Date((dayNumber(serverNow(), timeZone) + days) * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

/** Converts `2026-11-18` or `11/18/2026`, or `11182026` from a keypad, to `2026-11-18`; null if it is not a calendar day. */
export function typedDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  const us = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : us ? [us[3], us[1], us[2]] : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists && Number(year) >= 1000 ? date.toISOString().slice(0, 10) : null;
}
