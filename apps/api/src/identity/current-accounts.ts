import { Inject, Injectable } from '@nestjs/common';
import { type Account, accountDecider, type AccountState } from '@throughline/domain';
import { type EventStore, type ReadState, readState, StoreUnavailable } from '@throughline/event-store';
import type { Logger } from '@throughline/platform';
import { findProjectedAccount } from '@throughline/read-models';
import pTimeout, { TimeoutError } from 'p-timeout';
import { readCache } from '../cache/read-cache.js';
import { type ApiDatabase, DATABASE, EVENT_STORE, LOGGER } from '../engines/engines.js';

/** How long a changed company or role may go unnoticed on a node. */
const ACCOUNT_TTL_MS = 1_000;

/** An ordinary answer takes about a millisecond. A check of a live connection has time for both and for one query (`RECHECK_TIMEOUT_MS`). */
const LOG_TIMEOUT_MS = 1_000;
const HEAD_TIMEOUT_MS = 500;

export interface CurrentAccount {
  /** Null for a person without one. */
  readonly account: Account | null;
  /** False if it is as projected, because the log cannot be reached. */
  readonly isByLog: boolean;
}

/**
 * The account of a person as it is now, by the log: the read model is outdated for as long as no worker projects. While the log cannot be reached,
 * by the read model (docs/decisions/0068-rights-while-the-log-cannot-be-reached.md).
 */
@Injectable()
export class CurrentAccounts {
  private readonly accounts;
  private readonly log;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.log = new LogReach(store, logger);
    this.accounts = readCache<ReadState<AccountState>>(async (userId, known) => {
      const read = await readState(store, accountDecider, userId, { known });
      return read.state.account === null ? undefined : read;
    }, ACCOUNT_TTL_MS);
  }

  /**
   * `isNow`: by a read that begins now; otherwise by one that may be a second old. Throws `StoreUnavailable` if neither the log nor the read model
   * can tell.
   */
  async find(userId: string, { isNow = false } = {}): Promise<CurrentAccount> {
    const read = await this.log.ask(() => (isNow ? this.readNow(userId) : this.accounts.fetch(userId)));
    if (read === 'unreachable') return { account: await this.findProjected(userId), isByLog: false };
    return { account: read?.state.account ?? null, isByLog: true };
  }

  private async readNow(userId: string): Promise<ReadState<AccountState>> {
    const known = this.accounts.peek(userId, { allowStale: true });
    const read = await readState(this.store, accountDecider, userId, { ...(known && { known }) });
    if (read.state.account !== null) this.accounts.set(userId, read);
    return read;
  }

  /** Never older than what this node has read from the log. A person who is not projected, or no longer, may have any rights. */
  private async findProjected(userId: string): Promise<Account | null> {
    const projected = await findProjectedAccount(this.database.db, userId);
    if (!projected) throw new StoreUnavailable('not-written');
    const known = this.accounts.peek(userId, { allowStale: true });
    return known && known.revision > projected.revision ? known.state.account : projected.account;
  }
}

/**
 * Whether the log can be reached from this node: not from when a read has failed with `StoreUnavailable`, or has had no answer for a second and a
 * read of the log's head none for half a second, until the log has answered with its head. Meanwhile no read waits for it.
 */
export class LogReach {
  private isReachable = true;
  private probe: Promise<boolean> | null = null;

  constructor(
    private readonly store: Pick<EventStore, 'head'>,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  async ask<Answer>(read: () => Promise<Answer>): Promise<Answer | 'unreachable'> {
    if (this.isReachable) {
      const answer = read();
      try {
        return await pTimeout(answer, { milliseconds: LOG_TIMEOUT_MS });
      } catch (error) {
        const isSlow =
          error instanceof TimeoutError &&
          (await pTimeout(this.answers(), { milliseconds: HEAD_TIMEOUT_MS, fallback: () => false }));
        return isSlow ? answer.catch((late: unknown) => this.unreachable(late)) : this.unreachable(error);
      }
    }
    void this.answers();
    return 'unreachable';
  }

  /** Throws what says nothing about the log. */
  private unreachable(error: unknown): 'unreachable' {
    if (!(error instanceof StoreUnavailable || error instanceof TimeoutError)) throw error;
    if (this.isReachable) this.logger.warn({ err: error }, 'the log cannot be reached: rights are as projected');
    this.isReachable = false;
    void this.answers();
    return 'unreachable';
  }

  /** Asks for the head, once at a time. The store retries for several seconds, so that it is noticed at once when the log answers again. */
  private answers(): Promise<boolean> {
    this.probe ??= this.store
      .head()
      .then(
        () => this.regain(),
        () => false,
      )
      .finally(() => (this.probe = null));
    return this.probe;
  }

  private regain(): true {
    if (!this.isReachable) this.logger.info('the log can be reached again: it decides rights');
    this.isReachable = true;
    return true;
  }
}
