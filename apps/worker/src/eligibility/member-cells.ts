import { foldedMedicaidId, withAsciiDigits } from '@throughline/domain';

/*
 * Reads the cells of a members' file as spreadsheet programs leave them. An ID that a program has spoiled is a fault, because a member
 * would be registered under an ID that nobody has. A date of birth is read in every form that has only one meaning.
 */

const ERROR_VALUE =
  /^#(?!\d)|^(err|error|erreur|errore|erro|fehler)[: ] ?\d+$|^(n\/?a|nan|null|none|nil|unknown|undefined|true|false|tbd)$/i;
const EXPONENT = new RegExp(
  [
    String.raw`^-?\d+([.,]\d+)? ?E ?[+-] ?\d+$`,
    String.raw`^-?\d+[.,]\d+ ?E ?\d+$`,
    String.raw`^-?\d+([.,]\d+)? ?[×*·⋅] ?10 ?\^? ?[+-]?\d+$`,
    String.raw`^-?\d+([.,]\d+ ?x ?10 ?\^?| ?x ?10 ?\^) ?[+-]?\d+$`,
  ].join('|'),
  'i',
);
const YEAR = String.raw`(?:19|20)\d\d`;
const DAY_OR_MONTH = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const DATE_OF_NUMBERS = new RegExp(
  [
    String.raw`^\d{1,2}[/.]\d{1,2}[/.](\d\d|${YEAR})( .*)?$`,
    `^${DAY_OR_MONTH}-${DAY_OR_MONTH}-${YEAR}( .*)?$`,
    String.raw`^${YEAR}(?<between>[-/.])(0?[1-9]|1[0-2])\k<between>\d\d?([ T].*)?$`,
    String.raw`^${YEAR}(-(0[1-9]|1[0-2])|/\d{1,2})$`,
    String.raw`^\d{1,2}/(\d{1,2}|${YEAR})$`,
    String.raw`\d ?[年月日]`,
  ].join('|'),
  'i',
);
/** A month in English or in a language of Western Europe, without accents. */
const MONTH_NAME =
  /^(jan|ene|gen|fe[bv]|mar|mr[tz]|maar|apr|abr|avr|ma[giy]|mei|jui?n|giu|jui?l|lug|ago|aou|aug|set|sep|o[ck]t|ott|out|nov|de[cz]|dic)[a-z]*$/i;

const DATE_PART = new RegExp(String.raw`^(\d{1,2}(st|nd|rd|th)?|${YEAR}|[a-z]{2,})$`, 'i');

/** A date with a month's name, such as 12-Mar, Mar-94 or lundi 3 mai 1994. */
function isDateWithName(text: string): boolean {
  const date = text.replace(/[ T]\d{1,2}:\d\d.*$/, '').normalize('NFD');
  const parts = date.replaceAll(/\p{M}/gu, '').match(/[^-\s.,/]+/g) ?? [];
  return (
    parts.some((part) => MONTH_NAME.test(part)) &&
    parts.some((part) => /^\d/.test(part)) &&
    parts.every((part) => DATE_PART.test(part))
  );
}

