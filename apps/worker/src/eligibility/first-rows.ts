import type { MemberRow } from './member-rows.js';

/** Of a member in a file: the line that names them first, and one with another date of birth; null: there is none. */
interface NamedMember {
  readonly line: number;
  readonly otherLine: number | null;
  /** Whether the row that is asked about has the date of birth of the first. */
  readonly isSameDate: boolean;
}

const FIRST_SLOTS = 1 << 12;
const MAX_LOAD = 0.7;
const DAY_MS = 86_400_000;

/**
 * What a first reading of a whole file finds out: which Medicaid IDs it names with several dates of birth, and whether its dates have the day
 * first. It takes 14 bytes for a slot of a hash table, because a file can have ten million rows.
 */
export class FirstRows {
  /** The first line with the day before the month; null: there is none, or a line has the month first. */
  get dayFirstLine(): number | null {
    return this.hasMonthFirst ? null : this.dayFirst;
  }
  private dayFirst: number | null = null;
  private hasMonthFirst = false;

  private size = 0;
  private keys = new BigUint64Array(FIRST_SLOTS);
  /** 0: the slot is free. */
  private lines = new Uint32Array(FIRST_SLOTS);
  private days = new Uint16Array(FIRST_SLOTS);
  /** By key. */
  private readonly others = new Map<bigint, number>();

  /** `id`: the hash of the member, of which 64 bits count; undefined for a bad row. */
  add({ line, order, ...row }: MemberRow, id: string | undefined): void {
    if (order === 'day-first') this.dayFirst ??= line;
    if (order === 'month-first') this.hasMonthFirst = true;
    if (id === undefined || !('patient' in row)) return;
    if (this.size >= this.lines.length * MAX_LOAD) this.grow();
    const key = keyOf(id);
    const at = this.slotOf(key);
    const day = dayNumber(row.patient.dateOfBirth);
    if (this.lines[at] === 0) {
      this.put(at, key, line, day);
      this.size++;
    } else if (this.days[at] !== day && !this.others.has(key)) this.others.set(key, line);
  }

  find(id: string, dateOfBirth: string): NamedMember | null {
    const key = keyOf(id);
    const at = this.slotOf(key);
    const line = this.lines[at]!;
    if (line === 0) return null;
    return { line, otherLine: this.others.get(key) ?? null, isSameDate: this.days[at] === dayNumber(dateOfBirth) };
  }

  /** The slot of the key, or the free one where it belongs. */
  private slotOf(key: bigint): number {
    const mask = this.lines.length - 1;
    let at = Number(key & BigInt(mask));
    while (this.lines[at] !== 0 && this.keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  private put(at: number, key: bigint, line: number, day: number): void {
    this.keys[at] = key;
    this.lines[at] = line;
    this.days[at] = day;
  }

  private grow(): void {
    const { keys, lines, days } = this;
    const slots = lines.length * 2;
    this.keys = new BigUint64Array(slots);
    this.lines = new Uint32Array(slots);
    this.days = new Uint16Array(slots);
    for (const [from, line] of lines.entries())
      if (line !== 0) this.put(this.slotOf(keys[from]!), keys[from]!, line, days[from]!);
  }
}

const keyOf = (id: string): bigint => Buffer.from(id, 'base64url').readBigUInt64BE();
/** Days since 1900, where dates of birth begin. */
const dayNumber = (day: string): number => (Date.parse(day) - Date.parse('1900-01-01')) / DAY_MS;
