import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { AssignTaskHandler, AssignTasksHandler } from './assign-tasks.js';
import { Assignees } from './assignees.js';
import { ItemTaskController } from './item-task.controller.js';
import { ListAssigneesHandler, ListTaskQueueHandler, ReadTaskHandler } from './item-task.queries.js';

@Module({
  imports: [AccessLogModule, CommandModule],
  controllers: [ItemTaskController],
  providers: [
    Assignees,
    ListTaskQueueHandler,
    ReadTaskHandler,
    ListAssigneesHandler,
    AssignTaskHandler,
    AssignTasksHandler,
  ],
})
export class ItemTaskModule {}
