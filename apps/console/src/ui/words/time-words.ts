import { dayNumber, shortDay, timeOfDay } from './calendar.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { CENTRAL_TIME, type Language } from '@throughline/domain';
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

/** Words such as `Today 10:42`, `Yesterday 10:42` or `Nov 18, 10:42`, by default in the reader's zone. */
export function whenWords(at: string, now: number, timeZone?: string, language: Language = 'en'): string {
  const t = useTexts.in(language);
  const instant = Date.parse(at);
  const daysAgo = dayNumber(now, timeZone) - dayNumber(instant, timeZone);
  const time = timeOfDay(instant, timeZone);
  if (daysAgo === 0) return `${t('today')} ${time}`;
  if (daysAgo === 1) return `${t('yesterday')} ${time}`;
  return `${shortDay(instant, now, timeZone, language)}, ${time}`;
}

export interface DueWords {
  readonly words: string;
  readonly urgency: 'over' | 'today' | 'later';
}

/** The due day in words. `dueAt` is the first overdue instant: the midnight in Central Time after the due day. */
export function dueWords(dueAt: string, now: number): DueWords {
  const overAt = Date.parse(dueAt);
  const due = overAt - 1;
  const days = dayNumber(due, CENTRAL_TIME) - dayNumber(now, CENTRAL_TIME);
  if (now >= overAt) {
    if (days === 0) return { words: `overdue since ${timeOfDay(overAt, CENTRAL_TIME)} CT`, urgency: 'over' };
    return { words: days === -1 ? '1 day overdue' : `${-days} days overdue`, urgency: 'over' };
  }
  if (days === 0) return { words: 'due today', urgency: 'today' };
  if (days === 1) return { words: 'due tomorrow', urgency: 'later' };
  return { words: days < 7 ? `due in ${days} days` : `due ${shortDay(due, now, CENTRAL_TIME)}`, urgency: 'later' };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time since an instant, in its largest unit: `4 min`, `3 h`, `6 d`. */
export function ageWords(since: string, now: number, language: Language = 'en'): string {
  const age = Math.max(0, now - Date.parse(since));
  if (age < MINUTE) return useTexts.in(language)('now');
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  return `${Math.floor(age / DAY)} d`;
}
