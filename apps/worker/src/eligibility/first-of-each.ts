const FIRST_SLOTS = 1 << 12;
const MAX_LOAD = 0.7;

/**
 * The first line with each key and its value, and one line with the same key and another value. A slot of its hash table takes 14 bytes,
 * because a file can have ten million rows. Keys are hashes, of which 64 bits count; values have 16 bits.
 */
export class FirstOfEach {
  /** The number of keys. */
  get size(): number {
    return this.used;
  }
  private used = 0;
  private keys = new BigUint64Array(FIRST_SLOTS);
  /** 0: the slot is free. */
  private lines = new Uint32Array(FIRST_SLOTS);
  private values = new Uint16Array(FIRST_SLOTS);
  /** Lines with another value, by key. */
  private readonly others = new Map<bigint, number>();

  /** `line`: at least 1. */
  add(hash: string, value: number, line: number): void {
    if (this.used >= this.lines.length * MAX_LOAD) this.grow();
    const key = keyOf(hash);
    const at = this.slotOf(key);
    if (this.lines[at] === 0) {
      this.put(at, key, line, value);
      this.used++;
    } else if (this.values[at] !== value && !this.others.has(key)) this.others.set(key, line);
  }

  has(hash: string): boolean {
    return this.lines[this.slotOf(keyOf(hash))] !== 0;
  }

  /** A line with the same key and another value; null: none. */
  lineOfOther(hash: string, value: number): number | null {
    const key = keyOf(hash);
    const other = this.others.get(key);
    if (other === undefined) return null;
    const at = this.slotOf(key);
    return this.values[at] === value ? other : this.lines[at]!;
  }

  /** The slot of the key, or the free slot where it belongs. */
  private slotOf(key: bigint): number {
    const mask = this.lines.length - 1;
    let at = Number(key & BigInt(mask));
    while (this.lines[at] !== 0 && this.keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  private put(at: number, key: bigint, line: number, value: number): void {
    this.keys[at] = key;
    this.lines[at] = line;
    this.values[at] = value;
  }

  private grow(): void {
    const { keys, lines, values } = this;
    const slots = lines.length * 2;
    this.keys = new BigUint64Array(slots);
    this.lines = new Uint32Array(slots);
    this.values = new Uint16Array(slots);
    for (const [from, line] of lines.entries())
      if (line !== 0) this.put(this.slotOf(keys[from]!), keys[from]!, line, values[from]!);
  }
}

const keyOf = (hash: string): bigint => Buffer.from(hash, 'base64url').readBigUInt64BE();
