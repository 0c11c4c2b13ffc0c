import { searchWords } from '@throughline/contracts';
import { sql, type RawBuilder } from 'kysely';
import { wordsAsWritten } from './search-as-written.js';

/**
 * Rows whose `search` (a `searchText`) holds every word that was typed. The column's index is a trigram index: a word that is shorter
 * than a trigram has the space before it, or it would be found by reading every row.
 */
export function matches(typed: string): RawBuilder<boolean> {
  const [folded, written] = [searchWords(typed), wordsAsWritten(typed)];
  return String(folded) === String(written) ? all(folded) : sql`((${all(folded)}) or (${all(written)}))`;
}

const all = (words: readonly string[]): RawBuilder<boolean> =>
  words
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .reduce((found, pattern) => sql<boolean>`${found} and search like ${pattern}`, sql<boolean>`true`);
