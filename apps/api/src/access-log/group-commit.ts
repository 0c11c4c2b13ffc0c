/** As many as one statement carries without delaying the first of them noticeably. */
const MOST = 200;

interface Waiting<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * While one group of entries is on its way to the disk, the next one gathers: each write resolves when its own entry is durable, and
 * all that come meanwhile share one commit. Where a group is refused, each of it is tried alone and fails for nobody but itself.
 */
export class GroupCommit<Entry> {
  private waiting: Waiting<Entry>[] = [];
  private running = false;

  constructor(private readonly save: (entries: readonly Entry[]) => Promise<void>) {}

  write(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0, MOST));
    this.running = false;
  }

  private async commit(group: readonly Waiting<Entry>[]): Promise<void> {
    try {
      await this.save(group.map(({ entry }) => entry));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else await Promise.all(group.map((one) => this.commit([one])));
    }
  }
}
