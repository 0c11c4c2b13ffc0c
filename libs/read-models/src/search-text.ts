import { FOUND_NOWHERE, searchMeanings } from '@throughline/contracts';
import { sql, type RawBuilder } from 'kysely';
import { wordsAsWritten } from './search-as-written.js';

/**
 * Rows whose `search` (a `searchText`) contains every word of what was typed, in one of its meanings. The column has a trigram index: a word that is shorter
 * than a trigram is searched with the space before it, because otherwise every row would be read.
 */
export function matches(typed: string): RawBuilder<boolean> {
  const meanings = [...searchMeanings(typed), wordsAsWritten(typed)];
  if (meanings[0]?.includes(FOUND_NOWHERE)) return sql`false`;
  const different = meanings.filter(
    (words, index) => meanings.findIndex((one) => one.join() === words.join()) === index,
  );
  return sql<boolean>`(${sql.join(
    different.map((words) => sql`(${all(words)})`),
    sql` or `,
  )})`;
}

const all = (words: readonly string[]): RawBuilder<boolean> =>
  words
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .reduce((found, pattern) => sql<boolean>`${found} and search like ${pattern}`, sql<boolean>`true`);
