import type { Readable } from 'node:stream';
import { lookUpFields } from '@throughline/contracts';
import { type EligiblePatient, REWARD_PROGRAMMES, type RewardProgramme } from '@throughline/domain';
import { cellsOfLine, isUtf16, SAVE_AS_UTF_8 } from '@throughline/platform';
import type { z } from 'zod';

export interface NumberedLine {
  /** From 1. */
  readonly line: number;
  /** Without the line end; null: it has more than `longest` characters. */
  readonly text: string | null;
}

/**
 * The lines of a text file in UTF-8, with any kind of line end. Little of the file is in memory at once, however long it or a line is. Throws
 * `UnreadableFile` for UTF-16.
 */
export async function* numberedLines(file: Readable, longest: number): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  const shown = (text: string) => (text.length > longest ? null : text);
  let line = 0;
  let rest = '';
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    if (line === 0 && rest === '' && isUtf16(chunk)) throw new UnreadableFile(SAVE_AS_UTF_8);
    // A carriage return at the end of a chunk may be half of a line end.
    const texts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    // A line that is too long keeps only its last characters, of which the last may be a carriage return.
    rest = (texts.pop() ?? '').slice(-(longest + 2));
    for (const text of texts) yield { line: ++line, text: shown(text) };
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield { line: ++line, text: shown(last) };
}

/** A line of the file: its member, or its fault. A fault never quotes the line. */
export type MemberRow =
  { readonly line: number; readonly patient: EligiblePatient } | { readonly line: number; readonly fault: string };

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Characters: no row of members is that long. */
const LONGEST_ROW = 4_096;

/**
 * The rows of a health plan's file, one after another however long it is: columns medicaid_id, date_of_birth (YYYY-MM-DD or
 * MM/DD/YYYY) and programme, in any order and case; other columns are ignored. `programme` is used where that column is missing.
 * A row is a line. Throws `UnreadableFile`.
 */
export async function* memberRows(file: Readable, programme: RewardProgramme | null): AsyncGenerator<MemberRow> {
  let columns: readonly string[] | undefined;
  for await (const { line, text } of numberedLines(file, LONGEST_ROW)) {
    if (text?.trim() === '') continue;
    const fields = text === null ? `The row has more than ${LONGEST_ROW} characters.` : cellsOfLine(text);
    if (columns === undefined) columns = checkedNames(fields, programme);
    else if (typeof fields === 'string') yield { line, fault: fields };
    else yield rowOf(line, new Map(fields.map((field, at) => [columns?.[at], field])), programme);
  }
  if (columns === undefined) throw new UnreadableFile('The file is empty.');
}

function checkedNames(names: readonly string[] | string, programme: RewardProgramme | null): readonly string[] {
  const known = typeof names === 'string' ? [] : names.map((name) => name.toLowerCase());
  const missing = ['medicaid_id', 'date_of_birth', ...(programme ? [] : ['programme'])].filter(
    (name) => !known.includes(name),
  );
  if (missing.length > 0)
    throw new UnreadableFile(`The first line must name the columns: ${missing.join(', ')} not found.`);
  return known;
}

function rowOf(
  line: number,
  row: ReadonlyMap<string | undefined, string>,
  programme: RewardProgramme | null,
): MemberRow {
  const named = programme ?? REWARD_PROGRAMMES.find((one) => one === row.get('programme')?.toLowerCase());
  if (named === undefined) return { line, fault: `Programme must be ${REWARD_PROGRAMMES.join(' or ')}.` };
  const dateOfBirth = row.get('date_of_birth')?.replace(US_DAY, inIsoOrder);
  const { success, data, error } = lookUpFields.safeParse({ medicaidId: row.get('medicaid_id'), dateOfBirth });
  if (!success) return { line, fault: firstOfEachField(error).join(' ') };
  return { line, patient: { programme: named, ...data } };
}

const firstOfEachField = ({ issues }: z.ZodError) =>
  issues
    .filter(({ path }, at) => issues.findIndex((other) => other.path[0] === path[0]) === at)
    .map(({ message }) => message);

const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const inIsoOrder = (_: string, month: string, day: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
