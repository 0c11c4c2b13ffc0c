import { clockOf, MOMENT } from './language.js';

/**
 * Replaces each moment in Central Time in an English text, as `inCentralTime` writes it. `replacement` is given its clock time as
 * YYYY-MM-DDTHH:MM.
 */
export const replaceCentralTimes = (english: string, replacement: (clock: string, words: string) => string): string =>
  english.replaceAll(new RegExp(`${MOMENT.source} Central Time`, 'g'), (words: string) =>
    replacement(new Date(clockOf(MOMENT.exec(words)!.groups!)).toISOString().slice(0, 16), words),
  );
