import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LimitedReferralDetail } from '@throughline/contracts';
import { getLimitedReferral, waitUntilProjected } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** GET /referrals/referral/{id}/limited: what anybody who has the id may see (QUALITY.md 1.5). */
export class ReadLimitedReferral extends Query<LimitedReferralDetail> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadLimitedReferral)
export class ReadLimitedReferralHandler implements IQueryHandler<ReadLimitedReferral> {
  constructor(
    private readonly engines: Engines,
    private readonly lookUps: OpenLookUps,
  ) {}

  async execute({ referralId, minPosition, caller }: ReadLimitedReferral): Promise<LimitedReferralDetail> {
    const { db } = this.engines;
    const found = await this.lookUps.count(caller, 'Limited referral', referralId, async () => {
      await waitUntilProjected(db, minPosition);
      return getLimitedReferral(db, referralId);
    });
    if (!found) throw notFound('referral');
    return found;
  }
}
