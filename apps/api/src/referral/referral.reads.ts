import { Inject, Injectable } from '@nestjs/common';
import { type Corrections, type referralRoutes, statusCheckOf } from '@throughline/contracts';
import {
  type CaseAsOf,
  correctedFacts,
  describeEvent,
  evolveCase,
  isCaseCorrection,
  isRecertificationId,
  type ItemTaskEvent,
  mayReadReferral,
  recertificationDecider,
  type Recorded,
  referralDecider,
  type ReferralEvent,
} from '@throughline/domain';
import {
  findCheckedReferrals,
  findOrders,
  findOrdersSentBefore,
  getLimitedReferral,
  getReferral,
  getSubmission,
  listReferrals,
  listReferralsOfMember,
  listTasksOfReferral,
  referralsWithin,
  suggestSearches,
  withNamesakes,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { nameOfActor } from '../command/names-in-refusals.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { notProjectedYet, readList, ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import type { RouteRequest } from '../http/serves.js';
import { isSignedIn } from '../identity/caller.js';
import { CaseReads, type CaseSources } from '../referral-access/case-reads.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { ReadableReferrals, scopeOf } from '../referral-access/readable-referrals.js';

export type ReferralRequest<Name extends keyof typeof referralRoutes> = RouteRequest<(typeof referralRoutes)[Name]>;

const MINUTE_MS = 60_000;

@Injectable()
export class ReferralReads {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly referrals: ReadableReferrals,
    private readonly lookUps: OpenLookUps,
    private readonly cases: CaseReads,
  ) {}

  /** GET /referrals: the Referrals list. */
  async list({ query, caller, gone }: ReferralRequest<'list'>) {
    const { page, pageSize, search, timeZone, sortModel, status, includeCompany, minPosition } = query;
    await this.readModels.reach(minPosition);
    const scope = scopeOf(caller, includeCompany);
    const list = await readList(this.database, { search, gone }, async (db) => {
      const referrals = await listReferrals(db, {
        scope,
        page,
        pageSize,
        search,
        timeZone,
        sort: sortModel?.[0],
        statuses: status,
      });
      return withNamesakes(db, scope, referrals);
    });
    const referralIds = list.rows.map((row) => row.referralId);
    await this.accessLog.record({ caller, screen: 'Referrals list', referralIds });
    return list;
  }

  /** GET /referrals/suggestions: the caller may read what each suggestion finds. */
  async suggestSearches({ query, caller, gone }: ReferralRequest<'suggestSearches'>) {
    const { search, includeCompany, minPosition } = query;
    await this.readModels.reach(minPosition);
    const among = referralsWithin(scopeOf(caller, includeCompany));
    const suggested = await readList(this.database, { search, gone }, (db) => suggestSearches(db, { among, search }));
    return this.accessLog.recordSuggested({ caller, screen: 'Referrals list, suggested searches' }, suggested);
  }

  /** POST /referrals/same-orders: before an order is submitted, the same orders that the caller may read (docs/decisions/0107). */
  findSameOrders({ body, query: { minPosition }, caller }: ReferralRequest<'findSameOrders'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      const now = new Date();
      const found = await findOrdersSentBefore(db, scopeOf(caller, true), body, now);
      const referralIds = found.map(({ referralId }) => referralId);
      if (referralIds.length > 0) await this.accessLog.record({ caller, screen: 'Same referrals', referralIds });
      return found.map(({ referralId, submittedAt }) => ({
        referralId,
        minutesAgo: Math.max(0, Math.floor((now.getTime() - submittedAt.getTime()) / MINUTE_MS)),
      }));
    });
  }

  /** GET /referrals/referral/{id}: the whole referral. */
  read(request: ReferralRequest<'read'>) {
    const { id } = request.params;
    return this.cases.read(request, { id, screen: 'Referral', who: 'signedIn' }, async ({ db }) => {
      const detail = await getReferral(db, id);
      if (!detail) throw notFound('referral');
      return detail;
    });
  }

  /** GET /referrals/referral/{id}/limited: what anybody with the id may see (docs/promises.md 1.5). */
  async readLimited(request: ReferralRequest<'readLimited'>) {
    const { params, query, caller } = request;
    const { id } = params;
    const screen = 'Limited referral';
    const found = await (query.asOf === undefined
      ? this.lookUps.run(
          caller,
          screen,
          id,
          () => this.readModels.readAt(query.minPosition, (db) => getLimitedReferral(db, id)),
          () => ({ referralIds: [id] }),
        )
      : this.cases.read(request, { id, screen, who: 'anyone' }, ({ db }) => getLimitedReferral(db, id)));
    if (!found) throw notFound('referral');
    return found;
  }

  /**
   * POST /referrals/referral/status (access specification, sections 2 and 5; docs/promises.md 1.4). Unknown, hidden and mistyped referrals
   * give the same empty list.
   */
  async checkStatus({ body, caller }: ReferralRequest<'checkStatus'>) {
    const check = statusCheckOf(body);
    // An ID is counted together with the attempts on its limited page.
    const input = 'referralId' in check ? check.referralId : check.memberKey;
    const lookUp = async () => {
      const referralIds = await findCheckedReferrals(this.database.db, check);
      return referralIds.length === 0 ? undefined : referralIds;
    };
    const found = await this.lookUps.run(caller, 'Check Status', input, lookUp, (referralIds) => ({ referralIds }));
    return (found ?? []).map((referralId) => ({ referralId }));
  }

  /** GET /referrals/referral/{id}/submission: the progress of the steps that follow an order. */
  readSubmission(request: ReferralRequest<'readSubmission'>) {
    const { params, query, caller } = request;
    const { id } = params;
    const screen = 'Submission';
    const read = async (db: ApiDatabase['db']) => {
      const submission = await getSubmission(db, id);
      if (!submission) throw notProjectedYet();
      return submission;
    };
    if (query.asOf !== undefined) return this.cases.read(request, { id, screen, who: 'anyone' }, ({ db }) => read(db));
    return this.readModels.readAt(query.minPosition, async (db) => {
      await this.referrals.openSubmission(caller, id, screen);
      return read(db);
    });
  }

  /** GET /referrals/referral/{id}/tasks: all tasks of the referral, in the order of opening. */
  listTasks(request: ReferralRequest<'listTasks'>) {
    const { id } = request.params;
    const what = { id, screen: 'Tasks of the referral', who: 'signedIn' } as const;
    return this.cases.read(request, what, ({ db }) => listTasksOfReferral(db, id));
  }

  /** GET /referrals/referral/{id}/of-member: the other referrals of its member that the caller may read. */
  listOfMember({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'listOfMember'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.require(caller, id);
      const found = await listReferralsOfMember(db, scopeOf(caller, true), id, new Date());
      const referralIds = [id, ...found.rows.map((row) => row.referralId)];
      await this.accessLog.record({ caller, screen: 'Referrals of the member', referralIds });
      return found;
    });
  }

  /** GET /referrals/referral/tracking/{orderId}: the parcels of an order, from referrals that the caller may read. */
  readTracking({ params: { orderId }, query: { minPosition }, caller }: ReferralRequest<'readTracking'>) {
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

  /**
   * GET /referrals/referral/{id}/corrections: read from the log, so that it is never behind the referral or the recertification. The
   * permission comes from the read models.
   */
  listCorrections(request: ReferralRequest<'listCorrections'>) {
    const { id } = request.params;
    const what = { id, screen: 'Corrections', who: 'seesQueue' } as const;
    return this.cases.read(request, what, ({ store }) => correctionsIn(store, id));
  }
}

async function correctionsIn(store: CaseSources['store'], id: string): Promise<Corrections> {
  const { category } = isRecertificationId(id) ? recertificationDecider : referralDecider;
  let before: CaseAsOf | null = null;
  const corrections: Corrections = [];
  const names = new Map<string, string>();
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
    const { actor, at } = event.metadata;
    if (isCaseCorrection(event)) {
      const key = actor.userId ?? actor.role;
      const by = names.get(key) ?? (await nameOfActor(store, actor));
      names.set(key, by);
      const { sentence } = describeEvent(event, { who: by, before });
      corrections.push({ at, by, userId: actor.userId, sentence, facts: [...correctedFacts(event, before)] });
    }
    before = evolveCase(before, event);
  }
  return corrections;
}
