import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AccessLog } from './access-log/access-log.js';
import { Engines } from './engine/engines.js';
import { KeyedHash } from './engine/keyed-hash.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { AccessTokens } from './identity/access-tokens.js';
import { Callers } from './identity/callers.js';
import { UserIdClaims } from './identity/user-id-claims.js';
import { RateLimits } from './rate-limit/rate-limits.js';
import { Benefits } from './referral-access/benefits.js';
import { LookUpTickets } from './referral-access/look-up-tickets.js';
import { OpenLookUps } from './referral-access/open-look-ups.js';
import { ReadableReferrals } from './referral-access/readable-referrals.js';
import { SubmitterPasses } from './referral-access/submitter-pass.js';

const PLUMBING = [
  KeyedHash,
  AccessTokens,
  SubmitterPasses,
  Callers,
  AccessLog,
  UserIdClaims,
  RateLimits,
  IdempotencyKeys,
  ReadableReferrals,
  OpenLookUps,
  LookUpTickets,
  Benefits,
];

/** What every feature may use. */
@Global()
@Module({})
export class PlumbingModule {
  static on(engines: Engines): DynamicModule {
    const provided = { provide: Engines, useValue: engines };
    return { module: PlumbingModule, providers: [provided, ...PLUMBING], exports: [provided, ...PLUMBING] };
  }
}
