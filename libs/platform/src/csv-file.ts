import { cellsOfLine, MAX_CELLS } from './csv.js';

/*
 * Reads CSV files as spreadsheet programs write them: in UTF-8, UTF-16 or Windows-1252, with any kind of line end, separated by commas,
 * semicolons, tabs, bars, carets or tildes, with a first line `sep=;`, or with each whole line in quotes. A file that is not CSV is refused
 * with what it is.
 */

/** The file as a whole cannot be read. The message is for the person who uploaded it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A line that is not empty. */
export interface CsvFileLine {
  /** Counts from 1. */
  readonly line: number;
  /** The trimmed cells; none if there is a fault. */
  readonly cells: readonly string[];
  readonly fault?: string;
}

/** A heading in the form in which headings are compared: `Medicaid ID`, `medicaid_id` and `MedicaidID` are the same. */
export const foldedHeading = (cell: string): string =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

export interface CsvFileOptions {
  /** The maximum number of characters of a line; a longer one is a fault. */
  readonly longest: number;
  /** Whether a folded heading is known. The separator that gives the most known headings is used. */
  readonly isHeading: (heading: string) => boolean;
}

const SEPARATORS = [',', ';', '\t', '|', '^', '~'] as const;
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t|^~]*$/i;
/** The line of headings, which tells the separator, is looked for among this many lines. */
const LINES_BEFORE_HEADINGS = 20;
/** Bytes: enough to tell what kind of file it is. */
const HEAD_BYTES = 4_096;

/** Reads a file of which little is in memory at once: `push` its bytes in chunks of any size, then `end`. Both throw `UnreadableFile`. */
export class CsvFileReader {
  private head: Buffer = Buffer.alloc(0);
  private decoder: Decoder | null = null;
  private rest = '';
  private line = 0;
  private separator: string | null = null;
  /** True if each line is one quoted cell that contains the cells. */
  private isWrapped = false;
  private waiting: NumberedLine[] = [];

  constructor(private readonly options: CsvFileOptions) {}

  push(chunk: Uint8Array): CsvFileLine[] {
    if (this.decoder !== null) return this.read(this.decoder.textOf(chunk));
    this.head = Buffer.concat([this.head, chunk]);
    return this.head.length < HEAD_BYTES ? [] : this.begin();
  }

  end(): CsvFileLine[] {
    const lines = [...(this.decoder === null ? this.begin() : []), ...this.read(this.decoder?.end() ?? '')];
    const last = this.rest.replace(/\r$/, '');
    if (last !== '') lines.push(...this.take(last));
    return [...lines, ...this.separate()];
  }

  private begin(): CsvFileLine[] {
    const foreign = formatOf(this.head.subarray(0, HEAD_BYTES));
    if (foreign !== null) throw new UnreadableFile(foreign);
    this.decoder = decoderFor(this.head);
    return this.read(this.decoder.textOf(this.head));
  }

  private read(text: string): CsvFileLine[] {
    // A carriage return at the end of a chunk may be the first half of a line end.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    // A line that is too long is cut to its last bytes, which are enough to exceed the limit in characters.
    this.rest = (lines.pop() ?? '').slice(-(4 * this.options.longest + 2));
    return lines.flatMap((line) => this.take(line));
  }

  private take(raw: string): CsvFileLine[] {
    const decoded = this.decoder!.lineOf(raw);
    const line = ++this.line;
    const text = decoded.length > this.options.longest ? null : line === 1 ? decoded.replace(/^\ufeff+/, '') : decoded;
    if (text?.trim() === '') return [];
    if (this.separator !== null) return this.cellsOf({ line, text });
    const named = this.waiting.length === 0 ? SEPARATOR_LINE.exec(text ?? '')?.[1] : undefined;
    if (named !== undefined) {
      this.separator = named;
      return [];
    }
    this.waiting.push({ line, text });
    const isFound = headingsIn(text, this.options.isHeading).count > 1;
    return isFound || this.waiting.length === LINES_BEFORE_HEADINGS ? this.separate() : [];
  }

  /** The lines that waited for the separator. */
  private separate(): CsvFileLine[] {
    const waiting = this.waiting;
    this.waiting = [];
    const tried = waiting.map(({ text }) => headingsIn(text, this.options.isHeading));
    const best = tried.toSorted((one, other) => other.count - one.count)[0];
    if ((best?.count ?? 0) < 2 && waiting.some(({ text }) => this.hasHeadingsBetweenBlanks(text ?? '')))
      throw new UnreadableFile(`The columns are separated by blanks. ${AS_CSV}`);
    this.separator ??= best?.separator ?? ',';
    this.isWrapped = best?.isWrapped ?? false;
    return waiting.flatMap((line) => this.cellsOf(line));
  }

  private hasHeadingsBetweenBlanks(text: string): boolean {
    return text.split(/\s+/, MAX_CELLS).filter((word) => this.options.isHeading(foldedHeading(word))).length > 1;
  }

  private cellsOf({ line, text }: NumberedLine): CsvFileLine[] {
    const cells =
      text === null
        ? `The row has more than ${this.options.longest} characters.`
        : cellsOfLine((this.isWrapped ? unwrapped(text) : null) ?? text, this.separator!);
    if (typeof cells === 'string') return [{ line, cells: [], fault: cells }];
    return cells.some((cell) => cell !== '') ? [{ line, cells }] : [];
  }
}

