import { instantInChicago, replaceCentralTimes } from '@throughline/domain';
import { shownLanguage } from '../language/language.js';
import { momentInWords } from '../ui/words/moment.js';

/** Replaces each moment in a text of the API by the same in the reader's zone. Loaded by a reader in another zone than Central Time. */
export const inOwnTime = (text: string, timeZone?: string): string =>
  replaceCentralTimes(text, (clock, words) => {
    const instant = instantInChicago(clock);
    // In English: `useWords` translates it with the rest of the sentence, and takes the name of the zone as it is.
    return instant === null ? words : momentInWords(instant, { timeZone, zoneIn: shownLanguage() });
  });
