import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS_ACTOR, isActive, roleOf } from '@throughline/domain';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { KeyedHash } from '../engines/keyed-hash.js';
import { HttpError } from '../http/http-error.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';
import { AccessTokens } from './access-tokens.js';
import { type Caller, placeOfCaller } from './caller.js';
import { CurrentAccounts } from './current-accounts.js';

/** Determines the caller of a request, and of its access token if it has one. */
@Injectable()
export class Callers {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId' | 'proxyHops'>,
    private readonly tokens: AccessTokens,
    private readonly accounts: CurrentAccounts,
    private readonly hash: KeyedHash,
    private readonly passes: SubmitterPasses,
  ) {}

  anonymous(request: IncomingMessage): Caller {
    return {
      actor: ANONYMOUS_ACTOR,
      account: null,
      hasCurrentRights: true,
      expiresAt: null,
      submitted: this.passes.referralOf(request),
      addressHash: this.hash.of('address', placeOfCaller(request, this.config.proxyHops)),
      sessionHash: null,
    };
  }

  /** Throws 401 and 503 like `AccessTokens.verify`, and like `findPerson`. */
  async byToken(token: string, request: IncomingMessage, asOf?: { readonly isNow: boolean }): Promise<Caller> {
    const { userId, expiresAt, sessionId } = await this.tokens.verify(token);
    const sessionHash = sessionId === null ? null : this.hash.of('session', sessionId);
    return { ...this.anonymous(request), ...(await this.findPerson(userId, asOf)), expiresAt, sessionHash };
  }

  /** Throws 403 for a person without an active account in this portal, and `StoreUnavailable` like `CurrentAccounts.find`. */
  async findPerson(
    userId: string,
    asOf?: { readonly isNow: boolean },
  ): Promise<Pick<Caller, 'actor' | 'account' | 'hasCurrentRights'>> {
    const { account, isByLog } = await this.accounts.find(userId, asOf);
    if (!account) {
      const message = 'You are signed in, but this portal has no account for you. Please contact us.';
      throw new HttpError(403, 'identity/no-account', message);
    }
    if (!isActive(account)) {
      throw new HttpError(403, 'identity/deactivated', 'Your account was deactivated. Please contact us.');
    }
    const { email, companyId } = account;
    const role = roleOf(account, this.config.operatorCompanyId);
    return { actor: { userId, email, role, companyId }, account, hasCurrentRights: isByLog };
  }
}
