import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { z } from 'zod';
import { shape } from '../http/shape.js';
import { InContext, type CommandContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { FindUser } from './find-user.js';
import { ListViews } from './list-views.js';
import { RemoveView } from './remove-view.js';
import { SaveView } from './save-view.js';

@Controller('users')
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('user/email/:email')
  byEmail(@Param('email', shape(z.string().trim().max(200))) email: string, @FromCaller() caller: Caller) {
    return this.queries.execute(new FindUser(email, caller));
  }

  @Get('user/views')
  views(
    @Query(shape(contract.listViewsQuery)) asked: z.output<typeof contract.listViewsQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListViews(asked, caller));
  }

  @Post('user/views')
  @RunsOnce()
  saveView(@Body(shape(contract.saveViewBody)) body: contract.SaveViewBody, @InContext() context: CommandContext) {
    return this.commands.execute(new SaveView(body, context));
  }

  @Post('user/views/remove')
  @RunsOnce()
  removeView(
    @Body(shape(contract.removeViewBody)) body: contract.RemoveViewBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new RemoveView(body, context));
  }
}
