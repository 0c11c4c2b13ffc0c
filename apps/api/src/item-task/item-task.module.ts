import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AssignTaskHandler, AssignTasksHandler } from './assign-tasks.js';
import { Assignees } from './assignees.js';
import { ItemTaskController } from './item-task.controller.js';
import { TaskReads } from './item-task.reads.js';
import { OpenRecertificationHandler, ReopenRecertificationHandler } from './recertifications.js';
import { RecordOutcomeHandler } from './record-outcome.js';

@Module({
  imports: [AccessLogModule, CommandModule, ReferralAccessModule],
  controllers: [ItemTaskController],
  providers: [
    Assignees,
    TaskReads,
    AssignTaskHandler,
    AssignTasksHandler,
    RecordOutcomeHandler,
    OpenRecertificationHandler,
    ReopenRecertificationHandler,
  ],
})
export class ItemTaskModule {}
