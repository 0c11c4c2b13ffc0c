import { isLineEnd, isRegular, isSpace, isSpaceToSome } from './pdf-reader.js';
import { isArray, type PdfDictionary, PdfName } from './pdf-values.js';

const PERCENT = '%'.charCodeAt(0);
const NUMERIC = new Set([...'+-.0123456789'].map((one) => one.charCodeAt(0)));

interface WrittenNumber {
  /** The digits as written; empty if something else is there. */
  readonly text: string;
  readonly start: number;
  /** Whether it may be part of a comment, or be separated by one from what follows. */
  readonly isNearComment: boolean;
}

/**
 * The object number of a header: 12 if `12 0` precedes the `obj` at an offset. Null if there is no header, because the word is part of a
 * text or of binary data. Ambiguous if viewers may read another number, or only some viewers see a header.
 */
export function objectNumberBefore(bytes: Buffer, at: number): number | 'ambiguous' | null {
  const next = bytes[at + 3] ?? 0;
  if (isRegular(next) && !isSpaceToSome(next)) return null;
  const generation = numberBefore(bytes, at);
  const object = generation.text === '' ? generation : numberBefore(bytes, generation.start);
  if (generation.isNearComment || object.isNearComment) return 'ambiguous';
  if (object.text === '') return null;
  return [object, generation].every(({ text }) => /^\d+$/.test(text)) ? Number(object.text) : 'ambiguous';
}

function numberBefore(bytes: Buffer, at: number): WrittenNumber {
  let end = at;
  let isOnEarlierLine = false;
  for (let space = bytes[end - 1]; space !== undefined && isSeparator(space); space = bytes[end - 1]) {
    isOnEarlierLine ||= isLineEnd(space);
    end--;
  }
  let start = end;
  while (NUMERIC.has(bytes[start - 1] ?? 0)) start--;
  const text = bytes.toString('latin1', start, end);
  return { text, start, isNearComment: isOnEarlierLine && hasCommentBefore(bytes, end) };
}

const isSeparator = (byte: number) => isSpace(byte) || isSpaceToSome(byte);

/** Whether a comment begins earlier on the same line. */
function hasCommentBefore(bytes: Buffer, at: number): boolean {
  for (let before = at - 1; before >= 0 && !isLineEnd(bytes[before]!); before--)
    if (bytes[before] === PERCENT) return true;
  return false;
}

/** The file may be sound, but checking it would take too many resources. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/** An object stream is packed in a way that no known program uses for object streams. */
export class UnusualEncoding extends Error {
  override readonly name = 'UnusualEncoding';
}

/** Throws `UnusualEncoding`. */
export function isDeflated(dictionary: PdfDictionary): boolean {
  const [filter, parameters] = ['Filter', 'DecodeParms'].map((key) => {
    const value = dictionary.get(key) ?? null;
    return isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
  });
  // Some viewers accept the abbreviations of inline images here.
  const isPlain = parameters === null && !dictionary.has('F') && !dictionary.has('DP');
  const isFlate = filter instanceof PdfName && ['FlateDecode', 'Fl'].includes(filter.text);
  if (!isPlain || (filter !== null && !isFlate))
    throw new UnusualEncoding('An object stream that is not deflated alone.');
  return isFlate;
}
