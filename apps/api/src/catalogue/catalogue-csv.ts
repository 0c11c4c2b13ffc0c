import {
  catalogueFileItem,
  catalogueFileOption,
  type CatalogueFault,
  MAX_CATALOGUE_LINES,
  plainWords,
} from '@throughline/contracts';
import { type Catalogue, type CatalogueItem, type ItemOption, shortened } from '@throughline/domain';
import { BYTE_ORDER_MARK, cellsOfLine, csvLine, isUtf16, SAVE_AS_UTF_8, textOfCell } from '@throughline/platform';
import type { z } from 'zod';

/*
 * A catalogue as a CSV file: a line for each item, then a line for each of its options, which repeats the id of the item and leaves the item's
 * other columns empty. The columns may be in any order.
 */

/** By column: the field of an item. */
const ITEM_COLUMNS = {
  id: 'id',
  category: 'itemCategory',
  item: 'item',
  description: 'description',
  hcpcs: 'hcpcs',
  image: 'image',
  states: 'states',
  groups: 'groups',
} as const satisfies Readonly<Record<string, keyof CatalogueItem>>;
const OPTION_COLUMNS = {
  'option id': 'id',
  'option name': 'name',
  'option hcpcs': 'hcpcs',
} as const satisfies Readonly<Record<string, keyof ItemOption>>;

type ItemColumn = keyof typeof ITEM_COLUMNS;
type OptionColumn = keyof typeof OPTION_COLUMNS;
type Column = ItemColumn | OptionColumn;
const COLUMNS = [...Object.keys(ITEM_COLUMNS), ...Object.keys(OPTION_COLUMNS)] as readonly Column[];

/** The file as `parseCatalogueCsv` reads it. */
export function catalogueCsv(items: Catalogue): string {
  const lines = items.flatMap(({ options, ...item }) => [
    lineOf({
      ...{ id: item.id, category: item.itemCategory, item: item.item, description: item.description },
      ...{ hcpcs: item.hcpcs, image: item.image, states: listed(item.states), groups: listed(item.groups) },
    }),
    ...options.map(({ id, name, hcpcs }) =>
      lineOf({ id: item.id, 'option id': id, 'option name': name, 'option hcpcs': hcpcs }),
    ),
  ]);
  return BYTE_ORDER_MARK + csvLine(COLUMNS) + lines.join('');
}

const lineOf = (cells: Partial<Record<Column, string | null>>) => csvLine(COLUMNS.map((column) => cells[column] ?? ''));
const listed = (values: 'all' | readonly (string | number)[]) => (values === 'all' ? values : values.join(' '));

export interface ParsedCatalogue {
  /** Empty if there are faults. */
  readonly items: Catalogue;
  /** In the order of the lines. */
  readonly faults: readonly CatalogueFault[];
}

/** Reads an uploaded file: all its items, or all its faults. `pictures`: the names of the pictures that an item may have. */
export function parseCatalogueCsv(file: Uint8Array, pictures: ReadonlyMap<string, string>): ParsedCatalogue {
  const lines = linesOf(file);
  if (typeof lines === 'string') return { items: [], faults: [{ line: 1, column: null, fault: lines }] };
  const [header, ...rows] = lines;
  const faults = header === undefined ? [{ line: 1, column: null, fault: 'The file is empty.' }] : headerFaults(header);
  if (header === undefined || faults.length > 0) return { items: [], faults };
  const reader = new RowReader(header.cells.map(nameOf), pictures);
  for (const row of rows) reader.read(row);
  if (reader.items.length === 0 && reader.faults.length === 0) {
    return { items: [], faults: [{ line: header.line, column: null, fault: 'There is no item below this line.' }] };
  }
  return { items: reader.faults.length === 0 ? reader.items : [], faults: reader.faults };
}

interface Line {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: string;
}

