import { type EligiblePatient, foldedMedicaidId } from '@throughline/domain';
import { FirstOfEach } from './first-of-each.js';
import type { MemberRow } from './member-rows.js';

const DAY_MS = 86_400_000;

/** The hashes by which rows of a file are compared. */
export interface RowHashes {
  /** Of the member's benefit. */
  readonly id: string;
  /** Of an ID of digits without the zeros before it, and the date of birth; null for another ID. */
  readonly withoutZeros: string | null;
}

/**
 * What a first reading of a whole file finds out: which Medicaid IDs it names with several dates of birth, or with several numbers of zeros
 * before them, and whether its dates have the day first.
 */
export class FirstRows {
  /** The first line with the day before the month; null: there is none, or a line has the month first. */
  get dayFirstLine(): number | null {
    return this.hasMonthFirst ? null : this.dayFirst;
  }
  private dayFirst: number | null = null;
  private hasMonthFirst = false;
  /** How many members have an ID of digits alone. */
  get idsOfDigits(): number {
    return this.lengths.size;
  }
  private readonly dates = new FirstOfEach();
  private readonly lengths = new FirstOfEach();

  /** `hashes`: undefined for a bad row. */
  add({ line, order, ...row }: MemberRow, hashes: RowHashes | undefined): void {
    if (order === 'day-first') this.dayFirst ??= line;
    if (order === 'month-first') this.hasMonthFirst = true;
    if (hashes === undefined || !('patient' in row)) return;
    this.dates.add(hashes.id, dayNumber(row.patient), line);
    if (hashes.withoutZeros !== null) this.lengths.add(hashes.withoutZeros, lengthOf(row.patient), line);
  }

  /** A line with the same Medicaid ID and another date of birth. */
  lineOfOtherDate({ id }: RowHashes, patient: EligiblePatient): number | null {
    return this.dates.lineOfOther(id, dayNumber(patient));
  }

  /** A line with the same date of birth, whose Medicaid ID differs by the zeros before it alone. */
  lineOfOtherZeros({ withoutZeros }: RowHashes, patient: EligiblePatient): number | null {
    return withoutZeros === null ? null : this.lengths.lineOfOther(withoutZeros, lengthOf(patient));
  }
}

/** Days since 1900, where dates of birth begin. */
const dayNumber = ({ dateOfBirth }: EligiblePatient): number =>
  (Date.parse(dateOfBirth) - Date.parse('1900-01-01')) / DAY_MS;
const lengthOf = ({ medicaidId }: EligiblePatient): number => foldedMedicaidId(medicaidId).length;
