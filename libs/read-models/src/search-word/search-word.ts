import { foldForSearch, type QueueFilters, searchWords } from '@throughline/contracts';
import {
  evolveRecertifiedFacts,
  isCorrection,
  isRecertificationCorrected,
  type ItemTaskEvent,
  type RecertificationFacts,
  type Recorded,
  type ReferralEvent,
} from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { correctedListed, type Listed, listed } from '../referral-list/referral-list.projection.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';
import { matches } from '../search-text.js';
import { isListedAsCompleted, isNarrowed, OPEN } from '../task-queue/task-filter.js';

export interface SearchWordTable {
  referral_id: string;
  /** The searchable words of its names. */
  words: string[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    search_word: SearchWordTable;
    search_word_tally: { scope: string; label: string; units: number };
  }
}

interface Names {
  readonly referralId: string;
  readonly about: Listed | RecertificationFacts;
}

/**
 * The words of all names, each counted once for every referral or recertification that has it. There are few of them compared with a
 * million referrals, so the most similar ones to a misspelled word are found by comparing it with each.
 */
export const searchWordProjection: Projection<Names, SearchWordTable> = {
  name: 'search-word',
  version: 2,
  categories: ['referral', 'recertification'],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
    if (event.type === 'ReferralSubmitted') {
      return { referralId: event.data.referralId, about: listed(event.data.order, event) };
    }
    if (event.type === 'RecertificationOpened') return { referralId: event.data.referralId, about: event.data };
    return state && { ...state, about: corrected(state.about, event) };
  },
  table: { key: 'referral_id', columns: { referral_id: 'text', words: 'text[]' }, indexes },
  rows: ({ referralId, about }) => {
    const people = 'referrer' in about ? [about.referrer, about.member] : [about.member];
    const words = people.flatMap(({ lastName, firstName }) => foldForSearch(`${lastName} ${firstName}`).split(/\s+/));
    return [{ referral_id: referralId, words: [...new Set(words.filter(Boolean))] }];
  },
  tally: ({ words }) => words.map((label) => ({ scope: 'all', label })),
};

function corrected(about: Names['about'], event: Recorded<ReferralEvent | ItemTaskEvent>): Names['about'] {
  if ('referrer' in about) return isCorrection(event) ? correctedListed(about, event) : about;
  return isRecertificationCorrected(event) ? evolveRecertifiedFacts(about, event) : about;
}

/** An index of the words themselves: a million referrals have a few hundred thousand of them. */
function indexes(table: string): readonly string[] {
  return [`on ${table}_tally using gin (label gin_trgm_ops)`];
}

type Db = Kysely<ReadModelSchema>;

/** Rows with a `searchText`, and which of them a person may find. */
export interface Searched {
  readonly table: 'referral_list' | 'task_queue';
  readonly which: RawBuilder<boolean>;
}

export const referralsWithin = (scope: ReferralScope): Searched => ({ table: 'referral_list', which: within(scope) });

/** Tasks that match these filters in any tab of the queue. */
export const tasksUnder = (filters: QueueFilters): Searched => ({
  table: 'task_queue',
  which: sql`(${OPEN} or ${isListedAsCompleted(filters)}) and ${isNarrowed(filters)}`,
});

interface SuggestSearches {
  readonly among: Searched;
  readonly search: string;
}

export interface SuggestedSearch {
  readonly search: string;
  /** One of the referrals that the suggested search finds. */
  readonly referralId: string;
}

/** These limit the cost of one suggestion. */
const MAX_WORDS = 4;
const NEAREST_WORDS = 3;
const MAX_SUGGESTIONS = 3;
const MAX_NUMBERS_COMPARED = 1_000;
/**
 * The share of trigrams that two words must have in common. Two exchanged letters in a short name leave a third. PostgreSQL’s operator `%`,
 * which uses the index, has the same threshold.
 */
const MIN_SIMILARITY = 0.3;

/**
 * Searches that are similar to one that finds nothing, and that find some of these rows: each word that none of them has is replaced by the
 * most similar ones. Words of other referrals are compared too, but a search is suggested only if it finds something among these rows.
 */
export async function suggestSearches(db: Db, { among, search }: SuggestSearches): Promise<readonly SuggestedSearch[]> {
  const words = searchWords(search)
    .slice(0, MAX_WORDS)
    .map((word) => word.trim());
  const choices: (readonly NearWord[])[] = [];
  for (const word of words) {
    const referralId = await findOne(db, among, word);
    choices.push(referralId === undefined ? await nearestTo(db, among, word) : [{ word, referralId }]);
  }
  const suggestions: SuggestedSearch[] = [];
  for (const near of combinations(choices)) {
    const search = near.map(({ word }) => word).join(' ');
    if (search === words.join(' ')) continue;
    // The query for a word has returned a referral with it; several words must be found in one referral.
    const known = near.length === 1 ? near[0]?.referralId : null;
    const referralId = known ?? (await findOne(db, among, search));
    if (referralId !== undefined) suggestions.push({ search, referralId });
    if (suggestions.length === MAX_SUGGESTIONS) break;
  }
  return suggestions;
}

interface NearWord {
  readonly word: string;
  /** One of the referrals that the word finds; null: not looked for, and there may be none. */
  readonly referralId: string | null;
}

/** The id of a referral that a search finds. */
async function findOne(db: Db, { table, which }: Searched, search: string): Promise<string | undefined> {
  const { rows } = await sql<{ referral_id: string }>`
    select referral_id from ${sql.table(table)} where ${which} and ${matches(search)} limit 1`.execute(db);
  return rows[0]?.referral_id;
}

/** An id is similar to one with the same beginning or end; a name to one of similar spelling. */
async function nearestTo(db: Db, among: Searched, word: string): Promise<readonly NearWord[]> {
  const candidates = /\d/.test(word)
    ? numbersLike(among, word)
    : sql`
    select label as word, null as referral_id from search_word_tally where scope = 'all' and units > 0 and label % ${word}`;
  const { rows } = await sql<NearWord>`
    select word, min(referral_id) as "referralId" from (${candidates}) candidate where similarity(word, ${word}) >= ${MIN_SIMILARITY}
     group by word order by similarity(word, ${word}) desc, word limit ${NEAREST_WORDS}`.execute(db);
  return rows;
}

function numbersLike({ table, which }: Searched, word: string): RawBuilder<unknown> {
  const half = Math.ceil(word.length / 2);
  if (half < 3) return sql`select null as word, null as referral_id where false`;
  const literal = (part: string) => part.replaceAll(/[\\%_]/g, '\\$&');
  const [start, end] = [literal(word.slice(0, half)), literal(word.slice(-half))];
  return sql`
    select word, referral_id from (select referral_id, search from ${sql.table(table)} where ${which} and search like any(${[`% ${start}%`, `%${end}%`]}) limit ${MAX_NUMBERS_COMPARED}) alike
     cross join lateral unnest(string_to_array(search, ' ')) word where word like any(${[`${start}%`, `%${end}`]}) and word ~ '\\d'`;
}

/** Every way to choose one of each, with those of the first choices first. */
const combinations = <Choice>(choices: readonly (readonly Choice[])[]): readonly (readonly Choice[])[] =>
  choices.reduce<readonly (readonly Choice[])[]>(
    (chosen, next) => chosen.flatMap((one) => next.map((choice) => [...one, choice])),
    [[]],
  );
