import { Inject, Injectable } from '@nestjs/common';
import { type Account, accountDecider, type AccountState } from '@throughline/domain';
import { type EventStore, type ReadState, readState, StoreUnavailable } from '@throughline/event-store';
import type { Logger } from '@throughline/platform';
import { findProjectedAccount } from '@throughline/read-models';
import pTimeout, { TimeoutError } from 'p-timeout';
import { readCache } from '../cache/read-cache.js';
import type { Clock } from '../engines/clock.js';
import { type ApiDatabase, CLOCK, DATABASE, EVENT_STORE, LOGGER } from '../engines/engines.js';

/** How long a changed company or role may go unnoticed on a node. */
const ACCOUNT_TTL_MS = 1_000;

/**
 * A normal answer takes about a millisecond. A check of a live connection has time for this timeout, the one of the head, and one query
 * (`RECHECK_TIMEOUT_MS`).
 */
const LOG_TIMEOUT_MS = 1_000;
const HEAD_TIMEOUT_MS = 500;

export interface CurrentAccount {
  /** Null for a person without an account. */
  readonly account: Account | null;
  /** False if the account is the projected one, because the log cannot be reached. */
  readonly isByLog: boolean;
}

/**
 * The present account of a person, from the log: the read model is outdated while no worker projects. While the log cannot be reached, from
 * the read model (docs/decisions/0068-rights-while-the-log-cannot-be-reached.md).
 */
@Injectable()
export class CurrentAccounts {
  private readonly accounts;
  private readonly log;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.log = new LogReach(store, logger);
    this.accounts = readCache<ReadState<AccountState>>(
      async (userId, known) => {
        const read = await readState(store, accountDecider, userId, { known });
        return read.state.account === null ? undefined : read;
      },
      ACCOUNT_TTL_MS,
      () => clock.now(),
    );
  }

  /**
   * `isNow`: from a read that begins now; otherwise from one that may be a second old. Throws `StoreUnavailable` if neither the log nor the
   * read model can be read.
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

  /**
   * The projected account, if it is not older than what this node has read from the log. A person who is not projected, or no longer, may
   * have any rights.
   */
  private async findProjected(userId: string): Promise<Account | null> {
    const projected = await findProjectedAccount(this.database.db, userId);
    if (!projected) throw new StoreUnavailable('not-written');
    const known = this.accounts.peek(userId, { allowStale: true });
    return known && known.revision > projected.revision ? known.state.account : projected.account;
  }
}

/**
 * Whether this node can reach the log. It cannot after a read has failed with `StoreUnavailable`, or after a read has had no answer for a
 * second and a read of the head none for half a second; it can again once the log has answered with its head. Meanwhile no read waits for
 * the log.
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

  /** Rethrows an error that does not tell whether the log can be reached. */
  private unreachable(error: unknown): 'unreachable' {
    if (!(error instanceof StoreUnavailable || error instanceof TimeoutError)) throw error;
    if (this.isReachable) this.logger.warn({ err: error }, 'the log cannot be reached: rights are as projected');
    this.isReachable = false;
    void this.answers();
    return 'unreachable';
  }

  /**
   * Reads the head of the log, one read at a time. The store retries for several seconds, so an answer after an outage is noticed at once.
   */
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
