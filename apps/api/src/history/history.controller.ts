import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { mayAudit, mayWorkTasks } from '@throughline/domain';
import type { z } from 'zod';
import { shape } from '../http/shape.js';
import { InContext, type CommandContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { MayCall } from '../identity/may-call.js';
import { ReadReferralHistory } from './read-referral-history.js';
import { RecordHistoryEntry } from './record-history-entry.js';

@Controller()
export class HistoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('referrals/referral/:id/history')
  @MayCall(mayAudit)
  read(
    @Param('id', shape(contract.referralId)) id: string,
    @Query(shape(contract.historyQuery)) asked: z.output<typeof contract.historyQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadReferralHistory(id, asked, caller));
  }

  @Post('history/create')
  @MayCall(mayWorkTasks)
  @RunsOnce({ status: 201 })
  record(
    @Body(shape(contract.recordHistoryBody)) body: contract.RecordHistoryBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new RecordHistoryEntry(body, context));
  }
}
