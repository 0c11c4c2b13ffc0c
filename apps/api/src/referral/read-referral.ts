import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReferralDetail } from '@throughline/contracts';
import { getReferral } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /referrals/referral/{id}: the whole referral, for those whose it is. */
export class ReadReferral extends Query<ReferralDetail> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadReferral)
export class ReadReferralHandler implements IQueryHandler<ReadReferral> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ReadReferral): Promise<ReferralDetail> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.open(caller, referralId, 'Referral');
      const detail = await getReferral(this.engines.db, referralId);
      if (!detail) throw notFound('referral');
      return detail;
    });
  }
}
