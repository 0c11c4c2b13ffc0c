import { Body, Controller, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import type { z } from 'zod';
import { shape } from '../http/shape.js';
import { InContext, type CommandContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { AssignTrackingNumber } from './assign-tracking-number.js';
import { GivesSubmitterPass } from './gives-submitter-pass.js';
import { ListReferralTasks } from './list-referral-tasks.js';
import { ListReferrals } from './list-referrals.js';
import { ReadLimitedReferral } from './read-limited-referral.js';
import { ReadReferral } from './read-referral.js';
import { ReadSubmission } from './read-submission.js';
import { SubmitReferral } from './submit-referral.js';

const referralId = shape(contract.referralId);
const readQuery = shape(contract.readQuery);
type ReadQuery = z.output<typeof contract.readQuery>;

@Controller('referrals')
export class ReferralController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  list(
    @Query(shape(contract.listReferralsQuery)) asked: z.output<typeof contract.listReferralsQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListReferrals(asked, caller));
  }

  @Post('create')
  @MayCall(anyone)
  @RunsOnce({ status: 201 })
  // Below, and therefore around, what gives a first answer again.
  @UseInterceptors(GivesSubmitterPass)
  submit(
    @Body(shape(contract.createReferralBody)) order: contract.CreateReferralBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new SubmitReferral(order, context));
  }

  @Get('referral/sources')
  @MayCall(anyone)
  sources(): contract.ReferralSource[] {
    return contract.REFERRAL_SOURCES.map((sourceName) => ({ sourceName }));
  }

  @Get('referral/:id')
  read(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadReferral(id, minPosition, caller));
  }

  @Get('referral/:id/limited')
  @MayCall(anyone)
  readLimited(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadLimitedReferral(id, minPosition, caller));
  }

  @Get('referral/:id/submission')
  @MayCall(anyone)
  readSubmission(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadSubmission(id, minPosition, caller));
  }

  @Get('referral/:id/tasks')
  listTasks(
    @Param('id', referralId) id: string,
    @Query(readQuery) { minPosition }: ReadQuery,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListReferralTasks(id, minPosition, caller));
  }

  @Post('referral/:id/tracking')
  @MayCall(mayWorkTasks)
  @RunsOnce()
  assignTracking(
    @Param('id', referralId) id: string,
    @Body(shape(contract.assignTrackingBody)) body: contract.AssignTrackingBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new AssignTrackingNumber(id, body, context));
  }
}
