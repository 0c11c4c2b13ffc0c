import { CsvError, parse } from 'csv-parse/sync';

/** Without it, Excel does not recognize UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string => `"${escapedFormula(cell).replaceAll('"', '""')}"`;

const FORMULA = String.raw`(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])`;
const LIKE_FORMULA = new RegExp(`^${FORMULA}`, 'u');
const ESCAPED = new RegExp(`^'+${FORMULA}`, 'u');

/** A spreadsheet executes a cell that begins like a formula. An apostrophe before it makes it text (OWASP, CSV injection). */
const escapedFormula = (cell: string): string => (LIKE_FORMULA.test(cell) || ESCAPED.test(cell) ? `'${cell}` : cell);

/** The text of a cell that `csvLine` wrote; null for a cell that a spreadsheet would execute. */
export const textOfCell = (cell: string): string | null =>
  LIKE_FORMULA.test(cell) ? null : ESCAPED.test(cell) ? cell.slice(1) : cell;

const NOT_CLOSED = 'A quote is not closed on its line. If a cell goes on in the next line, write its text in one line.';

/** The maximum number of cells of a line. Spreadsheet programs write more only as empty cells at the end of the line. */
export const MAX_CELLS = 1_000;

/**
 * The trimmed cells of a line, or its fault. A line is parsed by itself, so that a quote out of place affects no other line. A formula that a
 * spreadsheet program wrote without quotes around it, such as `="0012"` or `=TEXT(A1,"000")`, is one cell.
 */
export function cellsOfLine(given: string, separator = ','): readonly string[] | string {
  const line = withoutSpareCells(given, separator);
  if (line === null) return `The line has more than ${MAX_CELLS} cells.`;
  const text = BEGINS_FORMULA.test(line.slice(0, line.lastIndexOf('(') + 1))
    ? withFormulasInQuotes(line, separator)
    : line;
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells = parsed(text, separator);
  if (typeof cells !== 'string' || !BEGINS_FORMULA.test(line)) return cells;
  const again = parsed(withFormulasInQuotes(line, separator), separator);
  return typeof again === 'string' ? cells : again;
}

const BEGINS_FORMULA = /[=＝+＋@＠-]/;

/**
 * Removes empty cells at the end of a line until `MAX_CELLS` are left; null: it has more cells that are not empty. Separators within quotes
 * count.
 */
function withoutSpareCells(line: string, separator: string): string | null {
  let cells = 1;
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) cells++;
  let end = line.length;
  for (; cells > MAX_CELLS && end > 0; end--) {
    if (line[end - 1] === separator) cells--;
    else if (line[end - 1] !== ' ') return null;
  }
  return line.slice(0, end);
}

function parsed(line: string, separator: string): readonly string[] | string {
  try {
    const [cells = []] = parse(line, { trim: true, delimiter: separator });
    return cells.map((cell) => cell.trim());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? NOT_CLOSED : 'A quote is out of place.';
  }
}

const QUOTED_CELL = /\s*"(?:[^"]|"")*"/y;

function withFormulasInQuotes(line: string, separator: string): string {
  const cells: string[] = [];
  // After a quote without an end, no other end is looked for, so that the line is read once.
  let isOpen = false;
  for (let from = 0; from <= line.length;) {
    QUOTED_CELL.lastIndex = from;
    const past = QUOTED_CELL.test(line) ? QUOTED_CELL.lastIndex : from;
    const isFormula = past === from && LIKE_FORMULA.test(line.slice(from));
    const next = line.indexOf(separator, past);
    const endOfThis: number | null = isFormula && !isOpen ? endOfFormula(line, from, separator) : null;
    isOpen ||= isFormula && endOfThis === null;
    const end = endOfThis ?? (next < 0 ? line.length : next);
    const cell = line.slice(from, end);
    cells.push(isFormula ? `"${cell.trim().replaceAll('"', '""')}"` : cell);
    from = end + 1;
  }
  return cells.join(separator);
}

/** Separators in quotes and brackets belong to the formula. Null if a quote or a bracket is not closed. */
function endOfFormula(line: string, from: number, separator: string): number | null {
  let depth = 0;
  let isText = false;
  for (let at = from; at < line.length; at++) {
    const character = line[at];
    if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === separator && depth <= 0) return at;
  }
  return isText || depth > 0 ? null : line.length;
}
