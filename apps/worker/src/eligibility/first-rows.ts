import { type EligiblePatient, foldedMedicaidId } from '@throughline/domain';
import { FirstOfEach } from './first-of-each.js';
import type { MemberRow } from './member-rows.js';

const DAY_MS = 86_400_000;

/** Hashes for comparing the rows of a file. */
export interface RowHashes {
  /** Identifies the member's benefit. */
  readonly id: string;
  /** Hash over the ID without its leading zeros, and the date of birth; null for an ID with other characters than digits. */
  readonly withoutZeros: string | null;
}

/**
 * What a first pass over the whole file finds out: which Medicaid IDs it names with several dates of birth, or with several numbers of
 * leading zeros, and whether its dates have the day first.
 */
export class FirstRows {
  /** The first line with the day before the month; null: none, or some line has the month first. */
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

  /** `hashes` is undefined for a bad row. */
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

  /** A line with the same date of birth, whose Medicaid ID differs only in its leading zeros. */
  lineOfOtherZeros({ withoutZeros }: RowHashes, patient: EligiblePatient): number | null {
    return withoutZeros === null ? null : this.lengths.lineOfOther(withoutZeros, lengthOf(patient));
  }
}

/** Days since 1900, where dates of birth begin. */
const dayNumber = ({ dateOfBirth }: EligiblePatient): number =>
  (Date.parse(dateOfBirth) - Date.parse('1900-01-01')) / DAY_MS;
const lengthOf = ({ medicaidId }: EligiblePatient): number => foldedMedicaidId(medicaidId).length;
