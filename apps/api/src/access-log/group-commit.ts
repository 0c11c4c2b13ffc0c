/** One statement saves this many entries without a noticeable delay for the first of them. */
const MAX_GROUP_SIZE = 200;

interface PendingWrite<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saves entries in groups: those that arrive while a group is being saved form the next one and share its commit. A write resolves when its
 * own entry is durable. If a group fails, its entries are saved one by one, so that only the faulty one is rejected.
 */
export class GroupCommit<Entry> {
  private pending: PendingWrite<Entry>[] = [];
  private isSaving = false;

  constructor(private readonly save: (entries: readonly Entry[]) => Promise<void>) {}

  write(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pending.push({ entry, resolve, reject });
      if (!this.isSaving) void this.saveAll();
    });
  }

  private async saveAll(): Promise<void> {
    this.isSaving = true;
    while (this.pending.length > 0) await this.commit(this.pending.splice(0, MAX_GROUP_SIZE));
    this.isSaving = false;
  }

  private async commit(group: readonly PendingWrite<Entry>[]): Promise<void> {
    try {
      await this.save(group.map(({ entry }) => entry));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else await Promise.all(group.map((write) => this.commit([write])));
    }
  }
}
