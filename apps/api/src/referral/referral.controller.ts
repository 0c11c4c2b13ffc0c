import { Controller, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { REFERRAL_SOURCES, referralRoutes } from '@throughline/contracts';
import { Serves } from '../http/serves.js';
import { AssignTrackingRequest } from './assign-tracking.js';
import { CorrectReferralRequest } from './correct-referral.js';
import { ReferralReads, type ReferralRequest } from './referral.reads.js';
import { SubmitReferralRequest, SubmitterPassInterceptor } from './submit-referral.js';

@Controller()
export class ReferralController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reads: ReferralReads,
  ) {}

  @Serves(referralRoutes.list)
  list(request: ReferralRequest<'list'>) {
    return this.reads.list(request);
  }

  @Serves(referralRoutes.suggestSearches)
  suggestSearches(request: ReferralRequest<'suggestSearches'>) {
    return this.reads.suggestSearches(request);
  }

  @Serves(referralRoutes.submit)
  // Declared after `@Serves`, and so around its idempotency: a repeated answer carries the cookie as well.
  @UseInterceptors(SubmitterPassInterceptor)
  submit({ body, caller, context }: ReferralRequest<'submit'>) {
    return this.commands.execute(new SubmitReferralRequest(body, caller, context));
  }

  @Serves(referralRoutes.findSameOrders)
  findSameOrders(request: ReferralRequest<'findSameOrders'>) {
    return this.reads.findSameOrders(request);
  }

  @Serves(referralRoutes.listSources)
  listSources() {
    return REFERRAL_SOURCES.map((sourceName) => ({ sourceName }));
  }

  @Serves(referralRoutes.read)
  read(request: ReferralRequest<'read'>) {
    return this.reads.read(request);
  }

  @Serves(referralRoutes.readLimited)
  readLimited(request: ReferralRequest<'readLimited'>) {
    return this.reads.readLimited(request);
  }

  @Serves(referralRoutes.checkStatus)
  checkStatus(request: ReferralRequest<'checkStatus'>) {
    return this.reads.checkStatus(request);
  }

  @Serves(referralRoutes.readSubmission)
  readSubmission(request: ReferralRequest<'readSubmission'>) {
    return this.reads.readSubmission(request);
  }

  @Serves(referralRoutes.listTasks)
  listTasks(request: ReferralRequest<'listTasks'>) {
    return this.reads.listTasks(request);
  }

  @Serves(referralRoutes.listOfMember)
  listOfMember(request: ReferralRequest<'listOfMember'>) {
    return this.reads.listOfMember(request);
  }

  @Serves(referralRoutes.readTracking)
  readTracking(request: ReferralRequest<'readTracking'>) {
    return this.reads.readTracking(request);
  }

  @Serves(referralRoutes.assignTracking)
  assignTracking({ params: { id: referralId }, body, context }: ReferralRequest<'assignTracking'>) {
    return this.commands.execute(new AssignTrackingRequest({ referralId, ...body }, context));
  }

  @Serves(referralRoutes.correct)
  correct({ body, caller, context }: ReferralRequest<'correct'>) {
    return this.commands.execute(new CorrectReferralRequest(body, caller.account, context));
  }

  @Serves(referralRoutes.correctItems)
  correctItems({ params: { id: referralId }, body, caller, context }: ReferralRequest<'correctItems'>) {
    return this.commands.execute(new CorrectReferralRequest({ referralId, ...body }, caller.account, context));
  }

  @Serves(referralRoutes.listCorrections)
  listCorrections(request: ReferralRequest<'listCorrections'>) {
    return this.reads.listCorrections(request);
  }
}
