import {
  FOUND_NOWHERE,
  isWhole,
  searchMeanings,
  schemaClock,
  type Span,
  type TypedTime,
  typedTime,
} from '@throughline/contracts';
import { CENTRAL_TIME, REFERRAL_STATUSES } from '@throughline/domain';
import { sql, type RawBuilder } from 'kysely';
import words from '../../domain/src/kernel/es/words.json' with { type: 'json' };

/**
 * Rows whose `search` (a `searchText`) contains every word of one of the meanings of the typed text. The column has a trigram index: a word
 * that is shorter than a trigram is searched with the space before it, because otherwise every row would be read.
 */
export function matches(typed: string): RawBuilder<boolean> {
  const meanings = searchMeanings(typed);
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
  words.reduce((found, word) => sql<boolean>`${found} and ${contains(word)}`, sql<boolean>`true`);

/** Rows whose `search` contains this text, which is in the form of a `searchText`. */
export const contains = (text: string): RawBuilder<boolean> =>
  sql<boolean>`search like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;

/** What a person typed, and the time zone in which they see times. */
export interface TypedSearch {
  readonly search: string;
  /** IANA name; default: Central Time. */
  readonly timeZone?: string | undefined;
}

/** The time that was typed, as of now. */
export const timeOf = ({ search, timeZone = CENTRAL_TIME }: TypedSearch): TypedTime | null =>
  typedTime(search, { now: schemaClock.now(), timeZone });

/** Rows whose instant in a column of the list is in one of the spans. */
export function isIn(column: string, spans: readonly Span[]): RawBuilder<boolean> {
  const inSpans = spans.map(
    ([from, to]) => sql`(${sql.ref(column)} >= ${new Date(from)} and ${sql.ref(column)} < ${new Date(to)})`,
  );
  return inSpans.length === 0 ? sql`false` : sql<boolean>`(${sql.join(inSpans, sql` or `)})`;
}

/** Rows that `matches` finds, or that one of the other conditions does. */
export const matchesOr = (typed: string, others: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  others.length === 0 ? matches(typed) : sql<boolean>`(${sql.join([matches(typed), ...others], sql` or `)})`;

/** The stored status whose complete label was typed, in English or Spanish. */
export const typedStatus = (typed: string): string | undefined =>
  REFERRAL_STATUSES.find((status) => isWhole(status, typed) || isWhole(IN_SPANISH[status] ?? status, typed));
const IN_SPANISH: Readonly<Record<string, string>> = words;
