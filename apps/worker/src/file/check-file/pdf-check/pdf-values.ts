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

/** Maximum bytes of a string that are decoded, because only its beginning is ever compared. */
const MAX_DECODED_BYTES = 1024;

/** A string, decoded only on request. */
export class PdfString {
  constructor(
    private readonly bytes: Uint8Array,
    /** The offsets of the content between the delimiters. */
    private readonly start: number,
    private readonly end: number,
    private readonly isHex: boolean,
  ) {}

  /** The beginning of the string, with one character for each byte. */
  get beginning(): string {
    const written = latin1(this.bytes, this.start, Math.min(this.end, this.start + MAX_DECODED_BYTES));
    if (!this.isHex) return written.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, escaped: string) => unescaped(escaped));
    const digits = written.replace(/[^0-9a-f]/gi, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  // A line end after a backslash is not part of the string.
  '\n': '',
  '\r': '',
  '\r\n': '',
};
const unescaped = (escaped: string): string =>
  /^[0-7]/.test(escaped) ? String.fromCharCode(parseInt(escaped, 8) & 255) : (ESCAPES[escaped] ?? escaped);

/** Empty if `start` is after the last byte, as it is after a comment that ends the file. */
export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  start < end ? Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1') : '';

export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => value instanceof Array;
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
