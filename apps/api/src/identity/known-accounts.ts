import type { Account } from '@throughline/read-models';
import { Newest } from '../memory/newest.js';

/** A person's account is read once in so many ms, however many requests they make: what changes in it is known here that much later. */
const FRESH_MS = 1_000;

interface Remembered {
  readonly account: Promise<Account | undefined>;
  readonly until: number;
}

/** The accounts of those who are at work now. Requests at the same moment share one question; who has no account is asked for anew. */
export class KnownAccounts {
  private readonly remembered = new Newest<string, Remembered>();

  /** `now` in ms. */
  constructor(
    private readonly find: (userId: string) => Promise<Account | undefined>,
    private readonly now = () => performance.now(),
  ) {}

  /** Rejects as `find`. */
  byId(userId: string): Promise<Account | undefined> {
    const known = this.remembered.get(userId);
    if (known && this.now() < known.until) return known.account;
    const account = this.find(userId);
    this.remembered.set(userId, { account, until: this.now() + FRESH_MS });
    account.then(
      (found) => found ?? this.forget(userId, account),
      () => this.forget(userId, account),
    );
    return account;
  }

  private forget(userId: string, account: Remembered['account']): void {
    if (this.remembered.get(userId)?.account === account) this.remembered.delete(userId);
  }
}
