import type { Readable } from 'node:stream';
import { lookUpFields } from '@throughline/contracts';
import { type EligiblePatient, REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { CsvError, parse } from 'csv-parse';
import type { z } from 'zod';

/** A line of the file: who it names, or what is wrong with it. A fault never quotes the line. */
export type MemberRow =
  { readonly line: number; readonly patient: EligiblePatient } | { readonly line: number; readonly fault: string };

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** More characters than that are no row but a quote that was never closed. */
const LONGEST_ROW = 4_096;

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/**
 * The rows of a health plan's file, one after another however long it is: columns medicaid_id, date_of_birth (YYYY-MM-DD or
 * MM/DD/YYYY) and programme, in any order and case, others beside them; `programme` stands for a column that is not there.
 * Throws `UnreadableFile`.
 */
export async function* memberRows(file: Readable, programme: RewardProgramme | null): AsyncGenerator<MemberRow> {
  let hasColumns = false;
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    columns: (names: string[]) => {
      hasColumns = true;
      return checkedNames(names, programme);
    },
  });
  file.on('error', (error) => parser.destroy(error));
  try {
    for await (const parsed of file.pipe(parser)) yield rowOf(parsed as Parsed, programme);
    if (!hasColumns) throw new UnreadableFile('The file is empty.');
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(inWords(error)) : error;
  } finally {
    file.destroy();
  }
}

function checkedNames(names: readonly string[], programme: RewardProgramme | null): string[] {
  const known = names.map((name) => name.toLowerCase());
  const missing = ['medicaid_id', 'date_of_birth', ...(programme ? [] : ['programme'])].filter(
    (name) => !known.includes(name),
  );
  if (missing.length > 0)
    throw new UnreadableFile(`The first line must name the columns: ${missing.join(', ')} not found.`);
  return known;
}

function rowOf({ record, info: { lines } }: Parsed, programme: RewardProgramme | null): MemberRow {
  const named = programme ?? REWARD_PROGRAMMES.find((one) => one === record['programme']?.toLowerCase());
  if (named === undefined) return { line: lines, fault: `Programme must be ${REWARD_PROGRAMMES.join(' or ')}.` };
  const dateOfBirth = record['date_of_birth']?.replace(US_DAY, inIsoOrder);
  const { success, data, error } = lookUpFields.safeParse({ medicaidId: record['medicaid_id'], dateOfBirth });
  if (!success) return { line: lines, fault: firstOfEachField(error).join(' ') };
  return { line: lines, patient: { programme: named, ...data } };
}

const firstOfEachField = ({ issues }: z.ZodError) =>
  issues
    .filter(({ path }, at) => issues.findIndex((other) => other.path[0] === path[0]) === at)
    .map(({ message }) => message);

const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const inIsoOrder = (_: string, month: string, day: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The parser's own words quote what it read. */
function inWords({ code, lines }: CsvError): string {
  const where = typeof lines === 'number' ? `Line ${lines}` : 'The file';
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED')
    return `${where}: a quote is opened and never closed.`;
  return `${where}: this is not a CSV file.`;
}