/** Matches a cell in which a spreadsheet program wrote the formula instead of its value, such as `="0012"`. */
const LIKE_FORMULA = /^[=+@]|^-\s*["(=]/;

/** Short words that people write beside an ID; text of five letters or more without a digit counts as a word as well. */
const WORDS = 'and|copy|dead|dob|dup|dupe|name|new|none|note|now|null|old|page|same|see|ssn|sum|tel|temp|test|void|was';
const BESIDE = new RegExp(
  [String.raw`[([].*[a-z].*[)\]]`, '^[a-z][a-z .]*:', `(^|[ -])(${WORDS}|[a-z]{5,})([ -]|$)`].join('|'),
  'i',
);

/** Spoiled IDs: what such a cell looks like, and what happened to it. The first match counts. */
const SPOILED_IDS: readonly (readonly [pattern: RegExp | ((text: string) => boolean), fault: string])[] = [
  [/<\/?[a-z][^>]*>|&(#x?[0-9a-f]+|[a-z]+\d*);/i, 'has parts of a web page (HTML) around it. Write the ID alone.'],
  [LIKE_FORMULA, 'is a formula of a spreadsheet program. Write the ID itself, in a column that is formatted as text.'],
  [
    /^['‘’‛`"“”]|['‘’"“”]$/,
    'has a quotation mark or an apostrophe around it, which a spreadsheet program leaves. Write the ID alone.',
  ],
  [ERROR_VALUE, 'is an error value or an empty value of a spreadsheet program, no ID.'],
  [
    EXPONENT,
    'was turned into a number with an exponent by a spreadsheet program, as 1.2E+11, and its last digits are lost. Format the column as text before the IDs are entered.',
  ],
  [
    (text) => DATE_OF_NUMBERS.test(text) || isDateWithName(text),
    'was turned into a date by a spreadsheet program. Format the column as text before the IDs are entered.',
  ],
  [
    /^-?\d+:\d\d(\D.*)?$/,
    'was turned into a time by a spreadsheet program. Format the column as text before the IDs are entered.',
  ],
  [
    /^-?(\d{1,3}([.,'’]\d{3})+([.,]\d+)?|\d{1,2}(,\d\d)+,\d{3}(\.\d+)?|\d{1,3}( \d{3})+[.,]\d*)$/,
    'was turned into a number by a spreadsheet program, with separators between its digits. Format the column as text.',
  ],
  [
    /^\([\d.,'’ ]*\d[\d.,'’ ]*\)$|^-\d+$|^\d+-$/,
    'was turned into a negative number by a spreadsheet program. Format the column as text.',
  ],
  [
    /^-?\d+[.,]\d*$|^-?[.,]\d+$/,
    'was turned into a number by a spreadsheet program, with decimals, as 123.0. Format the column as text.',
  ],
  [
    /^\d{15}0{2,}$/,
    'ends in zeros after 15 digits, because a spreadsheet program keeps no more of a number. Format the column as text before the IDs are entered.',
  ],
  [/[%‰]|\p{Sc}/u, 'was turned into a percentage or an amount by a spreadsheet program. Format the column as text.'],
  [/\ufffd/, 'has a character that could not be read. Save the file as CSV UTF-8.'],
  [
    /\d.*([;,/&|+]| (and|or) ).*\d|^([a-z]{1,3})\d{3,} \3\d{3,}$/i,
    'seems to be several IDs in one cell. Write each on a line of its own.',
  ],
  [BESIDE, 'has a word beside the ID. Write the ID alone.'],
  [/^[^\p{Nd}]*$/u, 'has no digit, so it is no ID.'],
];

/** Characters that people and spreadsheet programs use as an apostrophe, and that NFKC decomposes. */
const LIKE_APOSTROPHE = /[\u00b4\u00a8\u02b9\u02bc\u02c8\u02ca\u02cb\u2032\u2035]/g;

/** The cell with ASCII digits, dashes and spaces. */
const plain = (cell: string) =>
  withAsciiDigits(cell.replaceAll(LIKE_APOSTROPHE, "'"))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .trim();

/** Why a cell of at most 50 characters is not a Medicaid ID, without quoting it; null: it may be one. */
export function faultOfMedicaidId(cell: string): string | null {
  const text = plain(cell);
  const spoiled = SPOILED_IDS.find(([looks]) => (looks instanceof RegExp ? looks.test(text) : looks(text)));
  if (spoiled !== undefined) return `Medicaid ID ${spoiled[1]}`;
  const [other] = /[^a-z0-9 -]/iu.exec(text) ?? [];
  if (other !== undefined) {
    const found = /[\p{P}\p{S}]/u.test(other) ? `“${other}”` : 'a letter or sign';
    return `Medicaid ID has ${found} in it, which no ID has: letters from A to Z, digits, and blanks or dashes between them.`;
  }
  return /^0+$/.test(foldedMedicaidId(cell))
    ? 'Medicaid ID is zero, which a spreadsheet program makes of an empty cell.'
    : null;
}

export const DATE_FORMS = '1994-03-12, 3/12/1994 (month first), 12-Mar-1994 and March 12, 1994';
export const READ_DATES = `These forms are read: ${DATE_FORMS}.`;

/** How a date of two numbers and a year can be read. */
export type DateOrder = 'month-first' | 'either' | 'day-first';

/** Maximum characters; longer cells are not read. */
const LONGEST_DATE = 100;

/** A cell with a date: the day as YYYY-MM-DD, which may not exist in the calendar, or why it is not read. */
export type ReadDate = ({ readonly day: string } | { readonly fault: string }) & { readonly order?: DateOrder };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MIDNIGHT = /[T ]+(0?0:00(:00(\.0+)?)?|12:00(:00)? ?AM)( ?Z| ?[+-]\d\d:?\d\d)?$/i;
const TIME = /[T ]+\d{1,2}:\d\d/i;

/** Nobody is older than this many years: a year of two digits belongs to the earlier of two centuries only within it. */
const OLDEST = 110;
/** A year of two digits that is greater than this cannot be a day or a month. */
const LAST_DAY = 31;

/** Reads a date of birth that is written in one of `DATE_FORMS`. `today`: YYYY-MM-DD. */
export function readDateOfBirth(cell: string, today: string): ReadDate {
  if (cell.length > LONGEST_DATE) return { fault: `DOB is invalid. ${READ_DATES}` };
  const text = plain(cell);
  const date = text.replace(MIDNIGHT, '');
  if (LIKE_FORMULA.test(text))
    return { fault: `DOB is a formula of a spreadsheet program. Write the date itself. ${READ_DATES}` };
  if (TIME.test(date)) return { fault: `DOB has a time of day, so that its day is uncertain. ${READ_DATES}` };
  const yearFirst = /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})$/.exec(date) ?? /^((?:19|20)\d\d)()(\d\d)(\d\d)$/.exec(date);
  if (yearFirst) return { day: inIsoOrder(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!) };
  const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/.exec(date);
  if (numeric) return numericDate(numeric[1]!, numeric[3]!, numeric[4]!, numeric[2]!, today);
  const named = namedDate(date);
  if (named) {
    const year = fullYear(named.year, today);
    return year === null ? { fault: UNCERTAIN_YEAR } : { day: inIsoOrder(year, String(named.month), named.day) };
  }
  if (/^\d{5}([.,]0+)?$/.test(date)) {
    return { fault: `DOB is a spreadsheet program's number of a day. Format the column as a date. ${READ_DATES}` };
  }
  return { fault: `DOB is invalid. ${READ_DATES}` };
}

const UNCERTAIN_YEAR = `DOB has a year of two digits that may be of either century. Write it with four. ${READ_DATES}`;

function numericDate(first: string, second: string, year: string, separator: string, today: string): ReadDate {
  if (Number(first) > 12 && Number(first) <= LAST_DAY && Number(second) <= 12) {
    return { fault: `DOB has the day before the month, or is invalid. ${READ_DATES}`, order: 'day-first' };
  }
  // Only with slashes does the month certainly come first; and if all parts have two digits, any of them may be the year.
  if (separator !== '/') return { fault: `DOB has no slashes, so that day and month are uncertain. ${READ_DATES}` };
  if (year.length === 2 && Number(year) <= LAST_DAY) return { fault: UNCERTAIN_YEAR };
  const full = fullYear(year, today);
  const order = Number(second) > 12 ? 'month-first' : 'either';
  return full === null ? { fault: UNCERTAIN_YEAR } : { day: inIsoOrder(full, first, second), order };
}

function namedDate(date: string) {
  const dayFirst = /^(?:[a-z]+, ?)?(\d{1,2})(?:st|nd|rd|th)?[- /.]*([a-z]{3,9})\.?[- /,.]*(\d{4}|\d\d)$/i.exec(date);
  const monthFirst = /^(?:[a-z]+, ?)?([a-z]{3,9})\.?[- /.]+(\d{1,2})(?:st|nd|rd|th)?[- /,.]+(\d{4}|\d\d)$/i.exec(date);
  const yearFirst = /^(\d{4})[- /.]*([a-z]{3,9})\.?[- /.]*(\d{1,2})$/i.exec(date);
  const [day, name, year] = yearFirst
    ? [yearFirst[3]!, yearFirst[2]!, yearFirst[1]!]
    : dayFirst
      ? [dayFirst[1]!, dayFirst[2]!, dayFirst[3]!]
      : monthFirst
        ? [monthFirst[2]!, monthFirst[1]!, monthFirst[3]!]
        : ['', '', ''];
  const month = monthNamed(name.toLowerCase());
  return month === null ? null : { day, month, year };
}

const FULL_MONTHS = 'january february march april may june july august september october november december'.split(' ');

function monthNamed(name: string): number | null {
  const at = name === 'sept' ? 8 : Math.max(MONTHS.indexOf(name), FULL_MONTHS.indexOf(name));
  return at < 0 ? null : at + 1;
}

/** Null: the year may be in either century. */
function fullYear(year: string, today: string): string | null {
  if (year.length === 4) return year;
  const thisYear = Number(today.slice(0, 4));
  const possible = [1900, 2000]
    .map((century) => century + Number(year))
    .filter((one) => one <= thisYear && one > thisYear - OLDEST);
  return possible.length === 1 ? String(possible[0]) : null;
}

const inIsoOrder = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
