import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  AnswerOf,
  LimitedReferralDetail,
  listReferralsQuery,
  ReferralDetail,
  ReferralList,
  SubmissionDetail,
  suggestSearchesQuery,
  TaskQueueRow,
} from '@throughline/contracts';
import { mayReadReferral } from '@throughline/domain';
import {
  findOrders,
  getLimitedReferral,
  getReferral,
  getSubmission,
  listReferrals,
  listTasksOfReferral,
  referralsWithin,
  suggestSearches,
} from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { notProjectedYet, reachPosition, readList, ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type Caller, isSignedIn } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { ReadableReferrals, scopeOf } from '../referral-access/readable-referrals.js';

/** GET /referrals: the Referrals list. */
export class ListReferrals extends Query<ReferralList> {
  constructor(
    readonly query: z.output<typeof listReferralsQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ListReferrals)
export class ListReferralsHandler implements IQueryHandler<ListReferrals> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: ListReferrals): Promise<ReferralList> {
    const { page, pageSize, search, timeZone, sortModel, status, includeCompany, minPosition } = query;
    await reachPosition(this.database.db, minPosition);
    const list = await readList(this.database, { search, gone }, (db) =>
      listReferrals(db, {
        scope: scopeOf(caller, includeCompany),
        page,
        pageSize,
        search,
        timeZone,
        sort: sortModel?.[0],
        statuses: status,
      }),
    );
    const referralIds = list.rows.map((row) => row.referralId);
    await this.accessLog.record({ caller, screen: 'Referrals list', referralIds });
    return list;
  }
}

/** What a read of one referral takes. */
abstract class ReferralQuery<Result> extends Query<Result> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** GET /referrals/referral/{id}: the whole referral. */
export class ReadReferral extends ReferralQuery<ReferralDetail> {}

@QueryHandler(ReadReferral)
export class ReadReferralHandler implements IQueryHandler<ReadReferral> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ReadReferral): Promise<ReferralDetail> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Referral');
      const detail = await getReferral(db, referralId);
      if (!detail) throw notFound('referral');
      return detail;
    });
  }
}

/** GET /referrals/referral/tracking/{orderId}: the parcels of an order, of referrals that the caller may read. */
export class ReadTracking extends Query<AnswerOf<'GET /referrals/referral/tracking/{orderId}'>> {
  constructor(
    readonly orderId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadTracking)
export class ReadTrackingHandler implements IQueryHandler<ReadTracking> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  execute({
    orderId,
    minPosition,
    caller,
  }: ReadTracking): Promise<AnswerOf<'GET /referrals/referral/tracking/{orderId}'>> {
    return this.readModels.readAt(minPosition, async (db) => {
      const { actor } = caller;
      const orders = (await findOrders(db, orderId)).filter(
        (order) => isSignedIn(actor) && mayReadReferral(actor, order),
      );
      const referralIds = orders.map(({ referralId }) => referralId);
      if (referralIds.length > 0) await this.accessLog.record({ caller, screen: 'Tracking', referralIds });
      // Several items, or several referrals, may be in one parcel.
      const parcels = new Map(
        orders.flatMap(({ tracking }) => tracking).map((one) => [`${one.carrier} ${one.number}`, one]),
      );
      return [...parcels.values()];
    });
  }
}

/** GET /referrals/referral/{id}/limited: what anybody that has the id may see (docs/promises.md 1.5). */
export class ReadLimitedReferral extends ReferralQuery<LimitedReferralDetail> {}

@QueryHandler(ReadLimitedReferral)
export class ReadLimitedReferralHandler implements IQueryHandler<ReadLimitedReferral> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly lookUps: OpenLookUps,
  ) {}

  async execute({ referralId, minPosition, caller }: ReadLimitedReferral): Promise<LimitedReferralDetail> {
    const { db } = this.database;
    const found = await this.lookUps.run(caller, 'Limited referral', referralId, async () => {
      await reachPosition(db, minPosition);
      return getLimitedReferral(db, referralId);
    });
    if (!found) throw notFound('referral');
    return found;
  }
}

/** GET /referrals/referral/{id}/submission: the progress of what follows an order. */
export class ReadSubmission extends ReferralQuery<SubmissionDetail> {}

@QueryHandler(ReadSubmission)
export class ReadSubmissionHandler implements IQueryHandler<ReadSubmission> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ReadSubmission): Promise<SubmissionDetail> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.openSubmission(caller, referralId, 'Submission');
      const submission = await getSubmission(db, referralId);
      if (!submission) throw notProjectedYet();
      return submission;
    });
  }
}

/** GET /referrals/referral/{id}/tasks: all tasks of the referral, in the order of opening. */
export class ListReferralTasks extends ReferralQuery<readonly TaskQueueRow[]> {}

@QueryHandler(ListReferralTasks)
export class ListReferralTasksHandler implements IQueryHandler<ListReferralTasks> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListReferralTasks): Promise<readonly TaskQueueRow[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Tasks of the referral');
      return listTasksOfReferral(db, referralId);
    });
  }
}

/** GET /referrals/suggestions: of each suggestion the caller may read what it finds. */
export class SuggestSearches extends Query<readonly string[]> {
  constructor(
    readonly query: z.output<typeof suggestSearchesQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(SuggestSearches)
export class SuggestSearchesHandler implements IQueryHandler<SuggestSearches> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: SuggestSearches): Promise<readonly string[]> {
    const { search, includeCompany, minPosition } = query;
    await reachPosition(this.database.db, minPosition);
    const among = referralsWithin(scopeOf(caller, includeCompany));
    const suggested = await readList(this.database, { search, gone }, (db) => suggestSearches(db, { among, search }));
    return this.accessLog.recordSuggested({ caller, screen: 'Referrals list, suggested searches' }, suggested);
  }
}
