import { foldedMedicaidId, withAsciiDigits } from '@throughline/domain';

/*
 * Cells of a members' file as spreadsheet programs leave them. What they make of an ID is a fault, because a member would be registered under an
 * ID that nobody has. A date of birth is read in every form that has one meaning.
 */

const ERROR_VALUE = /^#|^(n\/?a|nan|null|none|nil|unknown|undefined|true|false|tbd)$/i;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const YEAR = String.raw`(\d\d|(19|20)\d\d)`;
const LIKE_DATE = new RegExp(
  [
    String.raw`^\d{1,2}[/.]\d{1,2}[/.]${YEAR}( .*)?$`,
    String.raw`^(19|20)\d\d[-/](0?[1-9]|1[0-2])[-/]\d\d?([ T].*)?$`,
    String.raw`^(\d{1,2}-)?${MONTH}-${YEAR}$`,
    String.raw`^\d{1,2}-${MONTH}$`,
  ].join('|'),
  'i',
);

/** Of each kind: how the cell looks, and what happened to it. */
const SPOILED_IDS: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/^[=+@]/, 'is a formula. Write the ID itself, in a column that is formatted as text.'],
  [
    /^['‘’‛`´"“”]|['‘’"“”]$/,
    'has a quotation mark or an apostrophe around it, which a spreadsheet program leaves. Write the ID alone.',
  ],
  [ERROR_VALUE, 'is an error value or an empty value of a spreadsheet program, no ID.'],
  [
    /^-?\d+([.,]\d+)?E[+-]\d+$|^-?\d+[.,]\d+E\d+$/i,
    'was turned into a number with an exponent by a spreadsheet program, as 1.2E+11, and its last digits are lost. Format the column as text before the IDs are entered.',
  ],
  [LIKE_DATE, 'was turned into a date by a spreadsheet program. Format the column as text before the IDs are entered.'],
  [
    /^\d{1,2}:\d\d(:\d\d)?( ?[AP]M)?$/i,
    'was turned into a time by a spreadsheet program. Format the column as text before the IDs are entered.',
  ],
  [
    /^-?\d{1,3}([.,'’]\d{3})+([.,]\d+)?$/,
    'was turned into a number by a spreadsheet program, with separators between its digits. Format the column as text.',
  ],
  [
    /^-?\d+[.,]\d*$|^-?[.,]\d+$/,
    'was turned into a number by a spreadsheet program, with decimals, as 123.0. Format the column as text.',
  ],
  [
    /^\d{15}0{2,}$/,
    'ends in zeros after 15 digits, because a spreadsheet program keeps no more of a number. Format the column as text before the IDs are entered.',
  ],
  [/[%$€£]/, 'was turned into a percentage or an amount by a spreadsheet program. Format the column as text.'],
  [/\ufffd/, 'has a character that could not be read. Save the file as CSV UTF-8.'],
  [/^[^\p{Nd}]*$/u, 'has no digit, so it is no ID.'],
];

/** With ASCII digits, dashes and spaces. */
const plain = (cell: string) =>
  withAsciiDigits(cell)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .trim();

/** Why a cell that is not empty is no Medicaid ID, without quoting it; null: it may be one. */
export function faultOfMedicaidId(cell: string): string | null {
  const text = plain(cell);
  const spoiled = SPOILED_IDS.find(([pattern]) => pattern.test(text));
  if (spoiled !== undefined) return `Medicaid ID ${spoiled[1]}`;
  return /^0+$/.test(foldedMedicaidId(cell))
    ? 'Medicaid ID is zero, which a spreadsheet program makes of an empty cell.'
    : null;
}

export const DATE_FORMS = '1994-03-12, 3/12/1994 (month first), 12-Mar-1994 and March 12, 1994';
export const READ_DATES = `These forms are read: ${DATE_FORMS}.`;

/** How a date of two numbers and a year can be read. */
export type DateOrder = 'month-first' | 'either' | 'day-first';

/** A cell with a date: the day as YYYY-MM-DD, which may not exist in the calendar, or why it is not read. */
export type ReadDate = ({ readonly day: string } | { readonly fault: string }) & { readonly order?: DateOrder };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MIDNIGHT = /[T ]+(0?0:00(:00(\.0+)?)?|12:00(:00)? ?AM)( ?Z| ?[+-]\d\d:?\d\d)?$/i;
const TIME = /[T ]+\d{1,2}:\d\d/i;

/** Years: nobody is older, so that of two centuries the one before counts only within it. */
const OLDEST = 110;
/** A year of two digits above it is neither a day nor a month. */
const LAST_DAY = 31;

/** Reads a date of birth that is written in one of `DATE_FORMS`. `today`: YYYY-MM-DD. */
export function readDateOfBirth(cell: string, today: string): ReadDate {
  const text = plain(cell);
  const date = text.replace(MIDNIGHT, '');
  if (TIME.test(date)) return { fault: `DOB has a time of day, so that its day is uncertain. ${READ_DATES}` };
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date) ?? /^((?:19|20)\d\d)()(\d\d)(\d\d)$/.exec(date);
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
  // Only with slashes is the month sure to come first, and of two digits any part may be the year.
  if (separator !== '/') return { fault: `DOB has no slashes, so that day and month are uncertain. ${READ_DATES}` };
  if (year.length === 2 && Number(year) <= LAST_DAY) return { fault: UNCERTAIN_YEAR };
  const full = fullYear(year, today);
  const order = Number(second) > 12 ? 'month-first' : 'either';
  return full === null ? { fault: UNCERTAIN_YEAR } : { day: inIsoOrder(full, first, second), order };
}

function namedDate(date: string) {
  const dayFirst = /^(?:[a-z]+, ?)?(\d{1,2})(?:st|nd|rd|th)?[- /.]+([a-z]{3,9})\.?[- /,.]+(\d{4}|\d\d)$/i.exec(date);
  const monthFirst = /^(?:[a-z]+, ?)?([a-z]{3,9})\.?[- /.]+(\d{1,2})(?:st|nd|rd|th)?[- /,.]+(\d{4}|\d\d)$/i.exec(date);
  const [day, name, year] = dayFirst
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

/** Null: it may be of either century. */
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
