import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { accountDecider } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Logger } from '@throughline/platform';
import { decodeJwt } from 'jose';
import pTimeout from 'p-timeout';
import { type Clock, pauseBy } from '../engines/clock.js';
import { type ApiConfig, CLOCK, CONFIG, EVENT_STORE, LOGGER } from '../engines/engines.js';
import { endedTokens } from '../identity/identity-provider.js';

const POLL_INTERVAL_MS = 1_000;
/** Two polls and a little more: after this, a change may have been missed. */
const TOLD_WITHIN_MS = 2_500;

/** A read without an answer for this long is given up, so that a lost one does not end the polling. */
const READ_TIMEOUT_MS = 5_000;

/** The methods must not throw. */
export interface RightsListener {
  /** Something has happened to the accounts of these people. */
  onAccounts(userIds: ReadonlySet<string>): void;
  /** Access tokens with one of these as `sid` or `jti` are no longer valid. */
  onEndedTokens(ids: ReadonlySet<string>): void;
}

/**
 * Tells a node whose rights to check again, with one short read of the log and one request to the embedded identity provider per second,
 * however many pages are open. A tenant reports nothing (docs/decisions/0120-open-pages-are-told-whose-rights-changed.md).
 */
@Injectable()
export class ChangedRights {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  /** The position up to which the log was read; null before the first read. */
  private position: number | null = null;
  /** The ended tokens in the last answer, which have been reported. */
  private known: ReadonlySet<string> = new Set();
  private readonly toldAt = { accounts: -Infinity, tokens: -Infinity };

  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) readonly clock: Clock,
  ) {}

  /** Whether everything up to two seconds ago has been reported. While it is false, everybody must be checked. */
  get isTold(): boolean {
    return this.clock.now() - Math.min(this.toldAt.accounts, this.toldAt.tokens) < TOLD_WITHIN_MS;
  }

  /** The end of the log at the last poll; null before the first. */
  get head(): number | null {
    return this.position;
  }

  /** Starts to poll for changed rights, except while `isNeeded` returns false. */
  start(isNeeded: () => boolean, listener: RightsListener): void {
    const polls = [this.poll('accounts', isNeeded, () => this.readAccounts(listener))];
    if (this.config.identityUrl === undefined) this.toldAt.tokens = Infinity;
    else polls.push(this.poll('tokens', isNeeded, () => this.readTokens(listener)));
    this.running = Promise.all(polls);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    // A read that hangs is not awaited: it ends when its engine is closed.
    await Promise.race([this.running, pause(POLL_INTERVAL_MS, undefined, { ref: false })]);
  }

  private async poll(what: 'accounts' | 'tokens', isNeeded: () => boolean, read: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    let hasFailed = false;
    while (!signal.aborted) {
      const startedAt = this.clock.now();
      try {
        if (isNeeded()) {
          await pTimeout(read(), { milliseconds: READ_TIMEOUT_MS });
          this.toldAt[what] = startedAt;
        }
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !signal.aborted)
          this.logger.warn({ err: error }, `changes of ${what} cannot be read; all are checked`);
        hasFailed = true;
      }
      await pauseBy(this.clock, POLL_INTERVAL_MS, signal);
    }
  }

  private async readAccounts(listener: RightsListener): Promise<void> {
    const head = await this.store.head();
    if (this.position !== null && head > this.position) {
      const { category } = accountDecider;
      const userIds = new Set<string>();
      for await (const { stream } of this.store.readAll({ after: this.position, filter: { categories: [category] } })) {
        userIds.add(stream.slice(category.length + 1));
      }
      if (userIds.size > 0) listener.onAccounts(userIds);
    }
    this.position = head;
  }

  private async readTokens(listener: RightsListener): Promise<void> {
    const ended = await endedTokens(this.config);
    const fresh = new Set([...ended].filter((id) => !this.known.has(id)));
    this.known = ended;
    if (fresh.size > 0) listener.onEndedTokens(fresh);
  }
}

/** Whether one of these is the `sid` or the `jti` of a verified token. */
export function isNamedBy(ids: ReadonlySet<string>, token: string): boolean {
  const { sid, jti } = decodeJwt(token);
  return [sid, jti].some((id) => typeof id === 'string' && ids.has(id));
}
