import { sql, type RawBuilder } from 'kysely';

/** What a search finds a row by: lower case, one space before each word. The column's index is a trigram index. */
export function searchText(parts: readonly (string | null)[]): string {
  return parts
    .flatMap((part) => (part === null ? [] : [` ${part.toLowerCase()}`]))
    .join('')
    .replaceAll(/\s+/g, ' ');
}

/**
 * Rows whose `search` holds every word that was typed, wherever and in whatever order. A word of one or two characters is
 * looked for at the start of words only: shorter than a trigram, it would be found by reading every row.
 */
export function matches(typed: string): RawBuilder<boolean> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const patterns = words.map((word) => `%${word.length < 3 ? ' ' : ''}${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return patterns.reduce((all, pattern) => sql<boolean>`${all} and search like ${pattern}`, sql<boolean>`true`);
}
