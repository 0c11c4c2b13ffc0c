import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@throughline/platform';

/** Measured times may be too long by up to this, ms. */
const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 60_000;

interface Awaited {
  readonly since: number;
  readonly seen: () => void;
  readonly failed: (error: unknown) => void;
}

/** Watches the read models until everything that follows an order exists: its first task, its PDF and its mail. */
export class WholeOrders {
  private readonly awaited = new Map<string, Awaited>();
  private readonly database;
  private closed = false;

  constructor(databaseUrl: string) {
    this.database = openDatabase(databaseUrl, { max: 1 });
    void this.look();
  }

  /** Resolves when everything that follows the order exists; throws if it does not after a minute. */
  whole(referralId: string): Promise<void> {
    return new Promise((seen, failed) => this.awaited.set(referralId, { since: performance.now(), seen, failed }));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.database.close();
  }

  private async look(): Promise<void> {
    while (!this.closed) {
      if (this.awaited.size > 0) {
        try {
          for (const id of await this.wholeAmong([...this.awaited.keys()])) this.settle(id, ({ seen }) => seen());
        } catch (error) {
          for (const id of this.awaited.keys()) this.settle(id, ({ failed }) => failed(error));
        }
      }
      for (const [id, { since }] of this.awaited) {
        const late = new Error(`${id} has no task, no PDF or no mail after a minute`);
        if (performance.now() - since > PATIENCE_MS) this.settle(id, ({ failed }) => failed(late));
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  private settle(id: string, how: (awaited: Awaited) => void): void {
    const awaited = this.awaited.get(id);
    this.awaited.delete(id);
    if (awaited) how(awaited);
  }

  private async wholeAmong(ids: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.database.pool.query<{ referral_id: string }>({
      name: 'whole among',
      text: `
        select referral_id from submission join sent_mail using (referral_id)
         where referral_id = any($1) and ("row" ->> 'pdf')::boolean
           and exists (select from task_queue as task where task.referral_id = submission.referral_id)`,
      values: [ids],
    });
    return rows.map((row) => row.referral_id);
  }
}