/** The lines that are not empty; or why the file cannot be read at all. */
function linesOf(file: Uint8Array): readonly Line[] | string {
  if (isUtf16(file)) return SAVE_AS_UTF_8;
  const lines = new TextDecoder().decode(file).split(/\r\n|\n|\r/);
  if (lines.length > MAX_CATALOGUE_LINES + 1)
    return `The file has ${lines.length} lines. ${MAX_CATALOGUE_LINES} can be uploaded.`;
  return lines
    .map((text, index): Line => {
      const cells = cellsOfLine(text);
      return { line: index + 1, ...(typeof cells === 'string' ? { cells: [], fault: cells } : { cells }) };
    })
    .filter(({ cells, fault }) => fault !== undefined || cells.some((cell) => cell !== ''));
}

/** Characters. */
const MAX_ANSWERED_NAME = 50;

const nameOf = (cell: string) => cell.toLowerCase() as Column;

function headerFaults({ line, cells, fault }: Line): CatalogueFault[] {
  if (fault !== undefined) return [{ line, column: null, fault }];
  const names = cells.map(nameOf);
  const missing = COLUMNS.filter((column) => !names.includes(column)).map((column) => ({
    ...{ line, column },
    fault: 'The column is missing.',
  }));
  const wrong = cells.flatMap((cell, at): CatalogueFault[] => {
    if (cell === '') return [{ line, column: null, fault: 'A column has no name.' }];
    const column = shortened(cell, MAX_ANSWERED_NAME);
    if (!COLUMNS.includes(nameOf(cell))) return [{ line, column, fault: 'There is no such column.' }];
    return names.indexOf(nameOf(cell)) < at ? [{ line, column, fault: 'The column is there twice.' }] : [];
  });
  return [...missing, ...wrong];
}

/** Stands for bytes that are no UTF-8. */
const UNREADABLE = '\ufffd';

type Cells = Readonly<Record<Column, string>>;
interface ReadItem {
  readonly line: number;
  readonly options: ItemOption[];
  readonly optionIds: Set<string>;
}

class RowReader {
  readonly items: CatalogueItem[] = [];
  readonly faults: CatalogueFault[] = [];
  /** Faulty ones too, so that their options are not reported as well. */
  private readonly known = new Map<string, ReadItem>();
  /** A line could not be read: the options below may be those of its item. */
  private isIncomplete = false;

  constructor(
    private readonly header: readonly Column[],
    private readonly pictures: ReadonlyMap<string, string>,
  ) {}

  read({ line, cells, fault }: Line): void {
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
    const row = Object.fromEntries(
      this.header.map((column, at) => [column, this.textOf(line, column, cells[at] ?? '')]),
    ) as unknown as Cells;
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
    if (text === null) this.report(line, column, 'begins like a formula. Put an apostrophe before it if it is text.');
    return text ?? '';
  }

  private readItem(line: number, row: Cells): void {
    const { id, category, item, description, hcpcs, image, states, groups } = row;
    const earlier = this.known.get(id);
    if (earlier !== undefined) return this.report(line, 'id', `is the id of line ${earlier.line} as well.`);
    const { options } = this.remember(id, line);
    const { success, data, error } = catalogueFileItem.safeParse(
      {
        ...{ id, itemCategory: category, item, description, hcpcs: hcpcs || null, image: image || null },
        ...{ states: entriesOf(states, String), groups: entriesOf(groups, groupNumber) },
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
      { id: row['option id'], name: row['option name'], hcpcs: row['option hcpcs'] || null },
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
      // A message by `plainWords` begins with the path, which the column states already.
      const words = path.join('.');
      this.report(line, column, message.startsWith(words) ? message.slice(words.length + 1) : message);
    }
  }

  private report(line: number, column: string | null, fault: string): void {
    this.faults.push({ line, column, fault });
  }
}

const groupNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : NaN);

/** `AZ VA`, `7, 9`; empty means all. What is no entry stays as it is, and the schema says so. */
function entriesOf<Entry>(cell: string, entry: (text: string) => Entry): 'all' | Entry[] {
  const parts = cell.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length === 0 || cell.toLowerCase() === 'all' ? 'all' : parts.map(entry);
}
