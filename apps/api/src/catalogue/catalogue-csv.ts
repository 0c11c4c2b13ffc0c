import { catalogueFileItem, catalogueFileOption, type CatalogueFault, plainWords } from '@throughline/contracts';
import type { Catalogue, CatalogueItem, ItemOption } from '@throughline/domain';
import { BYTE_ORDER_MARK, type CsvFileLine, csvLine, textOfCell } from '@throughline/platform';
import type { z } from 'zod';
import {
  type Column,
  COLUMNS,
  columnsOf,
  headerFaults,
  ITEM_COLUMNS,
  type ItemColumn,
  linesOf,
  OPTION_COLUMNS,
  type OptionColumn,
  withoutEmptyEnd,
} from './catalogue-columns.js';

/*
 * A catalogue as a CSV file: a line for each item, then a line for each of its options, which repeats the id of the item and leaves the item's
 * other columns empty. The columns may be in any order.
 */

/** The file as `parseCatalogueCsv` reads it. */
export function catalogueCsv(items: Catalogue): string {
  const lines = items.flatMap(({ options, ...item }) => [
    lineOf({
      id: item.id,
      category: item.itemCategory,
      item: item.item,
      description: item.description,
      'item es': item.itemEs ?? null,
      'description es': item.descriptionEs ?? null,
      hcpcs: item.hcpcs,
      image: item.image,
      states: listed(item.states),
      groups: listed(item.groups),
    }),
    ...options.map(({ id, name, nameEs = null, hcpcs }) =>
      lineOf({ id: item.id, 'option id': id, 'option name': name, 'option name es': nameEs, 'option hcpcs': hcpcs }),
    ),
  ]);
  return BYTE_ORDER_MARK + csvLine(COLUMNS) + lines.join('');
}

const lineOf = (cells: Partial<Record<Column, string | null>>) => csvLine(COLUMNS.map((column) => cells[column] ?? ''));
const listed = (values: 'all' | readonly (string | number)[]) => (values === 'all' ? values : values.join(' '));

export interface ParsedCatalogue {
  /** Empty if there are faults. */
  readonly items: Catalogue;
  /** Sorted by line. */
  readonly faults: readonly CatalogueFault[];
}

/** Reads an uploaded file: returns all its items, or all its faults. `pictures`: the names of the pictures that an item may have. */
export function parseCatalogueCsv(file: Uint8Array, pictures: ReadonlyMap<string, string>): ParsedCatalogue {
  const lines = linesOf(file);
  if (typeof lines === 'string') return refused(1, lines);
  const [header, ...rows] = lines;
  if (header === undefined) return refused(1, 'The file is empty.');
  const faults = headerFaults(header, rows);
  if (faults.length > 0) return { items: [], faults };
  const columns = columnsOf(header);
  const reader = new RowReader(columns, pictures);
  for (const row of rows) reader.read(withoutEmptyEnd(row, columns.length));
  if (reader.items.length === 0 && reader.faults.length === 0) {
    return refused(header.line, 'There is no item below this line.');
  }
  return { items: reader.faults.length === 0 ? reader.items : [], faults: reader.faults };
}

const refused = (line: number, fault: string): ParsedCatalogue => ({
  items: [],
  faults: [{ line, column: null, fault }],
});

/** Replaces bytes that are not valid in the encoding of the file. */
const UNREADABLE = '\ufffd';

