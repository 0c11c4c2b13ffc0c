import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OrdersSentBefore, SameOrders, SameOrdersQuestion } from '@throughline/contracts';
import { findOrdersSentBefore, listSameOrders } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { ReadModels } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals, scopeOf } from '../referral-access/readable-referrals.js';

const MINUTE_MS = 60_000;

/** POST /referrals/same-orders: before an order is submitted, whether the caller may read one that says the same (docs/decisions/0107). */
export class FindSameOrders extends Query<OrdersSentBefore> {
  constructor(
    readonly question: SameOrdersQuestion,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(FindSameOrders)
export class FindSameOrdersHandler implements IQueryHandler<FindSameOrders> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  execute({ question, minPosition, caller }: FindSameOrders): Promise<OrdersSentBefore> {
    return this.readModels.readAt(minPosition, async (db) => {
      const now = new Date();
      const found = await findOrdersSentBefore(db, scopeOf(caller, true), question, now);
      const referralIds = found.map(({ referralId }) => referralId);
      if (referralIds.length > 0) await this.accessLog.record({ caller, screen: 'Same orders', referralIds });
      return found.map(({ referralId, submittedAt }) => ({
        referralId,
        minutesAgo: Math.max(0, Math.floor((now.getTime() - submittedAt.getTime()) / MINUTE_MS)),
      }));
    });
  }
}

/** GET /referrals/referral/{id}/same-orders: for the provider's people, which see every referral. */
export class ListSameOrders extends Query<SameOrders> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListSameOrders)
export class ListSameOrdersHandler implements IQueryHandler<ListSameOrders> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListSameOrders): Promise<SameOrders> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Same orders');
      return listSameOrders(db, referralId, new Date());
    });
  }
}
