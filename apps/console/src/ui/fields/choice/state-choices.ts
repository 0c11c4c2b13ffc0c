import { MILITARY_CITIES, MILITARY_STATES, US_STATES } from '@throughline/contracts';
import type { Choice } from './choices.js';
import { localeOf, useLanguage, useWords } from '../../../language/language.js';

/** The states in the page's language, sorted by name. Each is also found by its English name. */
export function useStateChoices(): readonly Choice[] {
  const words = useWords();
  const { compare } = new Intl.Collator(localeOf(useLanguage()));
  return stateChoices(words).sort((one, other) => compare(one.label, other.label));
}

/** The Armed Forces are also found by the city of a military address. */
export const stateChoices = (words: (english: string) => string): Choice[] =>
  Object.entries(US_STATES).map(([value, name]) => ({
    value,
    label: `${words(name)} (${value})`,
    otherName: name,
    ...(MILITARY_STATES.includes(value) && { also: MILITARY_CITIES.join(' ') }),
  }));
