import { FOUND_NOWHERE, searchWords } from '@throughline/contracts';
import { sql, type RawBuilder } from 'kysely';
import { wordsAsWritten } from './search-as-written.js';

/**
 * Rows whose `search` (a `searchText`) contains every word that was typed. The column has a trigram index: a word that is shorter
 * than a trigram is searched with the space before it, because otherwise every row would be read.
 */
export function matches(typed: string): RawBuilder<boolean> {
  const [folded, written] = [searchWords(typed), wordsAsWritten(typed)];
  if (folded.includes(FOUND_NOWHERE)) return sql`false`;
  return String(folded) === String(written) ? all(folded) : sql`((${all(folded)}) or (${all(written)}))`;
}

const all = (words: readonly string[]): RawBuilder<boolean> =>
  words
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .reduce((found, pattern) => sql<boolean>`${found} and search like ${pattern}`, sql<boolean>`true`);
