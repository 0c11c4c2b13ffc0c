/*
 * What the text of a note can contain. The editor's schema, the API's allow-list, the screens that show a note and the conversion of pasted
 * text follow from it.
 */

/** Character formats. `s`: struck out. */
export const NOTE_MARKS = ['strong', 'em', 's', 'sub', 'sup'] as const;

/**
 * Every tag. `a` has an `href` that satisfies `isNoteLink`, `ol` the attributes of `numberingOf`, `span` the user id of a mention as
 * `data-mention`.
 */
export const NOTE_TAGS = ['p', 'br', ...NOTE_MARKS, 'ul', 'ol', 'li', 'a', 'span'] as const;

/** Alternative tags of the same formats. */
export const NOTE_TAG_ALIASES = { b: 'strong', i: 'em', del: 's', strike: 's', div: 'p' } as const;

/** A host or an address must follow the scheme. */
const LINK = /^(https?:\/\/[^/\s]|mailto:\S|tel:\S)/i;

/**
 * Whether this can be the address of a link in a note. A relative address, or another scheme, is not made a link: only its text is kept.
 */
export const isNoteLink = (href: string): boolean => LINK.test(href);

/** How a numbered list counts. */
export interface Numbering {
  /** Number of the first item, 0 to 999,999. */
  readonly start: number;
  /** Small or capital letters, small or capital Roman numerals; null: figures. */
  readonly type: 'a' | 'A' | 'i' | 'I' | null;
}

/** The numbering of an `ol` with these attributes. Invalid values are ignored. */
export function numberingOf(start: string | null | undefined, type: string | null | undefined): Numbering {
  return {
    start: /^\d{1,6}$/.test(start ?? '') ? Number(start) : 1,
    type: NUMERALS.find((one) => one === type) ?? null,
  };
}
const NUMERALS = ['a', 'A', 'i', 'I'] as const;

/** The attributes of an `ol`, in the order in which they are written. */
export const numberingAttributes = ({ start, type }: Numbering): Readonly<Record<string, string>> => ({
  ...(start !== 1 && { start: String(start) }),
  ...(type !== null && { type }),
});

/** The number of an item as the list shows it: `4`, `d`, `iv`. */
export function numeral(number: number, type: Numbering['type']): string {
  if (type === null || number < 1) return String(number);
  const small = type.toLowerCase() === 'a' ? letters(number) : number < 4000 ? roman(number) : String(number);
  return type === 'a' || type === 'i' ? small : small.toUpperCase();
}

const letters = (number: number): string =>
  number < 1 ? '' : letters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26));

const ROMAN = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
  ] as const),
  ...([
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
] as const;

function roman(number: number): string {
  let rest = number;
  let written = '';
  for (const [value, sign] of ROMAN) {
    for (; rest >= value; rest -= value) written += sign;
  }
  return written;
}

/** The numbers that a written numeral can mean, the likelier reading first; empty if it is no number. */
export function readNumeral(written: string): readonly Numbering[] {
  if (/^\d{1,6}$/.test(written)) return [{ start: Number(written), type: null }];
  const small = written.toLowerCase();
  const isSmall = written === small;
  if (!isSmall && written !== written.toUpperCase()) return [];
  const asRoman = romanValue(small);
  const readings: Numbering[] = asRoman === null ? [] : [{ start: asRoman, type: isSmall ? 'i' : 'I' }];
  if (/^[a-z]{1,2}$/.test(small)) {
    const value = [...small].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
    const asLetter = { start: value, type: isSmall ? ('a' as const) : ('A' as const) };
    // A list rarely begins at c, d, l, m, v or x, and often at i.
    if (small === 'i' || small.length > 1) readings.push(asLetter);
    else readings.unshift(asLetter);
  }
  return readings;
}

function romanValue(small: string): number | null {
  if (!/^[mdclxvi]{1,15}$/.test(small)) return null;
  let value = 0;
  let rest = small;
  for (const [worth, sign] of ROMAN) {
    for (; rest.startsWith(sign); rest = rest.slice(sign.length)) value += worth;
  }
  return rest === '' && value < 4000 && roman(value) === small ? value : null;
}
