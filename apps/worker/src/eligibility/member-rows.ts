import type { Readable } from 'node:stream';
import { latestDayOfBirth, lookUpFields } from '@throughline/contracts';
import {
  type EligiblePatient,
  REWARD_PROGRAMME_WORDS,
  REWARD_PROGRAMMES,
  type RewardProgramme,
} from '@throughline/domain';
import { type CsvFileLine, CsvFileReader, foldedHeading, UnreadableFile } from '@throughline/platform';
import { type DateOrder, faultOfMedicaidId, READ_DATES, readDateOfBirth } from './member-cells.js';

/** A line of the file: its member, or its fault. A fault never quotes the line. */
export type MemberRow = {
  readonly line: number;
  /** How its date of birth can be read, if there is more than one way. */
  readonly order?: DateOrder;
} & ({ readonly patient: EligiblePatient } | { readonly fault: string });

/** Maximum characters: no row of a members' file is longer. */
const LONGEST_ROW = 4_096;
/** Lines below the first that are searched for the headings. */
const SEARCHED_LINES = 20;

const COLUMNS = ['medicaid_id', 'date_of_birth', 'programme'] as const;
type Column = (typeof COLUMNS)[number];

/** The columns by their folded headings. */
const COLUMN_OF: ReadonlyMap<string, Column> = new Map([
  ...['medicaidid', 'medicaidnumber', 'medicaidno', 'medicaidnum', 'medicaid'].map(
    (name) => [name, 'medicaid_id'] as const,
  ),
  ...['dateofbirth', 'dob', 'birthdate', 'birthday', 'memberdob'].flatMap((name) =>
    // The heading may end with the form of its dates, unless that form has the day first.
    ['', 'mmddyyyy', 'yyyymmdd'].map((form) => [`${name}${form}`, 'date_of_birth'] as const),
  ),
  ...['programme', 'program'].map((name) => [name, 'programme'] as const),
]);

/** Folded headings of numbers that may be the health plan's own: members would be registered under IDs that they do not have. */
const OWN_NUMBERS = new Set(['memberid', 'memberno', 'membernumber', 'memberidentifier', 'subscriberid', 'id']);
const ownNumbers = (heading: string) =>
  ` A column “${heading}” may have numbers of the plan’s own: name it medicaid_id if they are Medicaid IDs.`;

/**
 * The rows of a health plan's file, one after another however long it is: columns medicaid_id, date_of_birth and programme, in any order
 * and under their usual names; other columns are ignored. `programme` is used if that column is missing. Each line is a row. Throws
 * `UnreadableFile`.
 */
export async function* memberRows(
  file: Readable,
  programme: RewardProgramme | null,
  today = latestDayOfBirth(),
): AsyncGenerator<MemberRow> {
  const reader = new CsvFileReader({ longest: LONGEST_ROW, isHeading: (heading) => COLUMN_OF.has(heading) });
  const rows = new RowReader(programme, today);
  for await (const chunk of file as AsyncIterable<Uint8Array>)
    for (const line of reader.push(chunk)) yield* rows.read(line);
  for (const line of reader.end()) yield* rows.read(line);
  rows.end();
}

class RowReader {
  private header: Header | null = null;
  /** The first line, if it does not have the headings. */
  private first: CsvFileLine | null = null;
  private searched = 0;
  private hasRows = false;

  constructor(
    private readonly programme: RewardProgramme | null,
    private readonly today: string,
  ) {}

  /** Returns no row for the headings. */
  read(line: CsvFileLine): readonly MemberRow[] {
    if (this.header !== null) {
      this.hasRows = true;
      return [this.rowOf(line, this.header)];
    }
    const header = headerOf(line);
    const isComplete = this.missingIn(header).length === 0;
    if (this.first === null && isComplete) this.header = this.checked(header);
    else if (isComplete)
      throw new UnreadableFile(`The headings are in line ${line.line}. Delete the lines above them.`);
    else if (++this.searched > SEARCHED_LINES) this.end();
    else this.first ??= line;
    return [];
  }

