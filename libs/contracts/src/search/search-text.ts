import { REFERRAL_ID_DIGITS } from '@throughline/domain';
import type { TaskQueueRow } from '../item-task/task-queue.contract.js';
import { MAX_SEARCH_LENGTH } from './list-address.js';
import { withoutGroups } from '../referral/referral-facts.js';

/** The whole id of a referral, or of a recertification. */
const WHOLE_ID = new RegExp(`^(\\d{${REFERRAL_ID_DIGITS}}|R\\d{${REFERRAL_ID_DIGITS},})$`);

/** Letters that no normalization form decomposes, and what people type instead. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  // prettier-ignore
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ə: 'e',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const LATIN_MARKS = /[\u0300-\u036f]/g;
/** Straight and curly apostrophes, primes, spacing accents, and letters that look like them (ʻokina, hamza). */
const APOSTROPHES = /['`´‘’‚‛′‵ʹʻʼʽʾʿˈ＇\ua78c]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const INVISIBLE = /\p{Cf}/gu;

/**
 * Text in the form in which searches compare it: `Ødegård` equals `odegard`, `D’Arcy` equals `darcy`. It ignores case, accents, apostrophes,
 * the width of letters and invisible characters. Marks of scripts other than Latin, Greek and Cyrillic are kept, as they are letters there.
 *
 * Stored rows contain it (`search` of the lists): changing it requires a new version of their projections.
 */
export function foldForSearch(text: string): string {
  return text
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .replaceAll(LATIN_MARKS, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DASHES, '-')
    .toLowerCase()
    .replaceAll(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

const SEPARATORS = /[\s-]+/g;

/** An ID is written in groups or in one run: `A12 345-67` and `a1234567` are the same. */
const inOneRun = (folded: string): string => (/\d/.test(folded) ? folded.replaceAll(SEPARATORS, '') : folded);

/** Punctuation around copied words: `Ruiz, Maria`, `(ana@plan.example)`. Combining marks belong to the letter before them. */
const AROUND_WORDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;

type Parts = readonly (string | null | undefined)[];

/**
 * The text that is searched: the folded parts, with one space before each word. A part with digits in groups is also included without
 * separators. `wholes` are found only if all of one is typed and nothing else: if single words of them were found, "Ann" would find every
 * cannula. The words of notes are the exception (`partOfWhole`).
 */
export function searchText(parts: Parts, wholes: Parts = []): string {
  const words = parts
    .flatMap((part) => {
      if (part == null) return [];
      const folded = foldForSearch(part);
      return [...new Set([folded.trim(), inOneRun(folded.trim())])].map((text) => ` ${text}`);
    })
    .join('')
    .replaceAll(/\s+/g, ' ');
  const different = new Set(wholes.flatMap((whole) => (whole ? [asWhole(whole)] : [])));
  return [words, ...different].join('');
}

/**
 * In capitals, and with letters for digits: no folded word has capitals, so that no word is found in it. A long text is cut to the maximum
 * length of a search.
 */
const asWhole = (text: string): string => `|${inCapitals(text)}|`;

const inCapitals = (text: string): string =>
  foldForSearch(text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_LENGTH))
    .replaceAll(AROUND_WORDS, '')
    .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))
    .toUpperCase();

/** A shorter text is in half of all sentences. */
const MIN_PART_LENGTH = 5;

/** The form in which a typed part of a whole is in a `searchText`: what somebody remembers of a note. Null: it is too short to say anything. */
export function partOfWhole(typed: string): string | null {
  const part = inCapitals(typed);
  return part.length < MIN_PART_LENGTH ? null : part;
}

/** Whether exactly this text was typed. */
export const isWhole = (shown: string, typed: string): boolean => asWhole(shown) === asWhole(typed);

type SearchedTask = Pick<
  TaskQueueRow,
  | 'referralId'
  | 'memberLastName'
  | 'memberFirstName'
  | 'memberState'
  | 'renews'
  | 'medicaidId'
  | 'payor'
  | 'task'
  | 'department'
  | 'categories'
  | 'items'
  | 'assignee'
  | 'outcome'
