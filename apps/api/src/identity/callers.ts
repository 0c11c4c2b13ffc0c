import { Injectable } from '@nestjs/common';
import { ANONYMOUS_ACTOR, roleOf } from '@throughline/domain';
import { findAccountById } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { KeyedHash } from '../engine/keyed-hash.js';
import { Refusal } from '../http/refusal.js';
import { AccessTokens } from './access-tokens.js';
import type { Caller } from './caller.js';

/** From a token to who it is in this portal. */
@Injectable()
export class Callers {
  constructor(
    private readonly engines: Engines,
    private readonly tokens: AccessTokens,
    private readonly hash: KeyedHash,
  ) {}

  anonymous(address: string): Caller {
    return { actor: ANONYMOUS_ACTOR, account: null, expiresAt: null, addressHash: this.hash.of('address', address) };
  }

  /** Throws 401 for a token that does not hold, 403 for a person without an account here. */
  async byToken(token: string, address: string): Promise<Caller> {
    const { userId, expiresAt } = await this.tokens.verify(token);
    const account = await findAccountById(this.engines.db, userId);
    if (!account) {
      const message = 'You are signed in, but this portal has no account for you. Please contact us.';
      throw new Refusal(403, 'identity/no-account', message);
    }
    const { email, companyId } = account;
    const role = roleOf(account, this.engines.config.operatorCompanyId);
    return { ...this.anonymous(address), actor: { userId, email, role, companyId }, account, expiresAt };
  }
}
