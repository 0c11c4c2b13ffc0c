import { decodedName } from './pdf-names.js';
import { type PdfValue, type PdfDictionary, PdfName, PdfReference, PdfString, latin1 } from './pdf-values.js';

/** The bytes are not valid PDF, or viewers disagree about their meaning. */
export class NotPdfSyntax extends Error {
  override readonly name = 'NotPdfSyntax';
}

/** Maximum nesting of values. No program writes deeper ones, and the stack can hold more. */
const MAX_DEPTH = 100;

/**
 * Keys that decide how an action or an object stream is read. If a dictionary has such a key twice, viewers disagree about which value
 * counts, and a replaced value would not be judged in its context.
 */
const UNREPEATABLE_KEYS = new Set(['S', 'N', 'Next', 'First', 'Filter', 'DecodeParms']);

const END_OF_OBJECT = 'endobj';

/** Each part can match in only one way, so that the time is linear however long the word is. */
const NUMBER_OR_WORD = /^(?=.)(?:[+-]*\d*(?:\.\d*)?(?:-\d*)?|null|true|false)$/;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([...'()<>[]{}/%'].map((one) => one.charCodeAt(0)));
const [SLASH, PERCENT, OPEN, CLOSE, BACKSLASH] = [...'/%()\\'].map((one) => one.charCodeAt(0));
const STARTS_OF_VALUES = new Set([...'/([<'].map((one) => one.charCodeAt(0)));
const [LESS, GREATER, BRACKET, END_BRACKET] = [...'<>[]'].map((one) => one.charCodeAt(0));

/** Reads consecutive values from any offset. Throws `NotPdfSyntax`. */
export class PdfReader {
  /** Every name that was read as a value, with its `#` escapes decoded, and every key. */
  readonly names = new Set<string>();
  readonly keys = new Set<string>();
  /** Entries that a later one with the same key replaced, each as a dictionary: some viewers use the first one. */
  readonly replaced: PdfDictionary[] = [];
  private readonly start: number;
  /** The offset that the longest look-ahead reached. */
  private lookedAt = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {
    this.start = at;
  }

  /** The number of bytes that were read, including look-ahead. */
  get bytesRead(): number {
    return Math.max(this.at, this.lookedAt) - this.start;
  }

  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new NotPdfSyntax('too deep');
    this.skipSpace();
    switch (this.bytes[this.at]) {
      case SLASH:
        return this.name();
      case OPEN:
        return this.literalString();
      case BRACKET:
        return this.array(depth);
      case LESS:
        return this.bytes[this.at + 1] === LESS ? this.dictionary(depth) : this.hexString();
      default:
        return this.numberOrWord();
    }
  }

  /** The next value; null for any other word or a stray delimiter, which a tolerant viewer skips. */
  valueOrNoise(): PdfValue {
    this.skipSpace();
    const start = this.at;
    const byte = this.bytes[start];
    if (byte === undefined || STARTS_OF_VALUES.has(byte)) return this.value();
    if (DELIMITER.has(byte)) {
      this.at += byte === GREATER && this.bytes[start + 1] === GREATER ? 2 : 1;
      return null;
    }
    const word = this.word();
    if (!NUMBER_OR_WORD.test(word)) return null;
    this.goBack(start);
    return this.value();
  }

  /** Consumes `word` if it comes next. */
  takes(word: string): boolean {
    this.skipSpace();
    const start = this.at;
    if (this.word() === word) return true;
    this.goBack(start);
    return false;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at]!;
      if (byte === PERCENT) while (this.at < this.bytes.length && !isLineEnd(this.bytes[this.at]!)) this.at++;
      else if (!SPACE.has(byte)) return;
    }
  }

  private name(found = this.names): PdfName {
    this.at++;
    const text = decodedName(this.regularCharacters());
    if (text === null) throw new NotPdfSyntax('an escape that viewers decode differently');
    found.add(text);
    return new PdfName(text);
  }

  private literalString(): PdfString {
    const start = this.at + 1;
    let open = 0;
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at];
      if (byte === BACKSLASH) this.at++;
      else if (byte === OPEN) open++;
      else if (byte === CLOSE && --open === 0) {
        this.at++;
        return new PdfString(this.bytes, start, this.at - 1, false);
      }
    }
    throw new NotPdfSyntax('a string without an end');
  }

  private hexString(): PdfString {
    const end = this.bytes.indexOf(GREATER!, this.at);
    if (end < 0) {
      this.at = this.bytes.length;
      throw new NotPdfSyntax('a string without an end');
    }
    const start = this.at + 1;
    this.at = end + 1;
    return new PdfString(this.bytes, start, end, true);
  }

  private array(depth: number): PdfValue[] {
    this.at++;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === END_BRACKET) {
        this.at++;
        return values;
      }
      values.push(this.value(depth + 1));
    }
  }

  private dictionary(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === GREATER && this.bytes[this.at + 1] === GREATER) {
        this.at += 2;
        return entries;
      }
      if (this.bytes[this.at] !== SLASH) throw new NotPdfSyntax('an entry without a key');
      const { text: key } = this.name(this.keys);
      const earlier = entries.get(key);
      if (earlier !== undefined && UNREPEATABLE_KEYS.has(key)) throw new NotPdfSyntax('a key that must be unique');
      if (earlier !== undefined) this.replaced.push(new Map([[key, earlier]]));
      entries.set(key, this.value(depth + 1));
    }
  }

  private numberOrWord(): PdfValue {
    const word = this.word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (!NUMBER_OR_WORD.test(word)) throw new NotPdfSyntax('an unknown word');
    return /^\d+$/.test(word) ? this.referenceOr(Number(word)) : Number.parseFloat(word) || 0;
  }

  /** `12 0 R`, or only the number: then what follows it is not consumed. */
  private referenceOr(number: number): number | PdfReference {
    const start = this.at;
    this.skipSpace();
    if (/^\d+$/.test(this.word())) {
      this.skipSpace();
      if (this.word() === 'R') return new PdfReference(number);
    }
    this.goBack(start);
    return number;
  }

  private goBack(at: number): void {
    this.lookedAt = Math.max(this.lookedAt, this.at);
    this.at = at;
  }

  private word(): string {
    const word = this.regularCharacters();
    if (word === END_OF_OBJECT || !word.endsWith(END_OF_OBJECT)) return word;
    // Some programs write no space between a value and `endobj`: `59endobj`.
    this.at -= END_OF_OBJECT.length;
    return word.slice(0, -END_OF_OBJECT.length);
  }

  private regularCharacters(): string {
    const start = this.at;
    for (; this.at < this.bytes.length && isRegular(this.bytes[this.at]!); this.at++) {
      if (isSpaceToSome(this.bytes[this.at]!)) throw new NotPdfSyntax('a byte that ends a word in some viewers');
    }
    return latin1(this.bytes, start, this.at);
  }
}

export const isLineEnd = (byte: number) => byte === 10 || byte === 13;
export const isSpace = (byte: number) => SPACE.has(byte);
export const isRegular = (byte: number) => !SPACE.has(byte) && !DELIMITER.has(byte);
/** PDFium, the viewer of Chrome and Edge, reads these bytes as white space. */
export const isSpaceToSome = (byte: number) => byte === 0x80 || byte === 0xff;
