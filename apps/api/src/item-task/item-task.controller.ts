import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { mayWorkTasks, maySeeQueue } from '@throughline/domain';
import type { z } from 'zod';
import { shape } from '../http/shape.js';
import { InContext, type CommandContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { MayCall, UserIdIsAnothers } from '../identity/may-call.js';
import { AssignTask } from './assign-task.js';
import { AssignTasks } from './assign-tasks.js';
import { CancelItems } from './cancel-items.js';
import { byCaller } from './assignee.js';
import { ClaimTask } from './claim-task.js';
import { CompleteTask } from './complete-task.js';
import { ListAssignees } from './list-assignees.js';
import { ListTaskQueue } from './list-task-queue.js';
import { MoveItems } from './move-items.js';
import { OpenTask } from './open-task.js';
import { ReadTask } from './read-task.js';
import { ReleaseTask } from './release-task.js';
import { StopItems } from './stop-items.js';

const taskId = shape(contract.taskId);

@Controller('tasks')
@MayCall(mayWorkTasks)
export class ItemTaskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @MayCall(maySeeQueue)
  list(
    @Query(shape(contract.listTasksQuery)) asked: z.output<typeof contract.listTasksQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListTaskQueue(asked, caller));
  }

  @Get('assignees')
  @MayCall(maySeeQueue)
  assignees() {
    return this.queries.execute(new ListAssignees());
  }

  @Get(':taskId')
  @MayCall(maySeeQueue)
  read(
    @Param('taskId', taskId) id: string,
    @Query(shape(contract.readQuery)) { minPosition }: z.output<typeof contract.readQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ReadTask(id, minPosition, caller));
  }

  @Post()
  @RunsOnce({ status: 201 })
  open(
    @Body(shape(contract.openTaskBody)) body: contract.OpenTaskBody,
    @FromCaller() caller: Caller,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new OpenTask(body, byCaller(caller), context));
  }

  @Post('assign')
  @UserIdIsAnothers(true)
  @RunsOnce()
  assignSeveral(
    @Body(shape(contract.assignTasksBody)) body: contract.AssignTasksBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new AssignTasks(body, context));
  }

  @Post('cancel-items')
  @RunsOnce()
  cancel(@Body(shape(contract.cancelItemsBody)) body: contract.CancelItemsBody, @InContext() context: CommandContext) {
    return this.commands.execute(new CancelItems(body, context));
  }

  @Post(':taskId/claim')
  @RunsOnce()
  claim(@Param('taskId', taskId) id: string, @FromCaller() caller: Caller, @InContext() context: CommandContext) {
    return this.commands.execute(new ClaimTask(id, byCaller(caller), context));
  }

  @Post(':taskId/release')
  @RunsOnce()
  release(@Param('taskId', taskId) id: string, @FromCaller() caller: Caller, @InContext() context: CommandContext) {
    return this.commands.execute(new ReleaseTask(id, byCaller(caller), context));
  }

  @Post(':taskId/assign')
  @UserIdIsAnothers(true)
  @RunsOnce()
  assign(
    @Param('taskId', taskId) id: string,
    @Body(shape(contract.assignTaskBody)) body: contract.AssignTaskBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new AssignTask(id, body, context));
  }

  @Post(':taskId/complete')
  @RunsOnce()
  complete(
    @Param('taskId', taskId) id: string,
    @Body(shape(contract.completeTaskBody)) body: contract.CompleteTaskBody,
    @FromCaller() caller: Caller,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new CompleteTask(id, byCaller(caller), body, context));
  }

  @Post(':taskId/move')
  @RunsOnce()
  move(
    @Param('taskId', taskId) id: string,
    @Body(shape(contract.moveItemsBody)) body: contract.MoveItemsBody,
    @FromCaller() caller: Caller,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new MoveItems(id, byCaller(caller), body, context));
  }

  @Post(':taskId/stop')
  @RunsOnce()
  stop(
    @Param('taskId', taskId) id: string,
    @Body(shape(contract.stopItemsBody)) body: contract.StopItemsBody,
    @InContext() context: CommandContext,
  ) {
    return this.commands.execute(new StopItems(id, body, context));
  }
}
