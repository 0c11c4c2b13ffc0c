import { type CatalogueFault, MAX_CATALOGUE_FILE_BYTES, MAX_CATALOGUE_LINES } from '@throughline/contracts';
import { type CatalogueItem, type ItemOption, shortened } from '@throughline/domain';
import { type CsvFileLine, CsvFileReader, foldedHeading, UnreadableFile } from '@throughline/platform';

/** The field of an item that each column has. */
export const ITEM_COLUMNS = {
  id: 'id',
  category: 'itemCategory',
  item: 'item',
  description: 'description',
  'item es': 'itemEs',
  'description es': 'descriptionEs',
  hcpcs: 'hcpcs',
  image: 'image',
  states: 'states',
  groups: 'groups',
} as const satisfies Readonly<Record<string, keyof CatalogueItem>>;
export const OPTION_COLUMNS = {
  'option id': 'id',
  'option name': 'name',
  'option name es': 'nameEs',
  'option hcpcs': 'hcpcs',
} as const satisfies Readonly<Record<string, keyof ItemOption>>;

export type ItemColumn = keyof typeof ITEM_COLUMNS;
export type OptionColumn = keyof typeof OPTION_COLUMNS;
export type Column = ItemColumn | OptionColumn;
export const COLUMNS = [...Object.keys(ITEM_COLUMNS), ...Object.keys(OPTION_COLUMNS)] as readonly Column[];

/** What a file may leave out: texts in Spanish. */
const REQUIRED_COLUMNS = COLUMNS.filter((column) => !column.endsWith(' es'));

/** Matches in any encoding: UTF-16 has a zero byte between the two characters. */
const LINE_END = /\r\u0000?\n|\n|\r/;

/** The lines that are not empty; or a text that says why the file cannot be read at all. */
export function linesOf(file: Uint8Array): readonly CsvFileLine[] | string {
  const lineCount = Buffer.from(file).toString('latin1').split(LINE_END).length;
  if (lineCount > MAX_CATALOGUE_LINES + 1)
    return `The file has ${lineCount} lines. ${MAX_CATALOGUE_LINES} can be uploaded.`;
  const reader = new CsvFileReader({
    longest: MAX_CATALOGUE_FILE_BYTES,
    isHeading: (heading) => COLUMN_OF.has(heading),
  });
  try {
    return [...reader.push(file), ...reader.end()];
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** Maximum characters of a name that is quoted. */
const MAX_ANSWERED_NAME = 50;

const COLUMN_OF: ReadonlyMap<string, Column> = new Map(COLUMNS.map((column) => [foldedHeading(column), column]));
const columnOf = (cell: string) => COLUMN_OF.get(foldedHeading(cell));
export const columnsOf = (header: CsvFileLine) =>
  withoutEmptyEnd(header, 0).cells.map((cell) => columnOf(cell) as Column);

/** Spreadsheet programs add empty cells to the ends of lines. */
export function withoutEmptyEnd(line: CsvFileLine, width: number): CsvFileLine {
  const last = line.cells.findLastIndex((cell) => cell !== '');
  return { ...line, cells: line.cells.slice(0, Math.max(width, last + 1)) };
}

export function headerFaults(header: CsvFileLine, rows: readonly CsvFileLine[]): CatalogueFault[] {
  const { line, fault } = header;
  if (fault !== undefined) return [{ line, column: null, fault }];
  const { cells } = withoutEmptyEnd(header, 0);
  const names = cells.map(columnOf);
  const missing = REQUIRED_COLUMNS.filter((column) => !names.includes(column));
  const below = rows.find((row) =>
    REQUIRED_COLUMNS.every((column) => row.cells.some((cell) => columnOf(cell) === column)),
  );
  if (missing.length > 0 && below !== undefined) {
    return [{ line, column: null, fault: `The headings are in line ${below.line}. Delete the lines above them.` }];
  }
  const wrong = cells.flatMap((cell, at): CatalogueFault[] => {
    if (cell === '') return [{ line, column: null, fault: 'A column has no name.' }];
    const column = shortened(cell, MAX_ANSWERED_NAME);
    if (names[at] === undefined) return [{ line, column, fault: 'There is no such column.' }];
    return names.indexOf(names[at]) < at ? [{ line, column, fault: 'The column is there twice.' }] : [];
  });
  return [...missing.map((column) => ({ line, column, fault: 'The column is missing.' })), ...wrong];
}