  end(): void {
    if (this.first !== null) throw new UnreadableFile(this.faultOf(this.first));
    if (this.header === null) throw new UnreadableFile('The file is empty.');
    if (!this.hasRows) throw new UnreadableFile('There is no member below the headings.');
  }

  private checked(header: Header): Header {
    const twice = COLUMNS.find((column) => header.columns.filter((one) => one === column).length > 1);
    if (twice === undefined) return header;
    throw new UnreadableFile(`Several columns are named as ${twice}. Keep the one that is meant.`);
  }

  private missingIn({ columns }: Header): Column[] {
    return COLUMNS.filter((column) => !columns.includes(column) && (column !== 'programme' || this.programme === null));
  }

  private faultOf(first: CsvFileLine): string {
    if (first.fault !== undefined) return `The first line must name the columns, and cannot be read: ${first.fault}`;
    const missing = this.missingIn(headerOf(first));
    const found = `${missing.join(', ')} not found`;
    const programme = missing.length === 1 && missing[0] === 'programme' ? ' Or choose the programme of all rows.' : '';
    const own = missing.includes('medicaid_id')
      ? first.cells.find((cell) => OWN_NUMBERS.has(foldedHeading(cell)))
      : undefined;
    const hint = own === undefined ? '' : ownNumbers(own);
    return `The first line must name the columns: ${found}.${programme}${hint}`;
  }

  private rowOf({ line, cells, fault }: CsvFileLine, header: Header): MemberRow {
    if (fault !== undefined) return { line, fault };
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width > header.width) {
      return { line, fault: `The line has ${width} cells, but there are ${header.width} columns.` };
    }
    const cellOf = (column: Column) => cells[header.columns.indexOf(column)] ?? '';
    const programme = this.programme ?? programmeOf(cellOf('programme'));
    if (programme === undefined) return { line, fault: `Programme must be ${REWARD_PROGRAMMES.join(' or ')}.` };
    const medicaidId = cellOf('medicaid_id');
    const read = readDateOfBirth(cellOf('date_of_birth'), this.today);
    const order = read.order && { order: read.order };
    const dateOfBirth = 'day' in read ? read.day : cellOf('date_of_birth');
    const { success, data, error } = lookUpFields.safeParse({ medicaidId, dateOfBirth });
    const faults = new Map(error?.issues.toReversed().map(({ path, message }) => [path[0], message]));
    const spoiled = faults.has('medicaidId') ? null : faultOfMedicaidId(medicaidId);
    if (spoiled !== null) faults.set('medicaidId', spoiled);
    if ('fault' in read && cellOf('date_of_birth') !== '') faults.set('dateOfBirth', read.fault);
    else if (faults.get('dateOfBirth') === 'DOB is invalid.')
      faults.set('dateOfBirth', `DOB is invalid. ${READ_DATES}`);
    if (success && faults.size === 0) return { line, patient: { programme, ...data }, ...order };
    const words = ['medicaidId', 'dateOfBirth'].map((field) => faults.get(field)).filter((text) => text !== undefined);
    return { line, fault: words.join(' '), ...order };
  }
}

interface Header {
  /** By the index of the cell; undefined for a column that is ignored. */
  readonly columns: readonly (Column | undefined)[];
  readonly width: number;
}

function headerOf({ cells }: CsvFileLine): Header {
  const columns = cells.map((cell) => COLUMN_OF.get(foldedHeading(cell)));
  return { columns, width: cells.findLastIndex((cell) => cell !== '') + 1 };
}

function programmeOf(cell: string): RewardProgramme | undefined {
  const name = foldedHeading(cell);
  return REWARD_PROGRAMMES.find((one) => one === name || foldedHeading(REWARD_PROGRAMME_WORDS[one]) === name);
}