/** Matches a formula that a spreadsheet program wrote instead of the value of a cell, such as `="A4927"` or `=TEXT(A1,"0000")`. */
const WRITTEN_FORMULA = /^[=＝+＋@＠-].*["(]/;
const IS_FORMULA = 'is a formula of a spreadsheet program. Write what it shows, in a column that is formatted as text.';
const LOOKS_LIKE_FORMULA = 'begins like a formula. Put an apostrophe before it if it is text.';

type Cells = Readonly<Record<Column, string>>;
const NO_CELLS = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as unknown as Cells;
interface ReadItem {
  readonly line: number;
  readonly options: ItemOption[];
  readonly optionIds: Set<string>;
}

class RowReader {
  readonly items: CatalogueItem[] = [];
  readonly faults: CatalogueFault[] = [];
  /** Includes faulty items, so that their options are not reported as well. */
  private readonly known = new Map<string, ReadItem>();
  /** True after a line that could not be read: the options below may belong to its item. */
  private isIncomplete = false;

  constructor(
    private readonly header: readonly Column[],
    private readonly pictures: ReadonlyMap<string, string>,
  ) {}

  read({ line, cells, fault }: CsvFileLine): void {
    const broken =
      fault ??
      (cells.length === this.header.length
        ? null
        : `The line has ${cells.length} cells, but there are ${this.header.length} columns.`);
    if (broken !== null) {
      this.isIncomplete = true;
      return this.report(line, null, broken);
    }
    const before = this.faults.length;
    const given = this.header.map((column, at) => [column, this.textOf(line, column, cells[at] ?? '')]);
    const row = { ...NO_CELLS, ...(Object.fromEntries(given) as Partial<Cells>) };
    if (this.faults.length > before) return void this.remember(row.id, line);
    const isOptionAlone = (Object.keys(ITEM_COLUMNS) as ItemColumn[]).every(
      (name) => name === 'id' || row[name] === '',
    );
    const hasOption = (Object.keys(OPTION_COLUMNS) as OptionColumn[]).some((name) => row[name] !== '');
    if (!isOptionAlone || !hasOption) this.readItem(line, row);
    if (hasOption) this.readOption(line, row);
  }

  private textOf(line: number, column: Column, cell: string): string {
    if (cell.includes(UNREADABLE)) {
      this.report(line, column, 'has a character that could not be read. Save the file as CSV UTF-8.');
    }
    const text = textOfCell(cell);
    const spoiled = text === null ? undefined : spoiledBy(column, text);
    if (spoiled !== undefined) this.report(line, column, spoiled);
    if (text === null) this.report(line, column, WRITTEN_FORMULA.test(cell) ? IS_FORMULA : LOOKS_LIKE_FORMULA);
    return text ?? '';
  }

  private readItem(line: number, row: Cells): void {
    const { id, category, item, description, hcpcs, image, states, groups } = row;
    const earlier = this.known.get(id);
    if (earlier !== undefined) return this.report(line, 'id', `is the id of line ${earlier.line} as well.`);
    const { options } = this.remember(id, line);
    const { success, data, error } = catalogueFileItem.safeParse(
      {
        id,
        itemCategory: category,
        item,
        description,
        hcpcs: hcpcs || null,
        image: image || null,
        ...unlessEmpty({ itemEs: row['item es'], descriptionEs: row['description es'] }),
        states: entriesOf(states, String),
        groups: entriesOf(groups, groupNumber),
      },
      { error: plainWords },
    );
    if (!success) return this.reportIssues(line, ITEM_COLUMNS, error);
    if (data.image !== null && !this.pictures.has(data.image))
      return this.report(line, 'image', 'names no picture of this installation.');
    this.items.push({ ...data, options });
  }

  private readOption(line: number, row: Cells): void {
    const item = this.known.get(row.id);
    if (item === undefined) {
      return this.isIncomplete ? undefined : this.report(line, 'id', 'is not the id of an item in a line above.');
    }
    const { success, data, error } = catalogueFileOption.safeParse(
      {
        id: row['option id'],
        name: row['option name'],
        ...unlessEmpty({ nameEs: row['option name es'] }),
        hcpcs: row['option hcpcs'] || null,
      },
      { error: plainWords },
    );
    if (!success) return this.reportIssues(line, OPTION_COLUMNS, error);
    if (item.optionIds.has(data.id)) return this.report(line, 'option id', 'is there twice for this item.');
    item.optionIds.add(data.id);
    item.options.push(data);
  }

  private remember(id: string, line: number): ReadItem {
    const read = this.known.get(id) ?? { line, options: [], optionIds: new Set() };
    this.known.set(id, read);
    return read;
  }

  private reportIssues(line: number, columns: Readonly<Record<string, string>>, { issues }: z.ZodError): void {
    for (const { path, message } of issues) {
      const column = Object.keys(columns).find((name) => columns[name] === path[0]) ?? null;
      // The messages of `plainWords` begin with the path, which the column already tells.
      const words = path.join('.');
      this.report(line, column, message.startsWith(words) ? message.slice(words.length + 1) : message);
    }
  }

  private report(line: number, column: string | null, fault: string): void {
    this.faults.push({ line, column, fault });
  }
}

/** An event has no field for a text that is not there. */
const unlessEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

const groupNumber = (text: string) => (/^[1-9]\d*$/.test(text) ? Number(text) : NaN);

const ERROR_VALUE = /^#(N\/A|REF!|VALUE!|DIV\/0!|NUM!|NULL!|NAME\??|SPILL!|CALC!|FIELD!|BUSY!|#+)$|^Err:\d{3}$/i;
/** Month names of English and Spanish programs. */
const MONTH = '(?:jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sept?|oct|nov|dec|dic)';
const DATE_OF_PROGRAM = new RegExp(
  [
    String.raw`^\d{1,2}-${MONTH}(-\d{2,4})?$`,
    String.raw`^${MONTH}-\d{1,4}$`,
    String.raw`^\d{1,2}/\d{1,2}/\d{2,4}( .*)?$`,
    String.raw`^\d{4}-\d{2}-\d{2}([ T].*)?$`,
  ].join('|'),
  'i',
);

/** Columns of names, in which a size may look like a date. */
const NAMES: readonly Column[] = ['item', 'item es', 'option name', 'option name es'];

/** How a spreadsheet program has spoiled a cell that an item or an option would keep. */
function spoiledBy(column: Column, text: string): string | undefined {
  if (ERROR_VALUE.test(text)) return 'is an error value of a spreadsheet program. Write the text itself.';
  if (NAMES.includes(column) && DATE_OF_PROGRAM.test(text))
    return 'was turned into a date by a spreadsheet program, as 12-Oct of 10-12. Format the column as text, and write it again.';
  if (column === 'groups' && /^\d{1,3}(,\d{3})+$/.test(text))
    return 'may be one number with separators between its digits. Write a blank after each group, as 7 9.';
  return undefined;
}

/** `AZ VA`, `7, 9`; empty means all. An invalid entry stays as it is, and the schema reports it. */
function entriesOf<Entry>(cell: string, entry: (text: string) => Entry): 'all' | Entry[] {
  const parts = cell.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length === 0 || cell.toLowerCase() === 'all' ? 'all' : parts.map(entry);
}
