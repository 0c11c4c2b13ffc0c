/** Digits of a US number (access specification, section 5). */
export const PHONE_DIGITS = 10;
/** Limits how many characters of the left-out text are shown. */
const MAX_SHOWN = 40;

/** The text of a field after an edit. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
  /** The side of the caret at which text was deleted; undefined if text was typed or pasted. */
  readonly erased?: 'before' | 'after' | undefined;
}

/** The number in the field after an edit. */
export interface EditedPhone {
  readonly digits: string;
  /** Position in the newly formatted number. */
  readonly caret: number;
  /**
   * The typed or pasted text that the field leaves out: letters, an extension, digits beyond the tenth, a number of another country. Empty
   * if there is none.
   */
  readonly leftOut: string;
}

/**
 * The number after an edit of its formatted text, at most ten digits. `kept` is the digits before the edit. A country code 1 is dropped. A
 * digit that is typed into a full number is left out and replaces no other digit. Deleting a bracket or a hyphen deletes the digit next to
 * it.
 */
export function editPhone(kept: string, { text, caret, erased }: Edited): EditedPhone {
  const { digits, leftOut } = numberFrom(partsOf(formatPhone(kept), text, caret));
  const typed = digitsIn(text).length;
  const before = Math.max(0, digitsIn(text.slice(0, caret)).length - (typed - digits.length));
  if (erased === undefined || digits !== kept)
    return { digits, caret: caretAfter(formatPhone(digits), before), leftOut };
  if (erased === 'before' && before === 0) return { digits, caret: 0, leftOut };
  const at = erased === 'before' ? before - 1 : before;
  const fewer = kept.slice(0, at) + kept.slice(at + 1);
  return { digits: fewer, caret: caretAfter(formatPhone(fewer), at), leftOut };
}

interface Parts {
  /** Digits before and after the inserted text. */
  readonly head: string;
  readonly tail: string;
  readonly inserted: string;
}

/**
 * The inserted text and the digits around it. If `text` did not result from `shown` by one edit at the caret, all of it counts as inserted.
 */
function partsOf(shown: string, text: string, caret: number): Parts {
  const after = text.slice(caret);
  if (!shown.endsWith(after)) return { head: '', inserted: text, tail: '' };
  const most = Math.min(caret, shown.length - after.length);
  let same = 0;
  while (same < most && shown[same] === text[same]) same++;
  return { head: digitsIn(text.slice(0, same)), inserted: text.slice(same, caret), tail: digitsIn(after) };
}

/**
 * True for a number with a country code other than 1, and for one that is too long and starts with zero, as it is dialled in other
 * countries.
 */
const isForeign = (inserted: string): boolean =>
  /^\D*\+\D*[02-9]/.test(inserted) || (/^\D*0/.test(inserted) && digitsIn(inserted).length > PHONE_DIGITS);

function numberFrom({ head, tail, inserted: raw }: Parts): Pick<EditedPhone, 'digits' | 'leftOut'> {
  const inserted = withAsciiDigits(raw);
  if (isForeign(inserted)) return { digits: head + tail, leftOut: shortened(trimmed(inserted)) };
  const isWhole = head + tail === '';
  const [, label = '', number = '', rest = ''] = isWhole
    ? (/^(\D*)([^\p{L}#*]*)(.*)$/su.exec(inserted.replace(/^(\D*)\+\D*1/, '$1')) ?? [])
    : (/^()([^\p{L}#*]*)(.*)$/su.exec(inserted) ?? []);
  const all = head + digitsIn(number) + tail;
  const hasCountry = all.length > PHONE_DIGITS && all.startsWith('1');
  const room = Math.max(0, PHONE_DIGITS + (hasCountry ? 1 : 0) - head.length - tail.length);
  const end = caretAfter(number, room);
  const digits = head + digitsIn(number.slice(0, end)) + tail;
  const leftOut = [label, number.slice(end) + rest].map(trimmed).filter(Boolean).join(', ');
  return { digits: hasCountry ? digits.slice(1) : digits, leftOut: shortened(leftOut) };
}

/** Removes punctuation at both ends. */
const trimmed = (text: string): string => text.replaceAll(/^[^\p{L}\p{N}#*+]+|[^\p{L}\p{N}#*]+$/gu, '');

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 3 * MAX_SHOWN));
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('').trimEnd()}…` : text;
}

/** Converts full-width digits, which East Asian keyboards type. */
const withAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, (digit) => digit.normalize('NFKC'));

const digitsIn = (text: string): string => withAsciiDigits(text).replaceAll(/\D/g, '');

/** The caret position after so many digits of a formatted number. */
function caretAfter(formatted: string, digits: number): number {
  if (digits === 0) return 0;
  const places = [...formatted.matchAll(/\d/g)].map(({ index }) => index + 1);
  return places[digits - 1] ?? formatted.length;
}

/**
 * Formats as `(602) 555-0112`, growing while it is typed, at most 14 characters. More than ten digits, which an earlier release stored,
 * stay unchanged.
 */
export function formatPhone(digits: string): string {
  if (digits.length > PHONE_DIGITS) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area;
}