>;

/** All items of a task in one line: `2: Wrist splint × 1, Gauze × 3`. */
export function itemsInWords({ items }: Pick<TaskQueueRow, 'items'>): string {
  const names = items.map(itemInWords).join(', ');
  return items.length > 1 ? `${items.length}: ${names}` : names;
}
const itemInWords = ({ item, qty }: TaskQueueRow['items'][number]): string => `${item} × ${qty}`;

/**
 * The items of a task as the queue shows them: `Wrist splint × 1`, or the first and how many others there are, `Wrist splint + 2`. A
 * quantity before that number would read as a sum.
 */
export function itemsInBrief({ items }: Pick<TaskQueueRow, 'items'>): readonly [first: string, others: number] {
  const [first, ...others] = items;
  if (first === undefined) return ['', 0];
  return [others.length === 0 ? itemInWords(first) : first.item, others.length];
}

/** The text of a task that the queue searches: the server searches its rows by it, the page those that arrive live. */
export const searchTextOfTask = (row: SearchedTask): string =>
  searchText(
    [
      row.referralId,
      row.memberLastName,
      row.memberFirstName,
      row.renews,
      row.medicaidId,
      // The queue shows it with the name: `Ruiz, Maria · AZ`.
      row.memberState,
    ],
    [
      row.task,
      row.department,
      ...row.categories,
      row.assignee?.name,
      row.outcome?.name,
      row.payor,
      itemsInWords(row),
      itemsInBrief(row).join(' + '),
      ...row.items.flatMap((item) => [item.item, itemInWords(item)]),
    ],
  );

/** A person's own tasks are shown with the holder "you". */
export const isYou = (typed: string): boolean => isWhole('you', typed);

/** Occurs in no `searchText`. It is the only word of a search in which something was typed, but no letter and no digit. */
export const FOUND_NOWHERE = '\n';

/**
 * The words between blanks, without the punctuation around them, each folded by `fold`. `FOUND_NOWHERE` if nothing is left of what was
 * typed.
 */
export function typedWords(typed: string, fold: (word: string) => string): readonly string[] {
  const words = typed
    .split(/\s+/)
    .map((word) => fold(word.replaceAll(AROUND_WORDS, '')))
    .filter(Boolean);
  return words.length === 0 && typed.trim() !== '' ? [FOUND_NOWHERE] : words;
}

/**
 * The words of a typed search. A row matches if its `searchText` contains all of them, in any order. A word of one or two characters matches
 * the start of a word only: it includes the space before it. The id of a referral or of a
 * recertification in groups is one word. Punctuation alone finds nothing.
 */
export function searchWords(typed: string): readonly string[] {
  const id = withoutGroups(typed);
  if (WHOLE_ID.test(id)) return [foldForSearch(id)];
  return typedWords(typed, foldForSearch).map(asWordStart);
}

/** A word that is shorter than a trigram, with the space before it. */
export const asWordStart = (word: string): string => (word.length < 3 && word !== FOUND_NOWHERE ? ` ${word}` : word);

/**
 * The possible meanings of a typed search; a row matches if its `searchText` contains all words of one of them. The meanings are: the words
 * as typed; those with digits without their dashes; all of it as one ID; all of it as one of the `wholes`.
 */
export function searchMeanings(typed: string): readonly (readonly string[])[] {
  const words = searchWords(typed);
  if (words.length === 0 || words.includes(FOUND_NOWHERE)) return [words];
  const whole = inOneRun(foldForSearch(typed.replaceAll(AROUND_WORDS, '')));
  const meanings = [words, words.map((word) => asWordStart(inOneRun(word)))];
  if (words.length > 1 && /\d/.test(whole)) meanings.push([whole]);
  meanings.push([asWhole(typed)]);
  return meanings.filter((meaning, index) => index === 0 || meaning.join() !== words.join());
}

/** Whether a typed search matches this `searchText`. */
export const isFoundIn = (text: string, typed: string): boolean =>
  searchMeanings(typed).some((words) => words.every((word) => text.includes(word)));
