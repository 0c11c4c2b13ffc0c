import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ANONYMOUS_ACTOR, roleOf } from '@throughline/domain';
import { findAccountById } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { KeyedHash } from '../engine/keyed-hash.js';
import { Refusal } from '../http/refusal.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';
import { AccessTokens } from './access-tokens.js';
import { addressOf } from './address-of.js';
import type { Caller } from './caller.js';
import { KnownAccounts } from './known-accounts.js';

/** From a token to who it is in this portal. */
@Injectable()
export class Callers {
  private readonly accounts = new KnownAccounts((userId) => findAccountById(this.engines.db, userId));

  constructor(
    private readonly engines: Engines,
    private readonly tokens: AccessTokens,
    private readonly hash: KeyedHash,
    private readonly passes: SubmitterPasses,
  ) {}

  anonymous(request: IncomingMessage): Caller {
    const addressHash = this.hash.of('address', addressOf(request, this.engines.config.proxyHops));
    return {
      actor: ANONYMOUS_ACTOR,
      account: null,
      expiresAt: null,
      submitted: this.passes.referralOf(request),
      addressHash,
    };
  }

  /** Throws as `byToken` when a token no longer holds, without finding out anew whose it is. */
  async confirm(token: string): Promise<void> {
    await this.tokens.verify(token);
  }

  /** Throws 401 for a token that does not hold, 503 when that cannot be found out, 403 for a person without an account here. */
  async byToken(token: string, request: IncomingMessage): Promise<Caller> {
    const { userId, expiresAt } = await this.tokens.verify(token);
    const account = await this.accounts.byId(userId);
    if (!account) {
      const message = 'You are signed in, but this portal has no account for you. Please contact us.';
      throw new Refusal(403, 'identity/no-account', message);
    }
    const { email, companyId } = account;
    const role = roleOf(account, this.engines.config.operatorCompanyId);
    return { ...this.anonymous(request), actor: { userId, email, role, companyId }, account, expiresAt };
  }
}
