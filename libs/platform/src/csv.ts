import { CsvError, parse } from 'csv-parse/sync';

/** Without it, Excel takes UTF-8 for another encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string => `"${escapedFormula(cell).replaceAll('"', '""')}"`;

const FORMULA = String.raw`(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])`;
const LIKE_FORMULA = new RegExp(`^${FORMULA}`, 'u');
const ESCAPED = new RegExp(`^'+${FORMULA}`, 'u');

/** A spreadsheet runs a cell that begins like a formula. With an apostrophe before it, it is text (OWASP, CSV injection). */
const escapedFormula = (cell: string): string => (LIKE_FORMULA.test(cell) || ESCAPED.test(cell) ? `'${cell}` : cell);

/** The text of a cell as `csvLine` wrote it; null for a cell that a spreadsheet would run. */
export const textOfCell = (cell: string): string | null =>
  LIKE_FORMULA.test(cell) ? null : ESCAPED.test(cell) ? cell.slice(1) : cell;

const NOT_CLOSED = 'A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.';

/** The trimmed cells of a line, or its fault. A line is parsed by itself, so that a quote out of place affects no other line. */
export function cellsOfLine(line: string, separator = ','): readonly string[] | string {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  try {
    const [cells = []] = parse(line, { trim: true, delimiter: separator });
    return cells.map((cell) => cell.trim());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? NOT_CLOSED : 'A quote is out of place.';
  }
}
