/** If no turn has ended for this long, the next caller begins: one caller that hangs does not stop the others. */
const MAX_TURN_MS = 2_000;

/**
 * Lets callers of this process work on a name one after the other, in the order in which they came. It avoids lost races, but is not a
 * lock.
 */
export class KeyedQueue {
  private readonly lines = new Map<string, WaitingLine>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(name) ?? new WaitingLine();
    this.lines.set(name, line);
    await line.begin();
    try {
      return await work();
    } finally {
      line.end();
      if (line.isEmpty) this.lines.delete(name);
    }
  }
}

class WaitingLine {
  private running = 0;
  private waiting: (() => void)[] = [];
  private stalled: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  begin(): Promise<void> {
    const turn = new Promise<void>((begin) => this.waiting.push(begin));
    if (this.running === 0) this.admit(1);
    return turn;
  }

  end(): void {
    this.running--;
    clearTimeout(this.stalled);
    if (this.running === 0) this.admit(1);
    else this.watch();
  }

  private admit(count: number): void {
    const admitted = this.waiting.splice(0, count);
    this.running += admitted.length;
    for (const begin of admitted) begin();
    if (this.running > 0) this.watch();
  }

  private watch(): void {
    this.stalled = setTimeout(() => this.admit(Infinity), MAX_TURN_MS);
  }
}
