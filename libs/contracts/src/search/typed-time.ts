import { CENTRAL_TIME, LOCALES } from '@throughline/domain';
import { foldForSearch } from './search-text.js';
import { dayShown, minutesAt, type Span, spanOfDay } from './time-zone.js';

/**
 * A typed search as a time, in the words in which lists show times.
 * - `at`: something happened then: `Today 10:42`, `Nov 18, 10:42`, `Yesterday`.
 * - `due`: due by the end of that day: `due today`, `4 days overdue`; without `spans`: `no due day`.
 * - `held`: on hold until that day: `on hold until 11/30/2026`.
 * - `age`: it has lasted since then: `6 d`, `3 h`, `2 days`. For a period that is over, its length in ms.
 */
export type TypedTime =
  | { readonly kind: 'at' | 'held'; readonly spans: readonly Span[] }
  | { readonly kind: 'age'; readonly spans: readonly Span[]; readonly lasted: Span }
  | { readonly kind: 'due'; readonly spans: readonly Span[] | null };

/** The clock by which the person sees times. */
export interface Clock {
  /** Ms of the epoch. */
  readonly now: number;
  /** IANA name, of the times that a list shows in the reader's zone. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The time that was typed; null if the text is no time. The whole text must be one, as a list shows it. Relative words are read as of
 * `now`, like those that the list shows at that moment. In English and Spanish.
 */
export function typedTime(typed: string, clock: Clock): TypedTime | null {
  const text = foldForSearch(typed)
    .replaceAll(/[.,:;](?=\s|$)|^[\s·–(]+|[\s·)]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const due = dueTime(text, clock.now);
  if (due !== null) return due;
  const lasted = ageOf(text);
  if (lasted !== null) {
    const [least, below] = lasted;
    // The lists show a moment in the future as now.
    return {
      kind: 'age',
      spans: [[clock.now - below + 1, least === 0 ? clock.now + DAY : clock.now - least + 1]],
      lasted,
    };
  }
  const spans = momentOf(text.replace(BEFORE_A_MOMENT, '').replace(BY_SOMEBODY, ''), clock);
  return spans && { kind: 'at', spans };
}

/** Words that lists write before a moment. */
const BEFORE_A_MOMENT = /^(done|answered|opened|respondida) /;
/** Words that lists write after a moment. */
const BY_SOMEBODY = / by \S+@\S+$/;

const DUE_IN = /^due in (\d{1,3}) days?$/;
const OVERDUE = /^(\d{1,5}) days? overdue$/;
const OVERDUE_SINCE = /^overdue since (\d{2}):(\d{2})( ct)?$/;
const HELD = /^on hold until (\d{1,2})\/(\d{1,2})\/(\d{4})$/;

function dueTime(text: string, now: number): TypedTime | null {
  if (text === 'no due day') return { kind: 'due', spans: null };
  const today = dayShown(now, CENTRAL_TIME);
  /** A task is due by the end of a day: its `dueAt` is the first instant of the next day. */
  const dueOn = ([from, to]: Span): TypedTime => ({ kind: 'due', spans: [[from + 1, to + 1]] });
  const after = (days: number) => dueOn(spanOfDay(today + days * DAY, CENTRAL_TIME));
  const held = HELD.exec(text);
  if (held !== null) {
    const [, month, day, year] = held.map(Number);
    return { kind: 'held', spans: [spanOfDay(Date.UTC(year!, month! - 1, day), CENTRAL_TIME)] };
  }
  if (text === 'due today') return after(0);
  if (text === 'due tomorrow') return after(1);
  const [, daysLeft] = DUE_IN.exec(text) ?? [];
  if (daysLeft !== undefined) return after(Number(daysLeft));
  const [, daysOver] = OVERDUE.exec(text) ?? [];
  if (daysOver !== undefined) return after(-Number(daysOver));
  const [, hour, minute] = OVERDUE_SINCE.exec(text) ?? [];
  if (hour !== undefined) {
    return { kind: 'due', spans: minutesAt(today + Number(hour) * HOUR + Number(minute) * MINUTE, CENTRAL_TIME) };
  }
  if (!text.startsWith('due ')) return null;
  const day = shownDayOf(text.slice(4), { now, timeZone: CENTRAL_TIME });
  return day === null ? null : dueOn(spanOfDay(day, CENTRAL_TIME));
}

const UNITS: Readonly<Record<string, number>> = {
  min: MINUTE,
  minute: MINUTE,
  minutes: MINUTE,
  minuto: MINUTE,
  minutos: MINUTE,
  h: HOUR,
  hour: HOUR,
  hours: HOUR,
  hora: HOUR,
  horas: HOUR,
  d: DAY,
  day: DAY,
  days: DAY,
  dia: DAY,
  dias: DAY,
};
const AGE = /^(?:hace )?(\d{1,5}) ([a-z]+)(?: ago)?$/;

/** Ages are shown in their largest unit, rounded down. */
function ageOf(text: string): Span | null {
  if (text === 'now' || text === 'ahora') return [0, MINUTE];
  const [, count, word = ''] = AGE.exec(text) ?? [];
  const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
  if (count === undefined || unit === undefined) return null;
  return [Number(count) * unit, (Number(count) + 1) * unit];
}

const WITH_TIME = /^(.*?) ?\b(\d{1,2}):(\d{2})$/;

function momentOf(text: string, clock: Clock): readonly Span[] | null {
  const [, ofDay, hour, minute] = WITH_TIME.exec(text) ?? [];
  const day = shownDayOf(ofDay ?? text, clock);
  if (day === null) return null;
  if (hour === undefined) return [spanOfDay(day, clock.timeZone)];
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  return minutesAt(day + Number(hour) * HOUR + Number(minute) * MINUTE, clock.timeZone);
}

const DAYS_AGO: Readonly<Record<string, number>> = { today: 0, hoy: 0, yesterday: 1, ayer: 1 };

/** The typed day, as the midnight that clocks show, in UTC. `Nov 18` is read as a day of this year. */
function shownDayOf(text: string, { now, timeZone }: Clock): number | null {
  const today = dayShown(now, timeZone);
  if (Object.hasOwn(DAYS_AGO, text)) return today - DAYS_AGO[text]! * DAY;
  const words = text.split(' ').filter((word) => word !== 'de');
  const month = words.map((word) => monthNumbers().get(word)).find((number) => number !== undefined);
  const [day, year = new Date(today).getUTCFullYear(), ...more] = words
    .filter((word) => /^\d+$/.test(word))
    .map(Number);
  if (month === undefined || day === undefined || more.length > 0 || words.length > 3) return null;
  const midnight = Date.UTC(year, month, day);
  return new Date(midnight).getUTCDate() === day && year >= 1000 && year <= 9999 ? midnight : null;
}

const months = new Map<string, number>();

/** Names of months, short and long, folded. Computed on first use. */
function monthNumbers(): ReadonlyMap<string, number> {
  if (months.size > 0) return months;
  for (const locale of Object.values(LOCALES)) {
    for (const month of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      for (let index = 0; index < 12; index++) {
        months.set(foldForSearch(format.format(Date.UTC(2026, index, 15))).replace('.', ''), index);
      }
    }
  }
  return months;
}

/** Whether an instant (ISO 8601) is in one of the spans. */
export const isWithin = (instant: string | null, spans: readonly Span[]): boolean =>
  instant !== null && spans.some(([from, to]) => Date.parse(instant) >= from && Date.parse(instant) < to);
