import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type CheckedReferrals, type CheckStatusBody, statusCheckOf } from '@throughline/contracts';
import { findCheckedReferrals } from '@throughline/read-models';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** POST /referrals/referral/status (access specification, sections 2 and 5; docs/promises.md 1.4). */
export class CheckStatus extends Query<CheckedReferrals> {
  constructor(
    readonly body: CheckStatusBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(CheckStatus)
export class CheckStatusHandler implements IQueryHandler<CheckStatus> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly lookUps: OpenLookUps,
  ) {}

  /** Unknown, hidden and mistyped are the same empty list. */
  async execute({ body, caller }: CheckStatus): Promise<CheckedReferrals> {
    const check = statusCheckOf(body);
    // An ID counts together with the tries of its limited page.
    const input = 'referralId' in check ? check.referralId : check.memberKey;
    const found = await this.lookUps.run(caller, 'Check Status', input, async () => {
      const referralIds = await findCheckedReferrals(this.database.db, check);
      return referralIds.length === 0 ? undefined : referralIds;
    });
    return (found ?? []).map((referralId) => ({ referralId }));
  }
}