interface NumberedLine {
  readonly line: number;
  /** Null: the line is too long. */
  readonly text: string | null;
}

/** The text of a line that is in quotes as a whole; null: it is not. */
function unwrapped(text: string): string | null {
  const [whole, ...others] = text.trimStart().startsWith('"') ? cellsOfLine(text) : [];
  return others.every((cell) => cell === '') ? (whole ?? null) : null;
}

/** The separator that splits a line into the most known headings, or else into the most cells, with the number of known headings. */
function headingsIn(text: string | null, isHeading: CsvFileOptions['isHeading']) {
  const inner = unwrapped(text ?? '');
  const ways = [{ line: text ?? '', isWrapped: false }, ...(inner === null ? [] : [{ line: inner, isWrapped: true }])];
  const tried = ways.flatMap(({ line, isWrapped }) =>
    SEPARATORS.map((separator) => {
      const cells = cellsOfLine(line, separator);
      const known = typeof cells === 'string' ? [] : cells.filter((cell) => isHeading(foldedHeading(cell)));
      // With only one known heading, quotes around the line are not taken as a wrapping of the whole line.
      const width = typeof cells === 'string' ? MAX_CELLS : cells.length;
      return { separator, isWrapped: isWrapped && known.length > 1, count: known.length, cells: width };
    }),
  );
  return tried.toSorted((one, other) => other.count - one.count || other.cells - one.cells)[0]!;
}

interface Decoder {
  /** Converts complete lines before they are passed to `lineOf`. */
  readonly textOf: (chunk: Uint8Array) => string;
  readonly end: () => string;
  readonly lineOf: (raw: string) => string;
}

function decoderFor(head: Buffer): Decoder {
  const wide = wideEncodingOf(head);
  if (wide === null)
    return { textOf: (chunk) => Buffer.from(chunk).toString('latin1'), end: () => '', lineOf: eightBit };
  const decoder = new TextDecoder(wide);
  return {
    textOf: (chunk) => decoder.decode(chunk, { stream: true }),
    end: () => decoder.decode(),
    lineOf: (raw) => raw,
  };
}

/** The encoding if it is UTF-16, with or without a byte order mark. */
function wideEncodingOf(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && first !== 0) return 'utf-16le';
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : null;
}

/** A line is UTF-8 if it can be, and else Windows-1252. */
function eightBit(raw: string): string {
  if (/^[\u0000-\u007f]*$/.test(raw)) return raw;
  const bytes = Buffer.from(raw, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder of Node takes Windows-1252 for Latin-1.
    return raw.replaceAll(/[\u0080-\u009f]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));
  }
}

/** The characters of the bytes 80 to 9F. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

const AS_CSV = 'In the spreadsheet program, save it as CSV (“CSV UTF-8”), and upload that file.';

/** What a file is if it is not CSV, and what to do; null: it may be CSV. */
function formatOf(head: Buffer): string | null {
  const bytes = head.toString('latin1');
  const text = (wideEncodingOf(head) === null ? bytes : decoderFor(head).textOf(head)).replace(/^(\ufeff|ï»¿|\s)+/, '');
  if (bytes.startsWith('PK\u0003\u0004')) {
    if (bytes.includes('opendocument')) return `This is an OpenDocument file, not CSV. ${AS_CSV}`;
    if (bytes.includes('[Content_Types].xml') || bytes.includes('xl/'))
      return `This is an Excel workbook: save it as CSV. ${AS_CSV}`;
    return bytes.includes('Index/')
      ? `This is a Numbers document, not CSV. ${AS_CSV}`
      : 'This is a ZIP archive. Unpack it, and upload the CSV file in it.';
  }
  if (bytes.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    return `This is an Excel workbook (an old one, or one with a password): save it as CSV. ${AS_CSV}`;
  }
  if (/^ID;P(WXL|CALC)/.test(text)) return `This is a SYLK file of a spreadsheet, not CSV. ${AS_CSV}`;
  if (bytes.startsWith('\u001f\u008b')) return 'This is a compressed file. Unpack it, and upload the CSV file in it.';
  if (/^%PDF-/.test(text)) return 'This is a PDF, not CSV. Ask its sender for the list as CSV.';
  if (text.startsWith('{\\rtf')) return 'This is a text document (RTF), not CSV. Ask its sender for the list as CSV.';
  if (/^<\?xml/i.test(text) && /excel|spreadsheet/i.test(text))
    return `This is an Excel workbook in XML: save it as CSV. ${AS_CSV}`;
  if (/^<(!doctype|!--|html|head|body|meta|style|table|div|\w+:)/i.test(text)) {
    return `This is a web page, as some programs export it under the name of a spreadsheet, not CSV. ${AS_CSV}`;
  }
  if (/^<\?xml/i.test(text)) return 'This is an XML file, not CSV.';
  if (/^(\{\s*"|\[\s*[{["])/.test(text)) return 'This is a JSON file, not CSV.';
  if (/^(\u0089PNG|\u00ff\u00d8\u00ff|GIF8|BM.{4}\u0000|II\*\u0000|MM\u0000\*|RIFF.{4}WEBP)/s.test(bytes))
    return 'This is a picture, not CSV. Ask its sender for the list as CSV.';
  return text.includes('\u0000') ? 'This is no text file, so it is not CSV.' : null;
}
