import type { Language } from '@throughline/domain';
import { localeOf } from '../../language/language.js';
import { zoneInWords } from './calendar.js';

interface MomentOptions {
  readonly language?: Language;
  /** Defaults to the zone of the reader. */
  readonly timeZone?: string | undefined;
  /** The language of the zone's name, if it is another one. */
  readonly zoneIn?: Language;
}

/**
 * A moment within a sentence, with the zone, by default the reader's: `Nov 28, 2026, 3:21 PM Central Time`, in Spanish
 * `28 nov 2026, 3:21 p.m., hora central`.
 */
export function momentInWords(
  at: string,
  { language = 'en', timeZone, zoneIn = language }: MomentOptions = {},
): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const words = format.format(new Date(at)).replace(/\s/gu, ' ');
  return `${words}${language === 'en' ? '' : ','} ${zoneInWords(timeZone, zoneIn)}`;
}
