import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AssignTaskHandler, AssignTasksHandler } from './assign-tasks.js';
import { Assignees } from './assignees.js';
import { ExportTasksHandler } from './export-tasks.js';
import { ItemTaskController } from './item-task.controller.js';
import {
  ListAssigneesHandler,
  ListTaskOutcomesHandler,
  ListTaskQueueHandler,
  ReadStoppedTaskHandler,
  ReadTaskHandler,
  SuggestTaskSearchesHandler,
  SummarizeTasksHandler,
} from './item-task.queries.js';
import {
  ListRecertificationsHandler,
  OpenRecertificationHandler,
  ReadRecertificationHandler,
  ReopenRecertificationHandler,
} from './recertifications.js';
import { RecordOutcomeHandler } from './record-outcome.js';
import { ListTaskActsHandler } from './task-acts.js';

@Module({
  imports: [AccessLogModule, CommandModule, ReferralAccessModule],
  controllers: [ItemTaskController],
  providers: [
    Assignees,
    ListTaskQueueHandler,
    ReadTaskHandler,
    SuggestTaskSearchesHandler,
    SummarizeTasksHandler,
    ExportTasksHandler,
    ListAssigneesHandler,
    AssignTaskHandler,
    AssignTasksHandler,
    ListTaskOutcomesHandler,
    ListTaskActsHandler,
    ReadStoppedTaskHandler,
    RecordOutcomeHandler,
    OpenRecertificationHandler,
    ReopenRecertificationHandler,
    ReadRecertificationHandler,
    ListRecertificationsHandler,
  ],
})
export class ItemTaskModule {}
