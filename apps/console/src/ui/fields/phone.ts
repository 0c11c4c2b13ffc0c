/** Digits of a US number (access specification, section 5). */
export const PHONE_DIGITS = 10;
/** Characters that are shown of what was left out. */
const MAX_SHOWN = 40;

/** A field after an edit of its text. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
  /** The side of the caret where text was deleted. Left out: text was typed or pasted. */
  readonly erased?: 'before' | 'after' | undefined;
}

/** What a field holds after an edit. */
export interface EditedPhone {
  readonly digits: string;
  /** Position in the newly formatted number. */
  readonly caret: number;
  /** What was typed or pasted and is not held: letters, an extension, digits beyond the tenth, a number of another country. Empty: nothing. */
  readonly leftOut: string;
}

/**
 * The digits that a field holds after an edit of its formatted number, ten at most. `kept`: the digits before the edit. A country code 1 is
 * dropped. A digit that is typed into a full number is left out and pushes no other out. Deleting a bracket or a hyphen deletes the digit
 * next to it.
 */
export function editPhone(kept: string, { text, caret, erased }: Edited): EditedPhone {
  const { digits, leftOut } = heldOf(partsOf(formatPhone(kept), text, caret));
  const typed = digitsIn(text).length;
  const before = Math.max(0, digitsIn(text.slice(0, caret)).length - (typed - digits.length));
  if (erased === undefined || digits !== kept)
    return { digits, caret: placeAfter(formatPhone(digits), before), leftOut };
  if (erased === 'before' && before === 0) return { digits, caret: 0, leftOut };
  const at = erased === 'before' ? before - 1 : before;
  const fewer = kept.slice(0, at) + kept.slice(at + 1);
  return { digits: fewer, caret: placeAfter(formatPhone(fewer), at), leftOut };
}

interface Parts {
  /** Digits before and behind what was put in. */
  readonly head: string;
  readonly tail: string;
  readonly put: string;
}

/** What was typed or pasted, and the digits around it; all of the text if it does not come from `shown` by one edit at the caret. */
function partsOf(shown: string, text: string, caret: number): Parts {
  const after = text.slice(caret);
  if (!shown.endsWith(after)) return { head: '', put: text, tail: '' };
  const most = Math.min(caret, shown.length - after.length);
  let same = 0;
  while (same < most && shown[same] === text[same]) same++;
  return { head: digitsIn(text.slice(0, same)), put: text.slice(same, caret), tail: digitsIn(after) };
}

/** A number with the code of another country than 1, or too long and with a zero in front, as it is dialled from elsewhere. */
const isForeign = (put: string): boolean =>
  /^\D*\+\D*[02-9]/.test(put) || (/^\D*0/.test(put) && digitsIn(put).length > PHONE_DIGITS);

function heldOf({ head, tail, put: written }: Parts): Pick<EditedPhone, 'digits' | 'leftOut'> {
  const put = narrowed(written);
  if (isForeign(put)) return { digits: head + tail, leftOut: shortened(trimmed(put)) };
  const isWhole = head + tail === '';
  const [, label = '', number = '', rest = ''] = isWhole
    ? (/^(\D*)([^\p{L}#*]*)(.*)$/su.exec(put.replace(/^(\D*)\+\D*1/, '$1')) ?? [])
    : (/^()([^\p{L}#*]*)(.*)$/su.exec(put) ?? []);
  const all = head + digitsIn(number) + tail;
  const hasCountry = all.length > PHONE_DIGITS && all.startsWith('1');
  const room = Math.max(0, PHONE_DIGITS + (hasCountry ? 1 : 0) - head.length - tail.length);
  const end = placeAfter(number, room);
  const digits = head + digitsIn(number.slice(0, end)) + tail;
  const leftOut = [label, number.slice(end) + rest].map(trimmed).filter(Boolean).join(', ');
  return { digits: hasCountry ? digits.slice(1) : digits, leftOut: shortened(leftOut) };
}

/** Without the punctuation at both ends. */
const trimmed = (text: string): string => text.replaceAll(/^[^\p{L}\p{N}#*+]+|[^\p{L}\p{N}#*]+$/gu, '');

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 3 * MAX_SHOWN));
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('').trimEnd()}…` : text;
}

/** A full-width digit, as an East Asian keyboard types it, is that digit. */
const narrowed = (text: string): string => text.replaceAll(/\p{Nd}/gu, (digit) => digit.normalize('NFKC'));

const digitsIn = (text: string): string => narrowed(text).replaceAll(/\D/g, '');

/** Behind so many digits of a number. */
function placeAfter(formatted: string, digits: number): number {
  if (digits === 0) return 0;
  const places = [...formatted.matchAll(/\d/g)].map(({ index }) => index + 1);
  return places[digits - 1] ?? formatted.length;
}

/**
 * `(602) 555-0112`, growing as it is typed: 14 characters at most. More than ten digits, which an earlier release kept, stay as they are.
 */
export function formatPhone(digits: string): string {
  if (digits.length > PHONE_DIGITS) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area;
}
