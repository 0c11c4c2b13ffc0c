import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { accountDecider, type AccountState, ANONYMOUS_ACTOR, isActive, roleOf } from '@throughline/domain';
import { type EventStore, type ReadState, readState } from '@throughline/event-store';
import { readCache } from '../cache/read-cache.js';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { KeyedHash } from '../engines/keyed-hash.js';
import { HttpError } from '../http/http-error.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';
import { AccessTokens } from './access-tokens.js';
import { type Caller, placeOfCaller } from './caller.js';

/** How long a changed company or role may go unnoticed on a node. */
const ACCOUNT_TTL_MS = 1_000;

/**
 * Resolves a request, and its access token if it has one, to its caller. The account is read from the log: the read model is outdated for as
 * long as no worker projects (docs/decisions/0065-rights-are-decided-by-the-log.md).
 */
@Injectable()
export class Callers {
  private readonly accounts;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId' | 'proxyHops'>,
    private readonly tokens: AccessTokens,
    private readonly hash: KeyedHash,
    private readonly passes: SubmitterPasses,
  ) {
    this.accounts = readCache<ReadState<AccountState>>(async (userId, known) => {
      const read = await readState(store, accountDecider, userId, { known });
      return read.state.account === null ? undefined : read;
    }, ACCOUNT_TTL_MS);
  }

  anonymous(request: IncomingMessage): Caller {
    return {
      actor: ANONYMOUS_ACTOR,
      account: null,
      expiresAt: null,
      submitted: this.passes.referralOf(request),
      addressHash: this.hash.of('address', placeOfCaller(request, this.config.proxyHops)),
    };
  }

  /**
   * Throws 401 and 503 as `AccessTokens.verify`, 403 for a person without an active account in this portal, and `StoreUnavailable` when the log
   * cannot be read.
   */
  async byToken(token: string, request: IncomingMessage): Promise<Caller> {
    const { userId, expiresAt } = await this.tokens.verify(token);
    const account = (await this.accounts.fetch(userId))?.state.account;
    if (!account) {
      const message = 'You are signed in, but this portal has no account for you. Please contact us.';
      throw new HttpError(403, 'identity/no-account', message);
    }
    if (!isActive(account)) {
      throw new HttpError(403, 'identity/deactivated', 'Your account was deactivated. Please contact us.');
    }
    const { email, companyId } = account;
    const role = roleOf(account, this.config.operatorCompanyId);
    return { ...this.anonymous(request), actor: { userId, email, role, companyId }, account, expiresAt };
  }
}
