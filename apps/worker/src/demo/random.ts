/** A repeatable stream of numbers (mulberry32): the same seed gives the same demo. */
export class Random {
  constructor(private state: number) {}

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.whole(0, from.length - 1)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
