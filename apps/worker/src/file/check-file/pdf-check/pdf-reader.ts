/** A value as PDF's own syntax writes it (ISO 32000, 7.3). */
export type PdfValue =
  null | boolean | number | PdfString | PdfName | PdfReference | readonly PdfValue[] | PdfDictionary;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export class PdfName {
  constructor(readonly text: string) {}
}

export class PdfReference {
  constructor(readonly object: number) {}
}

/** Its text is made when it is asked for, which is seldom. */
export class PdfString {
  constructor(
    private readonly bytes: Uint8Array,
    /** The entries between its brackets. */
    private readonly start: number,
    private readonly end: number,
    private readonly isHex: boolean,
  ) {}

  /** A character for each byte. */
  get text(): string {
    const written = latin1(this.bytes, this.start, this.end);
    if (!this.isHex) return written.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, escaped: string) => unescaped(escaped));
    const digits = written.replace(/[^0-9a-f]/gi, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  // The end of a line is none of the string.
  ...{ '\n': '', '\r': '', '\r\n': '' },
};
const unescaped = (escaped: string): string =>
  /^[0-7]/.test(escaped) ? String.fromCharCode(parseInt(escaped, 8) & 255) : (ESCAPES[escaped] ?? escaped);

/** Empty where `start` is behind the last byte, as it is after a comment that ends the file. */
const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  start < end ? Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1') : '';

export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => value instanceof Array;
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

/** The bytes are not valid PDF. */
export class NotPdfSyntax extends Error {
  override readonly name = 'NotPdfSyntax';
}

/** Deeper than any program writes, and short of what the stack holds. */
const DEEPEST = 100;

/** Of a number, in characters; longer than any program writes. The pattern of a number takes quadratic time over what almost is one. */
const MAX_NUMBER_LENGTH = 64;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([...'()<>[]{}/%'].map((one) => one.charCodeAt(0)));
const [SLASH, PERCENT, OPEN, CLOSE, BACKSLASH] = [...'/%()\\'].map((one) => one.charCodeAt(0));
const [LESS, GREATER, BRACKET, END_BRACKET] = [...'<>[]'].map((one) => one.charCodeAt(0));

/** Reads values from any place of a file, one after the other. Throws `NotPdfSyntax`. */
export class PdfReader {
  /** Every name that was read, `#` escapes undone. */
  readonly names = new Set<string>();
  /** What a dictionary says twice, as dictionaries of their own: another program may go by the one that is not kept. */
  readonly repeated: PdfDictionary[] = [];
  private readonly start: number;
  /** Where a look ahead ended. */
  private lookedAt = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {
    this.start = at;
  }

  /** How far it has read from where it began, also where it only looked ahead. */
  get bytesRead(): number {
    return Math.max(this.at, this.lookedAt) - this.start;
  }

  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw new NotPdfSyntax('too deep');
    this.skipSpace();
    switch (this.bytes[this.at]) {
      case SLASH:
        return this.nameAt();
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

  /** Is this the next word? Then it is passed. */
  takes(word: string): boolean {
    this.skipSpace();
    const start = this.at;
    if (this.word() === word) return true;
    this.goBack(start);
    return false;
  }

  /** Comments are space. */
  skipSpace(): void {
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at]!;
      if (byte === PERCENT) while (this.at < this.bytes.length && !isLineEnd(this.bytes[this.at]!)) this.at++;
      else if (!SPACE.has(byte)) return;
    }
  }

  private nameAt(): PdfName {
    this.at++;
    const text = this.word().replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    this.names.add(text);
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
      if (this.bytes[this.at] !== SLASH) throw new NotPdfSyntax('an entry without a name');
      const { text } = this.nameAt();
      const before = entries.get(text);
      if (before !== undefined) this.repeated.push(new Map([[text, before]]));
      entries.set(text, this.value(depth + 1));
    }
  }

  private numberOrWord(): PdfValue {
    const word = this.word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (word.length > MAX_NUMBER_LENGTH) throw new NotPdfSyntax('a word that is too long');
    if (!/^[+-]*\d*\.?\d*(-\d*)?$/.test(word) || word === '') throw new NotPdfSyntax('an unknown word');
    return /^\d+$/.test(word) ? this.referenceOr(Number(word)) : Number.parseFloat(word) || 0;
  }

  /** `12 0 R`; if it is only a number, what follows is left for the next. */
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

  /** Regular characters from here on. */
  private word(): string {
    const start = this.at;
    while (this.at < this.bytes.length && isRegular(this.bytes[this.at]!)) this.at++;
    return latin1(this.bytes, start, this.at);
  }
}

const isLineEnd = (byte: number) => byte === 10 || byte === 13;
export const isSpace = (byte: number) => SPACE.has(byte);
export const isRegular = (byte: number) => !SPACE.has(byte) && !DELIMITER.has(byte);
