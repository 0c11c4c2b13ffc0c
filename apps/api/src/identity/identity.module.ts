import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AccessTokens } from './access-tokens.js';
import { Callers } from './callers.js';
import { CurrentAccounts } from './current-accounts.js';
import { UserIdClaims } from './user-id-claims.js';

/** Determines who is calling. */
@Module({
  imports: [AccessLogModule, ReferralAccessModule],
  providers: [AccessTokens, Callers, CurrentAccounts, UserIdClaims],
  exports: [AccessTokens, Callers, UserIdClaims],
})
export class IdentityModule {}
