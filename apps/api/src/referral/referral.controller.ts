import { Controller, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { REFERRAL_SOURCES, referralRoutes } from '@throughline/contracts';
import { type RouteRequest, Serves } from '../http/serves.js';
import { CheckStatus } from './check-status.js';
import { AssignTracking } from './assign-tracking.js';
import { CorrectReferral, ListCorrections } from './correct-referral.js';
import {
  ListReferrals,
  ListReferralTasks,
  ReadLimitedReferral,
  ReadReferral,
  ReadTracking,
  ReadSubmission,
  SuggestSearches,
} from './referral.queries.js';
import { FindSameOrders, ListSameOrders } from './same-orders.js';
import { SubmitReferral, SubmitterPassInterceptor } from './submit-referral.js';

type ReferralRequest<Name extends keyof typeof referralRoutes> = RouteRequest<(typeof referralRoutes)[Name]>;

@Controller()
export class ReferralController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(referralRoutes.list)
  list({ query, caller, gone }: ReferralRequest<'list'>) {
    return this.queries.execute(new ListReferrals(query, caller, gone));
  }

  @Serves(referralRoutes.suggestSearches)
  suggestSearches({ query, caller, gone }: ReferralRequest<'suggestSearches'>) {
    return this.queries.execute(new SuggestSearches(query, caller, gone));
  }

  @Serves(referralRoutes.submit)
  // After `@Serves` and so around its idempotency: a repeated answer carries the cookie as well.
  @UseInterceptors(SubmitterPassInterceptor)
  submit({ body, caller, context }: ReferralRequest<'submit'>) {
    return this.commands.execute(new SubmitReferral(body, caller, context));
  }

  @Serves(referralRoutes.findSameOrders)
  findSameOrders({ body, query: { minPosition }, caller }: ReferralRequest<'findSameOrders'>) {
    return this.queries.execute(new FindSameOrders(body, minPosition, caller));
  }

  @Serves(referralRoutes.listSources)
  listSources() {
    return REFERRAL_SOURCES.map((sourceName) => ({ sourceName }));
  }

  @Serves(referralRoutes.read)
  read({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'read'>) {
    return this.queries.execute(new ReadReferral(id, minPosition, caller));
  }

  @Serves(referralRoutes.readLimited)
  readLimited({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'readLimited'>) {
    return this.queries.execute(new ReadLimitedReferral(id, minPosition, caller));
  }

  @Serves(referralRoutes.checkStatus)
  checkStatus({ body, caller }: ReferralRequest<'checkStatus'>) {
    return this.queries.execute(new CheckStatus(body, caller));
  }

  @Serves(referralRoutes.readSubmission)
  readSubmission({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'readSubmission'>) {
    return this.queries.execute(new ReadSubmission(id, minPosition, caller));
  }

  @Serves(referralRoutes.listTasks)
  listTasks({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'listTasks'>) {
    return this.queries.execute(new ListReferralTasks(id, minPosition, caller));
  }

  @Serves(referralRoutes.listSameOrders)
  listSameOrders({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'listSameOrders'>) {
    return this.queries.execute(new ListSameOrders(id, minPosition, caller));
  }

  @Serves(referralRoutes.readTracking)
  readTracking({ params: { orderId }, query: { minPosition }, caller }: ReferralRequest<'readTracking'>) {
    return this.queries.execute(new ReadTracking(orderId, minPosition, caller));
  }

  @Serves(referralRoutes.assignTracking)
  assignTracking({ params: { id: referralId }, body, context }: ReferralRequest<'assignTracking'>) {
    return this.commands.execute(new AssignTracking({ referralId, ...body }, context));
  }

  @Serves(referralRoutes.correct)
  correct({ body, caller, context }: ReferralRequest<'correct'>) {
    return this.commands.execute(new CorrectReferral(body, caller.account, context));
  }

  @Serves(referralRoutes.correctItems)
  correctItems({ params: { id: referralId }, body, caller, context }: ReferralRequest<'correctItems'>) {
    return this.commands.execute(new CorrectReferral({ referralId, ...body }, caller.account, context));
  }

  @Serves(referralRoutes.listCorrections)
  listCorrections({ params: { id }, query: { minPosition }, caller }: ReferralRequest<'listCorrections'>) {
    return this.queries.execute(new ListCorrections(id, minPosition, caller));
  }
}
