/** Characters that the field shows (access specification, section 5). Of a number that is not from the US, as many digits are kept. */
const SHOWN = 14;

/**
 * Digits that are kept of a typed or pasted US number; a country code before it is dropped. More than ten are kept as well: which ten
 * were meant is for the person to say, and until then the number is not valid.
 */
export function phoneDigits(text: string): string {
  const digits = digitsIn(text);
  return (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits).slice(0, SHOWN);
}

/** A field after an edit of its text. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
  /** The side of the caret where text was deleted. Left out: text was typed or pasted. */
  readonly erased?: 'before' | 'after' | undefined;
}

/**
 * The digits of a formatted number after an edit, and the position of the caret in the newly formatted number. `kept`: the digits before the
 * edit. Deleting a bracket or a hyphen deletes the digit next to it.
 */
export function editPhone(
  kept: string,
  { text, caret, erased }: Edited,
): { readonly digits: string; readonly caret: number } {
  let digits = phoneDigits(text);
  let before = countDigits(text.slice(0, caret));
  // A country code that was dropped stood before the caret.
  if (countDigits(text) > digits.length && before > 0) before--;
  before = Math.min(before, digits.length);
  if (erased !== undefined && digits === kept) {
    if (erased === 'before' && before > 0) before--;
    else if (erased === 'before') return { digits, caret: 0 };
    digits = kept.slice(0, before) + kept.slice(before + 1);
  }
  return { digits, caret: placeAfter(formatPhone(digits), before) };
}

const countDigits = (text: string): number => digitsIn(text).length;

/** A full-width digit, as an East Asian keyboard types it, is that digit. */
const digitsIn = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => digit.normalize('NFKC')).replaceAll(/\D/g, '');

/** Behind so many digits of a formatted number. */
function placeAfter(formatted: string, digits: number): number {
  if (digits === 0) return 0;
  const places = [...formatted.matchAll(/\d/g)].map(({ index }) => index + 1);
  return places[digits - 1] ?? formatted.length;
}

/** `(602) 555-0112`, growing as it is typed; what is too long for a US number stays as it is. 14 characters at most. */
export function formatPhone(digits: string): string {
  if (digits.length > 10) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area;
}
