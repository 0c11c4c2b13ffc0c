import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { listReferralsQuery, ReferralList } from '@throughline/contracts';
import { listReferrals, waitUntilProjected, type ReferralScope } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import type { Caller } from '../identity/caller.js';

export class ListReferrals extends Query<ReferralList> {
  constructor(
    readonly asked: z.output<typeof listReferralsQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListReferrals)
export class ListReferralsHandler implements IQueryHandler<ListReferrals> {
  constructor(
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ asked, caller }: ListReferrals): Promise<ReferralList> {
    const { page, pageSize, search, sortModel, status, includeCompany, minPosition } = asked;
    await waitUntilProjected(this.engines.db, minPosition);
    const list = await listReferrals(this.engines.adHoc, {
      scope: scopeOf(caller, includeCompany),
      page,
      pageSize,
      search,
      sort: sortModel?.[0],
      statuses: status,
    });
    const referralIds = list.rows.map((row) => row.referralId);
    await this.accessLog.record({ caller, screen: 'Referrals list', referralIds });
    return list;
  }
}

/** Staff, ops and admins see all; a referrer their own, or their company's when they ask for it. */
function scopeOf({ actor }: Caller, includeCompany: boolean): ReferralScope {
  if (actor.role !== 'referrer') return { kind: 'all' };
  const own = { userId: actor.userId ?? '' };
  if (includeCompany && actor.companyId !== null) return { kind: 'company', ...own, companyId: actor.companyId };
  return { kind: 'own', ...own };
}
